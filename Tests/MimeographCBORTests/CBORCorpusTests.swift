import BinaryTestSupport
import TestSupport
import Foundation
import Mimeograph
import MimeographTree
import Testing

@testable import MimeographCBOR

@Suite(.needsCorpora) struct CBORCorpusTests {
    /// The examples of Appendix A: each reads as what it is, and those that are in the shortest form are written as they are.
    @Test func everyCase() throws {
        let cases = try #require(try Corpora.json("cbor-appendix-a/appendix_a.json") as? [[String: Any]])
        var count = 0
        for entry in cases {
            let hex = try #require(entry["hex"] as? String)
            let body = bytes(hex)
            if hex == "f818" {
                // The list is that of RFC 7049. RFC 8949 §3.3 has this form for 32 and above only.
                #expect(failure(body)?.code == .syntax)
                continue
            }
            let document = try parse(body)
            let read = notation(of: document)
            if let diagnostic = entry["diagnostic"] as? String {
                #expect(read == (hex == "5f42010243030405ff" ? "h'0102030405'" : diagnostic), "\(hex)")
            } else if let bignum = [
                "c249010000000000000000": "2(h'010000000000000000')",
                "c349010000000000000000": "3(h'010000000000000000')", "3bffffffffffffffff": "3(h'ffffffffffffffff')",
            ][hex] {
                #expect(read == bignum)
            } else {
                check(document, 0, entry["decoded"] ?? NSNull(), hex)
            }
            #expect(ends(body, window: 1).ends == [body.count], "\(hex)")
            let written = try CBORPrinter.bytes(of: document)
            if entry["roundtrip"] as? Bool == true { #expect(written == body, "\(hex)") }
            #expect(notation(of: try parse(written)) == read, "\(hex)")
            count += 1
        }
        #expect(count == cases.count - 1 && count > 80)
    }

    private func check(_ document: TapeDocument, _ index: Int, _ value: Any, _ hex: String) {
        let word = document.word(at: index)
        var next = index + 1
        switch value {
        case let string as String: #expect(notation(of: document, at: index) == "\"\(string)\"", "\(hex)")
        case let array as [Any]:
            #expect(word.isArray && document.count(ofContainerAt: index) == array.count, "\(hex)")
            for element in array {
                check(document, next, element, hex)
                next = document.index(after: next)
            }
        case let map as [String: Any]:
            #expect(word.isObject && document.count(ofContainerAt: index) == map.count, "\(hex)")
            for (key, value) in map {
                if let member = document.index(ofKey: key, inObjectAt: index) { check(document, member, value, hex) }
            }
        case let number as NSNumber:
            if word.has(.true) || word.has(.false) {
                #expect(number.boolValue == word.has(.true), "\(hex)")
            } else if let unsigned = document.uint64(at: index) {
                #expect(number.uint64Value == unsigned, "\(hex)")
            } else {
                // Foundation misses the nearest double of the largest float by one.
                let read = document.double(at: index) ?? .nan
                #expect(abs(read - number.doubleValue) <= read.ulp, "\(hex)")
            }
        default: #expect(word.has(.null), "\(hex)")
        }
    }
}
