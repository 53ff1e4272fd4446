import BinaryTestSupport
import TestSupport
import Foundation
import Mimeograph
import MimeographBinaryTree
import MimeographTree
import Testing

@testable import MimeographCBOR

@Suite(.needsCorpora) struct CBORCorpusTests {
    /// The examples of Appendix A: each is read as its value, and examples in the shortest form are written unchanged.
    @Test func everyCase() throws {
        let cases = try #require(try Corpora.json("cbor-appendix-a/appendix_a.json") as? [[String: Any]])
        let record = SuiteRecord("cbor-appendix-a")
        var count = 0
        for entry in cases {
            let hex = try #require(entry["hex"] as? String)
            let body = bytes(hex)
            if hex == "f818" {
                record.differs(
                    hex,
                    because: "the suite follows RFC 7049; RFC 8949 §3.3 allows this form only from 32 on: rejected"
                )
                record.expect(failure(body)?.code == .syntax, hex, "must be refused")
                continue
            }
            let document = try parse(body)
            let read = notation(of: document)
            if let diagnostic = entry["diagnostic"] as? String {
                record.expect(read == (hex == "5f42010243030405ff" ? "h'0102030405'" : diagnostic), hex, read)
            } else if let bignum = [
                "c249010000000000000000": "2(h'010000000000000000')",
                "c349010000000000000000": "3(h'010000000000000000')", "3bffffffffffffffff": "3(h'ffffffffffffffff')",
            ][hex] {
                record.expect(read == bignum, hex, read)
            } else {
                check(document, 0, entry["decoded"] ?? NSNull()) { record.expect($0, hex, read) }
            }
            record.expect(ends(body, window: 1).ends == [body.count], hex, "its end")
            let written = try CBORFormat().bytes(of: document)
            if entry["roundtrip"] as? Bool == true { record.expect(written == body, hex, "written as \(written)") }
            record.expect(notation(of: try parse(written)) == read, hex, "written and read")
            count += 1
        }
        #expect(count == cases.count - 1 && count > 80)
        try record.write()
    }

    private func check(_ document: TapeDocument, _ index: Int, _ value: Any, _ expect: (Bool) -> Void) {
        let word = document.word(at: index)
        var next = index + 1
        switch value {
        case let string as String: expect(notation(of: document, at: index) == "\"\(string)\"")
        case let array as [Any]:
            expect(word.isArray && document.count(ofContainerAt: index) == array.count)
            for element in array {
                check(document, next, element, expect)
                next = document.index(after: next)
            }
        case let map as [String: Any]:
            expect(word.isObject && document.count(ofContainerAt: index) == map.count)
            for (key, value) in map {
                if let member = document.index(ofKey: key, inObjectAt: index) { check(document, member, value, expect) }
            }
        case let number as NSNumber:
            if word.has(.true) || word.has(.false) {
                expect(number.boolValue == word.has(.true))
            } else if let unsigned = document.uint64(at: index) {
                expect(number.uint64Value == unsigned)
            } else {
                // Foundation's result differs by one from the nearest double of the largest float.
                let read = document.double(at: index) ?? .nan
                expect(abs(read - number.doubleValue) <= read.ulp)
            }
        default: expect(word.has(.null))
        }
    }
}
