"""A finding speaks of claim and evidence where the data do."""

import re
from html import unescape
from io import StringIO

import pytest
from rich.console import Console

from rightreasons import audit
from rightreasons.artifacts.means import in_words_of
from rightreasons.findings import Finding, View
from rightreasons.jobs.auditing.taking import Audit
from rightreasons.pairs import Nouns, Provenance
from rightreasons.reports.cards.card import bias_card
from rightreasons.reports.charts import charts_of
from rightreasons.reports.formats.markdown import as_markdown
from rightreasons.reports.pages.page import report_page
from rightreasons.reports.terminal import EVERYTHING, print_results
from rightreasons.reports.views import shown_view
from rightreasons.sentences.sentence import Sentence
from rightreasons.sentences.templates import Template, fill

CLAIMS = Nouns("evidence", "pieces of evidence", "claim", "claims")


def sentence(text: str, **given: object) -> Sentence:
    return Template("a.b", text).fill(given)


TITLES = re.compile(r"'title': '([^']*)'")


def test_sentences_take_the_words_of_the_data_and_names_stay() -> None:
    name = "The hypothesis-only baseline"
    title = fill("lengths.by_label", side="hypothesis", unit="tokens")
    finding = Finding(
        measure="hypothesis_only",
        subject="x",
        definition=fill("lengths.definition"),
        headline=sentence(f"{name}: {{Hypotheses}} hold '{{word:text}}'; {{a_premise}}.", word="hypothesis"),
        views={"by_label": View(title, ("side",), (("premise",),))},
        notes=(sentence("Rows share {premises}."), "Rows share premises."),
    )
    worded = in_words_of(Provenance("x", nouns=CLAIMS), finding)
    assert worded.headline == f"{name}: Claims hold 'hypothesis'; a piece of evidence."
    assert worded.definition.startswith("Length of the claim in tokens by gold label")
    assert worded.notes == ("Rows share pieces of evidence.", "Rows share premises.")
    assert worded.views["by_label"] == View("Length of the claim in tokens", ("side",), (("premise",),))
    assert worded.measure == "hypothesis_only"
    assert in_words_of(Provenance("x"), finding) is finding


def test_every_finding_of_data_with_several_labels_names_the_rule_that_chose_one() -> None:
    rows = [
        {"premise": f"A dog {at}.", "hypothesis": f"A cat {at}.", "label": label}
        for at in range(60)
        for label in (("neutral, entailment", "contradiction", "neutral")[at % 3],)
    ]
    for finding in audit(rows, gold="worst", measures=["label_balance", "lengths"]).findings:
        assert "The gold label of each row was chosen by the rule 'worst'." in finding.notes
    for finding in audit(rows, measures=["label_balance"]).findings:
        assert "The gold label of each row was chosen by the rule 'unanimous'." in finding.notes


@pytest.fixture(scope="module")
def of_claims() -> Audit:
    rows = [
        {"claim": f"Claim {at % 40} holds.", "evidence": f"Proof {at} of claim {at % 40}.", "label": label}
        for at in range(200)
        for label in (("SUPPORTS", "REFUTES")[at % 2],)
    ]
    return audit(rows)


def words_about_pairs(text: str) -> list[str]:
    """Return the words premise and hypothesis of a screen that are no part of a name, option or column."""
    names = re.compile(r"--by hypothesis|[\w.\\\\-]*[._-]\w*|`[^`]*`")
    return re.findall(r"(?i).{0,40}(?:premise|hypothes[ie]s).{0,20}", names.sub("", text))


def test_the_audit_of_claims_says_claim_and_evidence_in_every_sentence(of_claims: Audit) -> None:
    result = of_claims
    assert {finding.measure for finding in result.findings} >= {"premise_coverage", "duplicates", "lengths"}
    for finding in result.findings:
        spoken = " ".join(
            (finding.headline, *finding.notes, *(each.title for each in finding.views.values()))
        )
        spoken = re.sub(r"\w+_\w+", "", spoken)  # names of columns stay
        assert "premise" not in spoken.lower(), (finding.measure, spoken)
        assert "hypothes" not in spoken.lower(), (finding.measure, spoken)
    issues = [text for issue in result.verdict.issues for text in (issue.sentence, issue.remedy)]
    judged = " ".join((result.verdict.headline, *issues))
    assert "claim" in judged
    assert not re.search("premise|hypothes", judged.lower()), judged


def test_every_screen_of_an_audit_of_claims_says_claim_and_evidence(of_claims: Audit) -> None:
    written = StringIO()
    print_results(of_claims, EVERYTHING, Console(file=written, width=4_000))
    page = report_page(of_claims, of_claims.items)
    page = re.sub(r"(?s)<(script|style)\b.*?</\1>|<code>.*?</code>", "", page)
    screens = {
        "terminal": written.getvalue(),
        "page": unescape(re.sub(r"<[^>]+>", "\n", page)),
        "markdown": as_markdown(of_claims),
        "card": bias_card(of_claims, "rightreasons audit claims.jsonl").markdown,
        "charts": " ".join(
            text
            for finding in of_claims.findings
            for chart in charts_of(finding, nouns=CLAIMS)
            for text in (chart.title, chart.description, *TITLES.findall(str(chart.spec)))
        ),
    }
    for name, screen in screens.items():
        assert not words_about_pairs(screen), name
        assert "claim" in screen.lower(), name


def test_cells_that_hold_words_of_the_data_stay_as_they_are() -> None:
    view = View("x", ("what", "word", "share_of_hypotheses"), (("hypothesis", "hypothesis", 0.5),))
    shown = shown_view(view, nouns=CLAIMS)
    assert [cell.text for cell in shown.lines[0].cells[:2]] == ["claim", "hypothesis"]
    assert shown.columns[2].heading == "share of claims %"
