// Finds words and patterns in a sentence and marks them. Text goes in as text only.
const sentenceMarks = (() => {
  const LETTER = "[\\p{L}\\p{N}]";
  const TOKEN = `(?:(?<!${LETTER})[\\p{L}\\p{N}'’-]+(?!${LETTER})|[^\\s\\p{L}\\p{N}])`;
  const ENDINGS = "(?:s|es|d|ed|ing|er|est)?";
  // With the flag u only these may be escaped; a hyphen outside of brackets means itself.
  const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

  // One word of a pattern: whole, but for clitics such as n't and 's, which follow a letter.
  const whole = (word, ending = "") => {
    const before = /^[\p{L}\p{N}]/u.test(word) && !/^n['’]t$/iu.test(word) ? `(?<!${LETTER})` : "";
    const after = /[\p{L}\p{N}]$/u.test(word) ? `(?!${LETTER})` : "";
    return `${before}${escaped(word)}${ending}${after}`;
  };

  // A pattern as people write it: # stands for any one token, \# for itself.
  const patternOf = (text) => {
    const words = text.trim().split(/\s+/).filter((word) => word !== "");
    if (words.length === 0) return null;
    const parts = words.map((word) => (word === "#" ? TOKEN : whole(word.replace(/^\\+#$/, "#"))));
    const anyCase = text === text.toLowerCase() ? "i" : "";
    return new RegExp(parts.join("\\s*"), `gu${anyCase}`);
  };

  const formsOf = (word) => new RegExp(whole(word, ENDINGS), "giu");

  const spans = (text, found) =>
    found.flatMap(({ expression, kind, title }) =>
      [...text.matchAll(expression)]
        .filter((match) => match[0] !== "")
        .map((match) => ({ from: match.index, to: match.index + match[0].length, kind, title })),
    );

  // The text as nodes, cut wherever a mark begins or ends, so that marks may overlap.
  const marked = (text, found) => {
    const all = spans(text, found);
    const cuts = [...new Set([0, text.length, ...all.flatMap((span) => [span.from, span.to])])].sort((a, b) => a - b);
    return cuts.slice(0, -1).map((from, place) => {
      const part = text.slice(from, cuts[place + 1]);
      const over = all.filter((span) => span.from <= from && span.to > from);
      if (over.length === 0) return document.createTextNode(part);
      const mark = document.createElement("mark");
      mark.className = [...new Set(over.map((span) => span.kind))].join(" ");
      mark.title = [...new Set(over.map((span) => span.title))].join("; ");
      mark.textContent = part;
      return mark;
    });
  };

  return { patternOf, formsOf, marked };
})();
