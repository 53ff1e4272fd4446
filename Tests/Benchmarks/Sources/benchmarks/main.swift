import Foundation
import Harness

// To add a suite, add a file to this folder and the suite's name to this list.
let suites: [any Suite.Type] = [
    CoreSuite.self, JSONSuite.self, XMLSuite.self, PropertyListSuite.self, MessagePackSuite.self, CBORSuite.self,
    CSVSuite.self, FormSuite.self, CodingSuite.self, ImageSuite.self, WebPSuite.self, SessionSuite.self,
    EventsSuite.self, DigestSuite.self, GLDSuite.self,
]

if let way = ProcessInfo.processInfo.environment[LongFeed.variable] {
    try LongFeed.runAlone(way)
    exit(0)
}

if let way = ProcessInfo.processInfo.environment[SlowPeers.variable].flatMap({ SlowPeers(rawValue: $0) }) {
    try way.runAlone()
    exit(0)
}

if let reader = ProcessInfo.processInfo.environment[EventReader.variable].flatMap({ EventReader(rawValue: $0) }) {
    try reader.runAlone()
    exit(0)
}

if let work = ProcessInfo.processInfo.environment[InstructionCount.variable] {
    try InstructionCount.runAlone(work)
    exit(0)
}

var words = Array(CommandLine.arguments.dropFirst())

/// Removes an option from the arguments, and returns whether it was given.
@MainActor func take(_ option: String) -> Bool {
    let isGiven = words.contains(option)
    words.removeAll { $0 == option }
    return isGiven
}

let isCheck = take("--check")
let hasPeers = !take("--no-peers")
var page: URL?
if let option = words.firstIndex(of: "--markdown"), option + 1 < words.count {
    page = URL(fileURLWithPath: words[option + 1])
    words.removeSubrange(option...option + 1)
}

let suite = suites.first { $0.name == words.first }
let parts = Array(words.dropFirst())
guard let suite, Set(parts).isSubset(of: suite.parts) else {
    print("usage: Scripts/bench SUITE [PART ...] [--check] [--no-peers] [--markdown FILE]\nSuites and their parts:")
    for suite in suites { print("  \(suite.name)  \(suite.summary)\n    \(suite.parts.joined(separator: " "))") }
    exit(words.isEmpty ? 0 : 2)
}

let report = try suite.run(Selection(parts: parts, hasPeers: hasPeers))
print(report.markdown, terminator: "")
if let page {
    var text = Page((try? String(contentsOf: page, encoding: .utf8)) ?? "")
    text.replace(suite: suite.name, by: report.pageMarkdown)
    try text.text.write(to: page, atomically: true, encoding: .utf8)
}
if isCheck && report.fallsShort { exit(1) }
