"use strict";
// Searches, ticks and keeps up to date the list of runs. Texts go in as text, rows as the server made them.
(() => {
  const element = (id) => document.getElementById(id);

  tableSorting.begin();

  const rows = element("rows");
  if (rows === null) return;

  // Search ------------------------------------------------------------------------------------------------
  const search = () => {
    const words = element("search").value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows.rows) {
      const text = row.textContent.toLocaleLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
      shown += row.hidden ? 0 : 1;
    }
    const total = rows.rows.length;
    element("none").hidden = shown > 0;
    element("shown").textContent = `${shown} of ${total} ${total === 1 ? "run" : "runs"}`;
  };

  // Ticks -------------------------------------------------------------------------------------------------
  const told = element("chosen").textContent;

  const choose = () => {
    const ticked = [...rows.querySelectorAll("input:checked")];
    const jobs = new Set(ticked.map((box) => box.closest("tr").dataset.job));
    const fits = ticked.length > 1 && jobs.size === 1;
    document.querySelectorAll(".go").forEach((button) => (button.disabled = !fits));
    const reference = element("reference");
    const before = reference.value;
    reference.replaceChildren(
      ...ticked.map((box) => {
        const name = box.closest("tr").querySelector("th bdi").textContent;
        return new Option(name, box.value, false, box.value === before);
      }),
    );
    element("first").hidden = reference.disabled = !fits;
    const which = jobs.size > 1 ? `runs of ${[...jobs].join(" and ")} do not go side by side` : [...jobs].join();
    element("chosen").textContent = ticked.length === 0 ? told : `${ticked.length} ticked: ${which}`;
  };

  // What is new -------------------------------------------------------------------------------------------
  const BUSY = 1000; // milliseconds between looks while something runs
  const IDLE = 10000;
  let known = new Map([...rows.rows].map((row) => [row.dataset.key, row.outerHTML]));

  const announced = (row, before) => {
    const name = row.querySelector("th bdi").textContent;
    return before?.dataset.state === row.dataset.state ? [] : [`${name}: ${row.dataset.state}`];
  };

  const replaced = (row, before) => {
    const box = row.querySelector("input");
    if (box !== null) box.checked = before?.querySelector("input")?.checked ?? false;
    const details = row.querySelector("details");
    if (details !== null) details.open = before?.querySelector("details")?.open ?? false;
    const had = before?.contains(document.activeElement) ? document.activeElement.localName : null;
    if (before) before.replaceWith(row);
    else rows.prepend(row);
    if (had !== null) (row.querySelector(had) ?? row.querySelector("a, input"))?.focus();
  };

  const takeUp = (text) => {
    const page = new DOMParser().parseFromString(`<table><tbody>${text}</tbody></table>`, "text/html");
    const found = [...page.querySelectorAll("tr")];
    const now = new Map(found.map((row) => [row.dataset.key, row.outerHTML]));
    const news = [];
    for (const row of found.reverse()) {
      if (known.get(row.dataset.key) === now.get(row.dataset.key)) continue;
      const before = element(row.id);
      news.push(...announced(row, before));
      replaced(document.importNode(row, true), before);
    }
    for (const key of known.keys()) if (!now.has(key)) element(`run-${key}`)?.remove();
    if (news.length > 0) element("news").textContent = news.join(". ");
    const changed = now.size !== known.size || [...now].some(([key, html]) => known.get(key) !== html);
    known = now;
    if (!changed) return;
    tableSorting.sort(rows.closest("table"));
    search();
    choose();
  };

  const look = async () => {
    let pause = rows.querySelector('[data-state="unfinished"]') === null ? IDLE : BUSY;
    if (!document.hidden) {
      try {
        const answer = await fetch("rows");
        if (answer.ok) takeUp(await answer.text());
      } catch {
        element("news").textContent = "The list is no longer brought up to date: the server has stopped.";
        pause = IDLE;
      }
    }
    setTimeout(look, pause);
  };

  element("search").addEventListener("input", search);
  rows.addEventListener("change", choose);
  window.addEventListener("pageshow", choose); // ticks that the browser puts back
  search();
  choose();
  setTimeout(look, BUSY);
})();
