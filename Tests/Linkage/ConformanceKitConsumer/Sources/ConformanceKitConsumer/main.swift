import Mimeograph
import MimeographConformance
import MimeographText

let suite = ConformanceSuite(
    "text",
    reading: TextResponseSerializer(),
    types: ["text/*"],
    fixtures: [.reads("a word", "é", as: "é")],
    capabilities: [.emptyBody(is: "")]
)
let report = await suite.report([.outcomes, .emptyBody, .concurrency])
print("laws: \(report.results.count) held, \(report.failures.count) broken")
