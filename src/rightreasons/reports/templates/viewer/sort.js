"use strict";
// Sorts the tables of class "sortable" by their headings, which become buttons.
const tableSorting = (() => {
  // What a cell is sorted by: what it says of itself, or its first number, or its text.
  const value = (cell) => {
    if (cell === undefined) return "";
    const text = (cell.dataset.sort ?? cell.textContent).trim();
    if (cell.dataset.sort !== undefined || !cell.classList.contains("number")) return text;
    const first = Number.parseFloat(text.replaceAll(",", ""));
    return Number.isNaN(first) ? "" : String(first);
  };

  const compare = (a, b) => {
    if (a === "" || b === "") return (a === "") - (b === "");
    const [x, y] = [Number(a), Number(b)];
    return Number.isNaN(x) || Number.isNaN(y) ? a.localeCompare(b, undefined, { numeric: true }) : x - y;
  };

  // Sorts again by the heading that was chosen, if one was; what has no value comes last.
  const sort = (table) => {
    const heading = table.querySelector("th[aria-sort]");
    if (heading === null) return;
    const sign = heading.getAttribute("aria-sort") === "ascending" ? 1 : -1;
    const body = table.tBodies[0];
    const signed = (a, b) => {
      const [x, y] = [value(a.cells[heading.cellIndex]), value(b.cells[heading.cellIndex])];
      return x === "" || y === "" ? compare(x, y) : sign * compare(x, y);
    };
    const rows = [...body.rows];
    const sorted = [...rows].sort(signed);
    if (sorted.some((row, position) => row !== rows[position])) body.append(...sorted);
  };

  const sortBy = (heading, table) => {
    const next = heading.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
    table.querySelectorAll("th[aria-sort]").forEach((other) => other.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", next);
    sort(table);
  };

  const begin = () => {
    document.querySelectorAll("table.sortable").forEach((table) => {
      table.querySelectorAll("thead th:not([data-unsorted])").forEach((heading) => {
        const button = document.createElement("button");
        button.type = "button";
        button.className = "sort";
        button.append(...heading.childNodes);
        button.addEventListener("click", () => sortBy(heading, table));
        heading.append(button);
      });
    });
  };

  return { begin, sort };
})();
