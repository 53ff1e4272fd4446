import BinaryTestSupport
import TestSupport
import Foundation
import Mimeograph
import MimeographBinaryTree
import MimeographTree
import Testing

@testable import MimeographMessagePack

@Suite(.needsCorpora) struct MessagePackCorpusTests {
    /// Every byte string of every case is read as its value, and the value is written as the first of them or as one of equal
    /// length.
    @Test func everyCase() throws {
        let groups = try #require(
            try Corpora.json("msgpack-suite/msgpack-test-suite.json") as? [String: [[String: Any]]]
        )
        let record = SuiteRecord("msgpack-suite")
        var count = 0
        for (group, entry) in groups.flatMap({ group in group.value.enumerated().map { ("\(group.key) \($0)", $1) } }) {
            let spellings = try #require(entry["msgpack"] as? [String]).map { bytes($0) }
            let shortest = spellings.map(\.count).min()
            for spelling in spellings {
                let document = try parse(spelling)
                check(document, entry) { record.expect($0, group, "\(spelling)") }
                let written = try MessagePackFormat().bytes(of: document)
                record.expect(notation(of: try parse(written)) == notation(of: document), group, "written and read")
                record.expect(ends(spelling, window: 1).ends == [spelling.count], group, "its end")
                // The corpus also has numbers as floats, which stay floats, in the shortest form that keeps them.
                if written.first == 0xCA, spelling.first == 0xCB { continue }
                if entry["number"] == nil, entry["bignum"] == nil {
                    record.expect(written.count == shortest, group, "\(spelling) is not written as short")
                    record.expect(spellings.contains(written), group, "\(written) is none of the suite's forms")
                } else if written.count == shortest {
                    record.expect(spellings.contains(written), group, "\(written) is none of the suite's forms")
                }
            }
            count += 1
        }
        #expect(count == 85)
        try record.write()
    }

    private func check(_ document: TapeDocument, _ entry: [String: Any], _ expect: (Bool) -> Void) {
        let read = notation(of: document)
        let word = document.word(at: 0)
        if let hex = entry["binary"] as? String { expect(read == notation(of: bytes(hex))) }
        if entry.keys.contains("nil") { expect(read == "null") }
        if let bool = entry["bool"] as? Bool { expect(read == "\(bool)") }
        if let number = entry["number"] as? NSNumber {
            expect(document.double(at: 0) == number.doubleValue)
        }
        if let number = entry["bignum"] as? String {
            expect(word.has(.double) ? document.double(at: 0) == Double(number) : read == number)
        }
        if let string = entry["string"] as? String { expect(read == "\"\(string)\"") }
        if let array = entry["array"] { expect(read == text(ofJSON: array)) }
        if let map = entry["map"] as? [String: Any] {
            expect(map.count > 1 || read == text(ofJSON: map))
            for (key, value) in map {
                let index = document.index(ofKey: key, inObjectAt: 0)
                expect(index.map { notation(of: document, at: $0) } == text(ofJSON: value))
            }
        }
        if let ext = entry["ext"] as? [Any], let type = ext.first as? Int, let hex = ext.last as? String {
            expect(read == "ext(\(type), \(notation(of: bytes(hex))))")
        }
        if let parts = entry["timestamp"] as? [NSNumber] {
            let content = document.extended(at: 0)?.content ?? 0
            let data = document.content(of: document.word(at: content))
            let timestamp = MessagePackTimestamp(data)
            expect(timestamp?.seconds == parts[0].int64Value)
            expect(timestamp?.nanoseconds == parts[1].uint32Value)
            expect(timestamp?.data == Array(data))
        }
    }

    private func text(ofJSON value: Any) -> String {
        switch value {
        case let string as String: "\"\(string)\""
        case let array as [Any]: "[" + array.map { text(ofJSON: $0) }.joined(separator: ", ") + "]"
        case let map as [String: Any]:
            "{" + map.map { "\"\($0)\": \(text(ofJSON: $1))" }.joined(separator: ", ") + "}"
        case let number as NSNumber: "\(number)"
        default: "null"
        }
    }
}
