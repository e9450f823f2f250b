"""What the judge asks a server, and what it makes of the answers."""

import json
from collections.abc import Callable

import pytest
from pytest_httpserver import HTTPServer
from tests.predictors.llm.chat_server import Handler, completion, refusal, respond, row_of, says
from werkzeug import Request, Response

from rightreasons.errors import OptionError
from rightreasons.labels import THREE_WAY, Label
from rightreasons.pairs import PairTable
from rightreasons.predictors.judge.judge import Judge, Judges, expected, load_judge
from rightreasons.predictors.options import JudgeOptions, ModelOptions
from rightreasons.predictors.predictor import Identified, Streaming, predictor_named
from rightreasons.predictors.response import Response as Answered

Pairs = Callable[[int], PairTable]
MakeJudge = Callable[..., Judge]
Serve = Callable[[Handler], None]

SURE = {"entail": 0.7, "neutral": 0.2, "contradiction": 0.05, "The": 0.05}


def _asked(server: HTTPServer) -> list[dict[str, object]]:
    return [request.get_json() for request, _ in server.log]


def _responses(judge: Judge, pairs: PairTable) -> dict[str, Answered]:
    return {key: each for batch in judge.batches(pairs) for key, each in batch.items()}


def _unanswered(responses: dict[str, Answered]) -> dict[str, str]:
    return {key: each.unanswered for key, each in responses.items() if each.unanswered is not None}


def test_probabilities_come_from_the_first_token(serve: Serve, judge: MakeJudge, pairs: Pairs) -> None:
    serve(says("entailment", tops=[("entail", SURE), ("ment", {"ment": 1.0})]))
    predictions = judge().predict(pairs(5))
    assert predictions.frame["id"].to_list() == [f"i{row}" for row in range(5)]
    assert predictions.labels == THREE_WAY
    assert predictions.probabilities.row(0) == pytest.approx((0.7 / 0.95, 0.2 / 0.95, 0.05 / 0.95))
    assert set(predictions.frame["label"]) == {"entailment"}


def test_marks_before_the_first_word_are_passed_over(serve: Serve, judge: MakeJudge, pairs: Pairs) -> None:
    serve(says("**neutral**", tops=[("**", {"**": 0.9, "entailment": 0.1}), ("neutral", {"neutral": 0.9})]))
    predictions = judge().predict(pairs(1))
    assert predictions.probabilities.row(0) == pytest.approx((0, 1, 0))


