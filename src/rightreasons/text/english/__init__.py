"""English: whatever the project knows of it, behind `rightreasons.text.language.Language`."""

from rightreasons.text.english.base_forms import ENDINGS, stems_of
from rightreasons.text.english.forms import verb_form
from rightreasons.text.english.inflection import article_for, swapped_form
from rightreasons.text.language import Language

ADDS = {"language": {"en": "ENGLISH"}}
ENGLISH = Language(
    code="en",
    folder=__name__,
    articles=("a", "an"),
    article_for=article_for,
    verb_form=verb_form,
    swapped_form=swapped_form,
    stems_of=stems_of,
    endings=ENDINGS,
)
