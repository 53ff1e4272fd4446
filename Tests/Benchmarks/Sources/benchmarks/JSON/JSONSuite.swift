import Foundation
import Harness

/// JSON against Foundation and simdjson in one process and serde_json in another, in turn, on real-world documents.
enum JSONSuite: Suite {
    static let name = "json"
    static let summary =
        "parsing, walking, decoding, encoding, writing, patching and searching JSON, against Foundation, simdjson and serde_json"
    static let parts = [
        "parse", "walk", "decode", "encode", "write", "stream", "memory", "patch", "path", "small", "instructions",
    ]

    static func run(_ selection: Selection) throws -> Report {
        var run = JSONRun(hasPeers: selection.hasPeers)
        for part in parts where selection.contains(part) {
            switch part {
            case "parse":
                try run.parseLargeTexts()
                try run.parseEverySize()
                try run.parseTinyText()
            case "walk": try run.walk()
            case "decode": try run.decode()
            case "encode": try run.encode()
            case "write": try run.write()
            case "stream": try run.stream()
            case "memory": try run.measureMemory()
            case "patch": try run.patch()
            case "path": try run.path()
            case "small": try run.codeSmallBody()
            default: try run.countInstructions()
            }
        }
        return run.report
    }
}
