/* The page: that of a report, of an experiment or of a history. */

import { showExperiment } from "./grown";
import { showHistory } from "./history";
import { showReport } from "./report";

const experiment = document.getElementById("experiment")?.textContent;
const history = document.getElementById("history")?.textContent;
if (experiment) {
   showExperiment(experiment);
} else if (history) {
   showHistory(history);
} else {
   showReport(document.getElementById("report")?.textContent ?? "");
}
