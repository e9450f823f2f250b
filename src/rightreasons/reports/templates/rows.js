// Lists the rows of the page, filtered and a page at a time. All data go in as text.
const rowList = (() => {
  const element = (id) => document.getElementById(id);
  if (element("rows-data") === null) return null;
  const data = JSON.parse(element("rows-data").textContent);
  const columns = new Map(data.columns.map((column) => [column.name, column]));
  const total = data.columns[0].values.length;
  const A_PAGE = 25;
  const FIRST_FILTERS = 4;
  const OWN = ["id", "premise", "hypothesis", "premise_parse", "hypothesis_parse", ...data.beside];
  // An address is #rows?column=value&...: several values of a column are alternatives; "~column" asks for a
  // sentence that holds words; "~" names columns by which rows are ordered, "-column" the greatest first.
  const ORDER = "~";
  const WORDS = "~hypothesis";
  let wanted = new Map();
  let found = [];
  let first = 0;

  const value = (name, row) => {
    const column = columns.get(name);
    if (column === undefined) return null;
    const held = column.values[row];
    return column.kind === "choice" && held !== null ? column.choices[held] : held;
  };

  const made = (name, text, kind) => {
    const node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    if (kind !== undefined) node.className = kind;
    return node;
  };

  const text = (name, held) => {
    const { choices, texts } = columns.get(name);
    return texts === undefined ? held : texts[choices.indexOf(held)];
  };

  // The label that a text of a row points to, where a column says so of the column that holds it.
  const labelFor = (text, row) => {
    const says = data.columns.find(({ role, subject }) => role === "label" && columns.has(subject) && value(subject, row) === text);
    return says === undefined ? null : value(says.name, row);
  };

  const fits = (name, sought) => {
    if (name.startsWith(ORDER)) {
      const expressions = sought.map(sentenceMarks.patternOf).filter((each) => each !== null);
      return (row) => expressions.every((each) => (value(name.slice(1), row) ?? "").search(each) >= 0);
    }
    return (row) => [value(name, row)].flat().some((held) => held !== null && sought.includes(String(held)));
  };

  // The place of a value in its column: wrong before right, small before large; what is not known comes last.
  const rank = (name, row) => (columns.has(name) ? (columns.get(name).values[row] ?? null) : null);

  const compared = (one, other, name) => {
    const key = name.replace(/^-/, "");
    const [first, second] = [rank(key, one), rank(key, other)];
    if (first === null || second === null) return (first === null) - (second === null);
    if (first === second) return 0;
    return (first < second) === name.startsWith("-") ? 1 : -1;
  };

  const matching = () => {
    const tests = [...wanted].filter(([name]) => name !== ORDER).map(([name, sought]) => fits(name, sought));
    const rows = [...Array(total).keys()].filter((row) => tests.every((test) => test(row)));
    const order = wanted.get(ORDER) ?? [];
    return rows.sort((one, other) => order.map((name) => compared(one, other, name)).find((sign) => sign) ?? one - other);
  };

  const causes = (row, side) => {
    const marks = [];
    const add = (expression, kind, title) => expression && marks.push({ expression, kind, title });
    for (const words of wanted.get(`${ORDER}${side}`) ?? []) add(sentenceMarks.patternOf(words), "sought", "looked for");
    for (const [name, words] of wanted) {
      const { role, kind } = columns.get(name) ?? {};
      if (role === "feature" && kind === "list" && side === "hypothesis") for (const each of words) add(sentenceMarks.patternOf(each), "sought", "looked for");
    }
    for (const [name, kind] of Object.entries(data.marked)) {
      const held = value(name, row);
      if (held === null || held === undefined) continue;
      if (kind === "pair") {
        const word = held.split("/")[side === "premise" ? 0 : 1];
        if (word) add(sentenceMarks.formsOf(word), "pair", `word pair ${held}`);
      } else if (kind === "rule") {
        if (columns.get(name).subject !== side) continue;
        for (const text of [held].flat()) add(sentenceMarks.patternOf(text), kind, `word of a rule: ${text}`);
      } else if (side === "hypothesis") {
        const { subject } = columns.get(name);
        if (subject && !wanted.has(subject)) continue; // what made a row easy or hard, where that is asked for
        for (const text of [held].flat()) {
          const label = labelFor(text, row);
          const said = kind === "word" ? "give-away word" : `pattern${label ? ` of ${label}` : ""}`;
          add(sentenceMarks.patternOf(text), kind, `${said}: ${text}`);
        }
      }
    }
    return marks;
  };

  const sentence = (row, side) => {
    const paragraph = made("p", undefined, "sentence");
    const text = value(side, row);
    const who = made("span", `${data.nouns[side]} `, "who");
    const said = made("span", undefined, "said");
    said.dir = "auto";
    if (text === null) said.append(made("i", "not known"));
    else said.append(...sentenceMarks.marked(text, causes(row, side)));
    paragraph.append(who, said);
    return paragraph;
  };

  const facts = (row) => {
    const line = made("p", undefined, "facts");
    const add = (text, kind) => line.append(made("span", text, kind), " ");
    if (value("label", row) !== null) add(`gold: ${value("label", row)}`, `gold ${value("label", row)}`);
    const answer = value("answer", row) ?? value("predicted", row);
    const correct = value("correct", row) === null ? "" : text("correct", value("correct", row));
    if (answer !== null) add(`answer: ${answer}${correct ? `, ${correct}` : ""}`, correct);
    for (const name of data.filters) {
      const { role, subject, choices } = columns.get(name);
      const judged = role === "correct" && subject !== "";
      const told = judged || role === "set" || (role === "stratum" && !columns.has(subject));
      if (choices.length < 2) continue;
      if (told && value(name, row) !== null) add(`${columns.get(name).title.toLowerCase()}: ${text(name, value(name, row))}`, judged ? text(name, value(name, row)) : undefined);
    }
    return line;
  };

  // What a model replied, and why that was not read as a label.
  const replies = (row) =>
    data.beside.filter((name) => columns.has(name) && value(name, row) !== null).map((name) => {
      const paragraph = made("p", undefined, "sentence reply");
      const said = made("span", value(name, row), "said");
      said.dir = "auto";
      paragraph.append(made("span", `${columns.get(name).title.toLowerCase()} `, "who"), said);
      return paragraph;
    });

  const everything = (row) => {
    const details = made("details");
    const summary = made("summary", "Everything about this row");
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (!details.open || details.children.length > 1) return;
      const list = made("dl", undefined, "settings");
      for (const { name, title } of data.columns) {
        const held = value(name, row);
        if (held === null || OWN.slice(1).includes(name) || (Array.isArray(held) && held.length === 0)) continue;
        const entry = made("div");
        entry.append(made("dt", title), made("dd", Array.isArray(held) ? held.join("; ") : String(text(name, held))));
        list.append(entry);
      }
      details.append(list);
      for (const side of ["premise", "hypothesis"]) {
        const parse = value(`${side}_parse`, row);
        const tree = parse === null ? null : parseTree(parse, `parse of the ${side}`);
        if (tree === null) continue;
        const frame = made("div", undefined, "scroll");
        frame.tabIndex = 0;
        frame.setAttribute("role", "group");
        frame.setAttribute("aria-label", `parse of the ${side}`);
        frame.append(made("p", `Parse of the ${side}`, "who"), tree);
        details.append(frame);
      }
    });
    return details;
  };

  const item = (row) => {
    const sentences = columns.has("premise") || columns.has("hypothesis");
    const entry = made("li", undefined, sentences ? undefined : "textless");
    entry.value = row + 1;
    if (sentences) entry.append(sentence(row, "premise"), sentence(row, "hypothesis"));
    else entry.append(made("p", String(value("id", row)), "sentence"));
    entry.append(...replies(row), facts(row), everything(row));
    return entry;
  };

  const number = (count) => count.toLocaleString("en");

  const show = () => {
    const last = Math.min(first + A_PAGE, found.length);
    element("list").replaceChildren(...found.slice(first, last).map(item));
    const here = found.length ? `; ${number(first + 1)} to ${number(last)} are shown` : "";
    const all = total < data.total ? `${number(total)} rows that this page holds` : `${number(total)} rows`;
    const called = (name) => columns.get(name)?.title.toLowerCase() ?? name;
    const order = (wanted.get(ORDER) ?? []).map((name) => (name === "correct" ? "wrong ones first" : `in the order of ${called(name.replace(/^-/, ""))}`));
    element("found").textContent = `${[`${number(found.length)} of ${all}${here}`, ...order].join(", ")}.`;
    element("pages").hidden = found.length <= A_PAGE;
    element("page").textContent = `page ${Math.floor(first / A_PAGE) + 1} of ${Math.max(1, Math.ceil(found.length / A_PAGE))}`;
    element("back").disabled = first === 0;
    element("on").disabled = last >= found.length;
  };

  const turn = (pages) => {
    first += pages * A_PAGE;
    show();
    element("found").scrollIntoView({ block: "start" });
  };

  const ask = (filters) => {
    wanted = filters;
    found = matching();
    first = 0;
    show();
  };

  const intoForm = () => {
    element("filter-word").value = (wanted.get(WORDS) ?? [""])[0];
    for (const select of element("filters").querySelectorAll("select")) {
      const sought = (wanted.get(select.dataset.column) ?? []).join(" or ");
      // Several values at once, such as two labels for non-entailment: there is no such choice, so it is added.
      if (sought && ![...select.options].some((option) => option.value === sought)) {
        const added = new Option(sought, sought);
        added.dataset.values = JSON.stringify(wanted.get(select.dataset.column));
        select.append(added);
      }
      select.value = sought;
      if (sought && element("more").contains(select)) element("more").open = true;
    }
  };

  const asked = () => {
    const filters = new Map();
    for (const select of element("filters").querySelectorAll("select")) {
      const { values } = select.selectedOptions[0]?.dataset ?? {};
      if (select.value) filters.set(select.dataset.column, values ? JSON.parse(values) : [select.value]);
    }
    const words = element("filter-word").value.trim();
    if (words) filters.set(WORDS, [words]);
    return filters;
  };

  const filtersOf = (address) => {
    const parts = new URLSearchParams(address.replace(/^#rows\??/, ""));
    return new Map([...parts.keys()].map((name) => [name, parts.getAll(name)]));
  };

  // A link to rows says how many they are; one to all rows in no order shows nothing and goes.
  const countLinks = () => {
    for (const link of document.querySelectorAll(".issue a[href^='#rows']")) {
      wanted = filtersOf(link.getAttribute("href"));
      const rows = matching().length;
      if (rows === total && wanted.has(ORDER)) link.textContent = "see all rows";
      else if (rows === total) link.parentElement.hidden = true;
      else link.textContent = `${number(rows)} ${rows === 1 ? "row that shows it" : "rows that show it"}`;
    }
  };

  const fromAddress = () => {
    if (!/^#rows(\?|$)/.test(location.hash)) return;
    ask(filtersOf(location.hash));
    intoForm();
    element("rows").focus();
    element("rows").scrollIntoView();
  };

  const changed = () => {
    ask(asked());
    const said = new URLSearchParams([...wanted].flatMap(([name, values]) => values.map((each) => [name, each]))).toString();
    history.replaceState(null, "", said ? `#rows?${said}` : "#rows");
  };

  const choice = (name) => {
    const column = columns.get(name);
    const counts = new Array(column.choices.length).fill(0);
    for (const held of column.values) if (held !== null) counts[held] += 1;
    const select = made("select");
    select.dataset.column = name;
    select.append(new Option("any", ""));
    column.choices.forEach((held, place) => select.append(new Option(`${text(name, held)} (${number(counts[place])})`, held)));
    const label = made("label", `${column.title} `);
    label.append(select);
    return label;
  };

  const begin = () => {
    const names = data.filters.filter((name) => columns.get(name).choices.length > 1);
    element("choices").append(...names.slice(0, FIRST_FILTERS).map(choice));
    element("choices-more").append(...names.slice(FIRST_FILTERS).map(choice));
    element("more").hidden = names.length <= FIRST_FILTERS;
    element("filter-word").closest("p").hidden = !columns.has("hypothesis");
    const kinds = new Set(Object.keys(data.marked).filter((name) => columns.has(name)).map((name) => data.marked[name]));
    for (const mark of element("legend").querySelectorAll("mark:not(.sought)")) mark.hidden = !kinds.has(mark.className);
    element("legend").hidden = kinds.size === 0;
    element("filters").hidden = false;
    element("filters").addEventListener("submit", (event) => event.preventDefault());
    for (const event of ["input", "change"]) element("filters").addEventListener(event, changed);
    element("filters").addEventListener("reset", () => setTimeout(changed));
    element("back").addEventListener("click", () => turn(-1));
    element("on").addEventListener("click", () => turn(1));
    window.addEventListener("hashchange", fromAddress);
    countLinks();
    ask(new Map());
    fromAddress();
  };

  return { begin };
})();
