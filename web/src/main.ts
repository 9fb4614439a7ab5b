/** Starts the page: a report has its document inside, the viewer asks for it. */

import "uplot/dist/uPlot.min.css";
import "./style.css";
import { EmbeddedArrays } from "./arrays";
import { h, problem } from "./dom";
import type { ResultDocument } from "./document";
import { startPrinting } from "./lazy";
import { showPage } from "./page";
import { startTheme } from "./theme";
import { startViewer } from "./viewer";

function start(): void {
  startTheme();
  startPrinting();
  const main = document.querySelector("main") ?? document.body.appendChild(h("main"));
  try {
    if (document.body.dataset["mode"] === "viewer") {
      startViewer(main);
      return;
    }
    const text = document.getElementById("tread-document")?.textContent ?? "";
    const result = JSON.parse(text) as ResultDocument;
    const arrays = new EmbeddedArrays(document);
    const show = (): void => showPage(main, result, arrays);
    window.addEventListener("hashchange", show); // another case in the address
    show();
  } catch (error) {
    main.replaceChildren(problem(error));
    throw error;
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
