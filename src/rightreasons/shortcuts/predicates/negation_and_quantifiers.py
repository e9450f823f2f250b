"""Words that negate, and quantifiers: in either sentence, and changed between the two."""

from rightreasons.shortcuts.predicates.classes import WordClass, class_statements, listed

FAMILIES = (
    class_statements("negation", WordClass("negation", "a word that negates", listed("negation"))),
    class_statements("quantifier", WordClass("quantifier", "a quantifier", listed("quantifier"))),
)
