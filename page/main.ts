/* Copyright (C) 2026 The aprof authors.  The licence of the page is in page/LICENCE.

   The page: that of a report, or that of an experiment. */

import { showExperiment } from "./grown";
import { showReport } from "./report";

const experiment = document.getElementById("experiment")?.textContent;
if (experiment) {
   showExperiment(experiment);
} else {
   showReport(document.getElementById("data")?.textContent ?? "");
}