def test_tokens_of_a_thought_that_is_not_in_the_text_are_not_taken_for_the_answer(
    serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    serve(says("contradiction", tops=[("entailment", {"entailment": 1.0}), ("?", {"?": 1.0})]))
    predictions = judge().predict(pairs(2))
    assert set(predictions.frame["label"]) == {"contradiction"}
    assert not predictions.has_probabilities


def test_where_the_labels_have_little_probability_the_text_decides(
    serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    unsure = {"entailment": 0.3, "neutral": 0.1, "Well": 0.2}

    def answer(request: Request) -> Response:
        tops = [("entailment", SURE | {"entailment": 0.1} if row_of(request) % 2 else unsure)]
        return respond(completion("entailment", tops=tops))

    serve(answer)
    responses = _responses(judge(), pairs(4))
    assert {key for key, each in responses.items() if each.probabilities} == {"i1", "i3"}
    sources = {key: each.details["label_from"] for key, each in responses.items()}
    assert sources == {"i0": "text", "i1": "logprobs", "i2": "text", "i3": "logprobs"}
    assert not judge().predict(pairs(4)).has_probabilities


@pytest.mark.parametrize("bad", [0.1, 5.0, float("nan"), float("inf"), float("-inf")])
def test_log_probabilities_that_are_none_are_counted_and_the_text_is_read_instead(
    serve: Serve, judge: MakeJudge, pairs: Pairs, bad: float
) -> None:
    sent = completion("neutral", tops=[("neutral", SURE)])
    sent["choices"][0]["logprobs"]["content"][0]["top_logprobs"][3]["logprob"] = bad
    serve(lambda _: respond(sent))
    response = _responses(judge(), pairs(1))["i0"]
    assert (response.label, response.probabilities) == ("neutral", None)
    assert response.details["label_from"] == "text"
    assert response.details["log_probabilities"] == "not used: above 0, NaN or infinite"
    assert response.log_probabilities is not None
    assert [token for token, _ in response.log_probabilities] == list(SURE)


def test_a_certain_token_whose_logarithm_is_rounded_above_0_is_used(
    serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    sent = completion("Entailment or neutral", tops=[("entail", {"entail": 1.0})])
    sent["choices"][0]["logprobs"]["content"][0]["top_logprobs"][0]["logprob"] = 1.2e-7
    serve(lambda _: respond(sent))
    assert _responses(judge(), pairs(1))["i0"].label == "entailment"


def test_the_raw_reply_is_in_the_response(serve: Serve, judge: MakeJudge, pairs: Pairs) -> None:
    def answer(request: Request) -> Response:
        text = ("I would say\n=neutral \ud83d", "Entailment.")[row_of(request)]
        return respond(completion(text, finish=("length", "stop")[row_of(request)]))

    serve(answer)
    unread, read = _responses(judge(), pairs(2)).values()
    assert (unread.text, unread.finish_reason) == ("I would say\n=neutral \\ud83d", "length")
    assert (unread.label, unread.unanswered) == (None, "cut off")
    assert (read.text, read.finish_reason, read.label) == ("Entailment.", "stop", "entailment")
    assert read.milliseconds is not None
    assert 0 < read.milliseconds < 5_000
    assert (read.input_tokens, read.output_tokens) == (100, 3)


def test_a_server_without_logprobs_is_asked_for_them_once(
    serve: Serve, judge: MakeJudge, pairs: Pairs, server: HTTPServer
) -> None:
    serve(says("Answer: Neutral."))
    responses = _responses(judge(), pairs(5))
    assert [each.label for each in responses.values()] == ["neutral"] * 5
    assert [("logprobs" in asked, "top_logprobs" in asked) for asked in _asked(server)] == [
        (True, True),
        *[(False, False)] * 4,
    ]
    assert {each.details["left_out"] for each in responses.values()} == {"logprobs, top_logprobs"}


def test_answers_without_a_label_are_counted_by_reason_and_never_become_one(
    serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    answers = [
        completion("entailment"),
        completion("I cannot say."),
        completion("It depends: entailment or neutral"),
        completion("Let me think about the premise", "length"),
        completion(None, refusal="I will not."),
        completion("", "content_filter"),
        completion("entailment", "length"),
        completion(None),
    ]
    serve(lambda request: respond(answers[row_of(request)]))
    responses = _responses(judge(), pairs(8))
    assert [key for key, each in responses.items() if each.label] == ["i0"]
    assert _unanswered(responses) == {
        "i1": "refused",
        "i2": "not parsed",
        "i3": "cut off",
        "i4": "refused",
        "i5": "refused",
        "i6": "cut off",
        "i7": "not parsed",
    }


def test_a_first_answer_that_is_a_refusal_does_not_end_the_asking_for_logprobs(
    serve: Serve, judge: MakeJudge, pairs: Pairs
) -> None:
    def answer(request: Request) -> Response:
        if row_of(request) == 0:
            return respond(completion(None, refusal="No."))
        return respond(completion("entailment", tops=[("entail", SURE)]))

    serve(answer)
    assert judge().predict(pairs(4)).has_probabilities


@pytest.mark.parametrize(
    ("code", "reason"), [("content_filter", "refused"), ("context_length_exceeded", "too long")]
)
def test_an_error_that_speaks_of_one_pair_leaves_that_pair_without_a_label(
    serve: Serve, judge: MakeJudge, pairs: Pairs, code: str, reason: str
) -> None:
    def answer(request: Request) -> Response:
        if row_of(request) == 1:
            return respond({"error": {"message": "reduce max_tokens", "code": code}}, 400)
        return respond(completion("neutral"))

    serve(answer)
    responses = _responses(judge(), pairs(3))
    assert _unanswered(responses) == {"i1": reason}
    assert [responses[key].label for key in ("i0", "i2")] == ["neutral"] * 2


def test_parameters_that_a_server_does_not_take_are_left_out_and_told(
    serve: Serve, judge: MakeJudge, pairs: Pairs, server: HTTPServer
) -> None:
    complaints = {
        "max_tokens": "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
        "logprobs": "logprobs are not supported with reasoning models",
        "temperature": "Unsupported value: 'temperature' does not support 0.0",
        "seed": "Unknown field: seed",
    }

    def answer(request: Request) -> Response:
        sent = request.get_json()
        bad = next((name for name in complaints if name in sent), None)
        return refusal(400, complaints[bad]) if bad else respond(completion("neutral"))

    serve(answer)
    details = {key: each.details for key, each in _responses(judge(), pairs(3)).items()}
    assert {each["left_out"] for each in details.values()} == {"temperature, seed, logprobs, top_logprobs"}
    assert [details[f"i{row}"]["requests"] for row in range(3)] == [5, 1, 1]
    assert set(_asked(server)[-1]) == {"model", "messages", "max_completion_tokens"}


def test_json_answers_are_read_as_json(
    serve: Serve, judge: MakeJudge, pairs: Pairs, server: HTTPServer
) -> None:
    serve(says('{"label": "contradiction"}'))
    assert judge("json").predict(pairs(2)).frame["label"].to_list() == ["contradiction"] * 2
    assert "logprobs" not in _asked(server)[0]
    messages = _asked(server)[0]["messages"]
    assert isinstance(messages, list)
    assert json.loads(messages[-1]["content"].splitlines()[0]) == {
        "premise": "A man sleeps.",
        "hypothesis": "Somebody rests 0",
    }


def test_tokens_and_costs_are_told_by_pair(serve: Serve, judge: MakeJudge, pairs: Pairs) -> None:
    serve(says("neutral"))
    response = _responses(judge(input_price=2.0, output_price=10.0), pairs(1))["i0"]
    assert (response.details["requests"], response.input_tokens, response.output_tokens) == (1, 100, 3)
    assert response.details["cost"] == pytest.approx((100 * 2 + 3 * 10) / 1e6)


def test_a_dry_run_sends_nothing_and_says_how_it_estimates(
    judge: MakeJudge, pairs: Pairs, server: HTTPServer
) -> None:
    made = judge("yes-no", input_price=1.0, output_price=4.0)
    use = expected(made, pairs(10))
    characters = sum(
        len(made.prompt.rendered("A man sleeps.", f"Somebody rests {row}")[0]["content"]) for row in range(10)
    )
    assert use.requests == 10
    assert characters / 4 <= use.input_tokens <= characters / 4 + 10 * 5
    assert use.output_tokens == 10 * 8
    assert use.cost == pytest.approx((use.input_tokens + 4 * 80) / 1e6)
    assert "4 characters" in use.estimated_by
    assert expected(judge(), pairs(10)).cost is None
    assert not server.log


def test_the_identity_tells_prompts_and_servers_apart_and_promises_nothing_without_a_version(
    judge: MakeJudge, server: HTTPServer
) -> None:
    first, second = judge("words"), judge("letters")
    assert isinstance(first, Identified)
    assert isinstance(first, Streaming)
    assert first.identity.fingerprint() != second.identity.fingerprint()
    assert first.identity.kind == "llm"
    assert first.identity.name == f"tiny@{server.url_for('/v1')}"
    assert not first.identity.is_repeatable
    stated = load_judge("tiny@http://localhost/v1", ModelOptions(model_version="2026-11"))
    assert isinstance(stated, Judge)
    assert stated.identity.is_repeatable
    json.dumps(stated.identity.described())


def test_several_prompts_are_judges_of_their_own_and_one_together(
    serve: Serve, pairs: Pairs, server: HTTPServer
) -> None:
    def answer(request: Request) -> Response:
        prompt = request.get_json()["messages"][-1]["content"]
        return respond(completion("A" if "letter only" in prompt else "neutral"))

    serve(answer)
    options = JudgeOptions(prompts=("letters", "words", "true-false-neither"))
    judges = predictor_named(f"llm:tiny@{server.url_for('/v1/')}", ModelOptions(judge=options))
    assert isinstance(judges, Judges)
    assert [each.prompt.name for each in judges.prompts] == list(options.prompts)
    assert judges.labels == THREE_WAY
    predictions = judges.predict(pairs(2))
    # "neutral" is no word of the third prompt, so that one vote stands against one, and the first decides.
    assert predictions.frame["label"].to_list() == [Label.ENTAILMENT] * 2
    assert expected(judges, pairs(2)).requests == 6


@pytest.mark.parametrize(
    "rest",
    [
        "gpt",
        "gpt@localhost:8000/v1",
        "@http://localhost/v1",
        "gpt@http://",
        "gpt@http://[::1",
        "gpt@http://a:b/v1",
    ],
)
def test_a_judge_needs_a_model_and_a_url(rest: str) -> None:
    with pytest.raises(OptionError):
        load_judge(rest, ModelOptions())


def test_a_model_may_have_an_at_sign_in_its_name() -> None:
    made = load_judge("@cf/meta/llama@https://host/v1", ModelOptions())
    assert isinstance(made, Judge)
    assert (made.endpoint.model, made.endpoint.url) == ("@cf/meta/llama", "https://host/v1")


@pytest.mark.parametrize(
    "options",
    [
        {"concurrency": 0},
        {"attempts": 0},
        {"timeout": 0.0},
        {"timeout": float("nan")},
        {"input_price": 1.0},
        {"input_price": -1.0, "output_price": 1.0},
        {"prompts": ("words", "yes-no")},
    ],
)
def test_options_that_make_no_sense_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        load_judge("gpt@http://localhost/v1", ModelOptions(judge=JudgeOptions(**options)))  # type: ignore[arg-type] # wrong on purpose
