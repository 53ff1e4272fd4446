import Foundation
import Harness

/// Property lists against Foundation's, in turn in one process, on lists that the suite makes.
enum PropertyListSuite: Suite {
    static let name = "plist"
    static let summary = "reading, walking, writing and coding property lists, against Foundation"
    static let parts = ["read", "walk", "write", "decode", "encode", "archive", "memory"]

    static func run(_ selection: Selection) throws -> Report {
        var run = try PropertyListRun(hasPeers: selection.hasPeers)
        for part in parts where selection.contains(part) {
            switch part {
            case "read": try run.read()
            case "walk": try run.walk()
            case "write": try run.write()
            case "decode": try run.decode()
            case "encode": try run.encode()
            case "archive": try run.resolveArchives()
            default: try run.measureMemory()
            }
        }
        return run.report
    }
}
