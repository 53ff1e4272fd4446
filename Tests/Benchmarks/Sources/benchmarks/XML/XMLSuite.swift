import Foundation
import Harness

/// XML against libxml2 in C and Foundation's XMLDocument, in one process and in turn.
enum XMLSuite: Suite {
    static let name = "xml"
    static let summary = "parsing and walking XML, against libxml2 in C and Foundation"
    static let parts = ["parse", "walk"]

    static func run(_ selection: Selection) throws -> Report {
        var run = XMLRun(hasPeers: selection.hasPeers)
        for part in parts where selection.contains(part) {
            switch part {
            case "parse": try run.parse()
            default: try run.walk()
            }
        }
        return run.report
    }
}
