import Foundation
import Harness

/// XML against libxml2 in C and Foundation's XMLDocument and XMLParser, in turn in one process.
enum XMLSuite: Suite {
    static let name = "xml"
    static let summary = "parsing, walking and streaming XML, against libxml2 in C and Foundation"
    // `walk` is last: Foundation's nodes retain each other, so the documents that it walks are never freed.
    static let parts = ["parse", "events", "leaks", "stream", "walk"]

    static func run(_ selection: Selection) throws -> Report {
        var run = XMLRun(hasPeers: selection.hasPeers)
        for part in parts where selection.contains(part) {
            switch part {
            case "parse": try run.parse()
            case "walk": try run.walk()
            case "events": try run.events()
            case "leaks": try run.leaks()
            default: try run.stream()
            }
        }
        return run.report
    }
}
