"use strict";
// Shows one item at a time, times it, and hands the answers out as CSV. All data go in as text.
(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const element = (id) => document.getElementById(id);
  const sheet = read("sheet");
  const columns = read("columns");
  const form = element("asking");
  const answers = [];
  let shownAt = 0;

  const cell = (value) => {
    const text = String(value).replace(/[\r\n\t]+/g, " ");
    const safe = /^ *[=+\-@]/.test(text) ? `'${text}` : text;
    return `"${safe.replace(/"/g, '""')}"`;
  };

  const asCsv = () =>
    [columns, ...answers.map((answer) => columns.map((column) => answer[column]))]
      .map((row) => row.map(cell).join(","))
      .join("\n") + "\n";

  const show = () => {
    const item = sheet.items[answers.length];
    element("where").textContent = `${answers.length + 1} of ${sheet.items.length}`;
    element("progress").value = answers.length;
    const parts = Object.entries(item.texts).flatMap(([heading, text]) => {
      const title = document.createElement("h2");
      title.textContent = heading;
      const paragraph = document.createElement("p");
      paragraph.className = "text";
      paragraph.textContent = text;
      return [title, paragraph];
    });
    element("texts").replaceChildren(...parts);
    form.reset();
    element("next").disabled = true;
    element("where").focus();
    shownAt = performance.now();
  };

  const finish = () => {
    window.removeEventListener("beforeunload", warn);
    form.hidden = true;
    element("end").hidden = false;
    const text = asCsv();
    element("answers").value = text;
    element("save").href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    const code = element("participant").value.trim().replace(/[^A-Za-z0-9_-]+/g, "-");
    element("save").download = `answers-${[sheet.name, code].filter(Boolean).join("-")}.csv`;
    element("thanks").focus();
  };

  const warn = (event) => event.preventDefault();

  element("begin").addEventListener("click", () => {
    element("start").hidden = true;
    form.hidden = false;
    window.addEventListener("beforeunload", warn);
    show();
  });

  form.addEventListener("change", () => {
    element("next").disabled = false;
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = new FormData(form).get("answer");
    if (chosen === null) return;
    answers.push({
      sheet: sheet.name,
      participant: element("participant").value.trim(),
      item: sheet.items[answers.length].id,
      answer: chosen,
      seconds: ((performance.now() - shownAt) / 1000).toFixed(2),
    });
    if (answers.length < sheet.items.length) show();
    else finish();
  });
})();
