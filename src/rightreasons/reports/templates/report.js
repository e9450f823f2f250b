// Starts the page: tables that can be sorted, charts in their places, the list of rows.
(() => {
  const [WIDTH, NAMES, NARROW] = [720, 160, 320]; // pixels: of a saved chart, of names at its left, of a narrow plot
  // Names of lines leave room for a legend on the left of a narrow plot: it ends on the right.
  const config = { legend: { layout: { top: { anchor: "end" }, bottom: { anchor: "end" } } } };
  const options = { actions: false, renderer: "svg", ast: true, config };

  // Letters of 7 pixels behind a symbol of 30: as many names a line as the width holds. A spec is made for the narrowest.
  const widened = (node, width) => {
    if (node === null || typeof node !== "object") return node;
    // On a narrow screen the picture comes first, and the legend below it.
    if (node.legend?.orient === "top" && width < NARROW) node.legend.orient = "bottom";
    const names = node.scale?.domain;
    if (node.legend?.columns && Array.isArray(names)) {
      const widest = 30 + 7 * Math.max(...names.map((name) => String(name).length));
      node.legend.labelLimit = Math.max(node.legend.labelLimit, width - 30);
      node.legend.columns = Math.max(node.legend.columns, Math.min(names.length, Math.floor(width / widest)));
    }
    for (const [key, inner] of Object.entries(node)) if (key !== "values" && key !== "datasets") widened(inner, width);
    return node;
  };

  const spec = (figure, width) => widened(JSON.parse(figure.querySelector(".spec").textContent), width);

  const save = async (figure, form) => {
    const away = document.createElement("div");
    const alone = { ...spec(figure, WIDTH), width: WIDTH };
    alone.config = { ...alone.config, background: "white" };
    const { view } = await window.vegaEmbed(away, alone, options);
    const link = document.createElement("a");
    link.href = await view.toImageURL(form, 2);
    link.download = `${figure.dataset.file}.${form}`;
    link.click();
    view.finalize();
  };

  const draw = async (figure) => {
    const plot = figure.querySelector(".plot");
    const label = plot.getAttribute("aria-label");
    await window.vegaEmbed(plot, spec(figure, plot.clientWidth - NAMES), options);
    // Vega writes its own name over what says what the chart shows.
    plot.setAttribute("role", "img");
    plot.setAttribute("aria-label", label);
    figure.classList.add("drawn");
    const saving = figure.querySelector(".save");
    saving.hidden = false;
    saving.addEventListener("click", (event) => {
      const form = event.target.closest("button")?.dataset.form;
      if (form) save(figure, form);
    });
  };

  // Paper has no way to open what is closed; figures belong on it, long tables do not.
  window.addEventListener("beforeprint", () => {
    for (const figures of document.querySelectorAll("details.figures")) figures.open = true;
  });

  // A figure may stand in a table that is closed: whoever follows a link to it sees it.
  const opened = () => {
    const line = document.getElementById(location.hash.slice(1));
    if (line === null || line.tagName !== "TR") return;
    for (let around = line.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
    line.scrollIntoView({ block: "center" });
  };
  window.addEventListener("hashchange", opened);
  opened();

  tableSorting.begin();
  if (rowList !== null) rowList.begin();
  // A chart in a closed part has no width to be drawn in: it is drawn when that is opened.
  const closed = (figure) => figure.closest("details.closed:not([open])");
  const figures = [...document.querySelectorAll("figure.chart")];
  for (const part of document.querySelectorAll("details.closed")) {
    const drawAll = () => { for (const figure of part.querySelectorAll("figure.chart:not(.drawn)")) draw(figure); };
    part.addEventListener("toggle", drawAll, { once: true });
  }
  // The charts of the first screen are drawn at once, the others one by one while the browser has nothing else to do.
  const idle = window.requestIdleCallback ?? ((then) => setTimeout(then, 0)); // Safari has none
  const drawOpen = async () => {
    const open = figures.filter((each) => !closed(each));
    const below = open.findIndex((each) => each.getBoundingClientRect().top > window.innerHeight);
    const first = below < 0 ? open.length : below;
    for (const figure of open.slice(0, first)) await draw(figure);
    document.documentElement.classList.add("ready");
    for (const figure of open.slice(first)) {
      await new Promise((free) => { idle(free, { timeout: 500 }); });
      await draw(figure);
    }
    document.documentElement.classList.add("complete");
  };
  drawOpen();
})();
