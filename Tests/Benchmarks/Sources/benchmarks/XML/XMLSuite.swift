import Foundation
import Harness

/// XML against libxml2 in C and Foundation's XMLDocument and XMLParser, in one process and in turn.
enum XMLSuite: Suite {
    static let name = "xml"
    static let summary = "parsing, walking and streaming XML, against libxml2 in C and Foundation"
    // Foundation's nodes hold each other, so that each document it walks stays: that comes last.
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
