import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of the requests that count as the same if `Vary` names a field.
///
/// Source: RFC 9111 §4.1.
@Suite struct CacheVaryTests {
    /// A field, the values of its lines in two requests, and whether a response to one answers the other.
    private static let pairs: [(String, [String], [String], Bool)] = [
        // Lines are a list, and spaces around its commas do not count.
        ("X-Any", ["1, 2"], ["1", "2"], true), ("X-Any", ["1,2"], [" 1 ,\t2 "], true),
        ("X-Any", ["1,2"], ["2,1"], false),
        ("X-Any", ["a"], ["A"], false), ("X-Any", ["a b"], ["a  b"], false), ("X-Any", ["a b"], ["ab"], false),
        ("X-Any", ["\"a, b\""], ["\"a,b\""], false), ("X-Any", ["\"a\\\", b\""], ["\"a\\\",b\""], false),
        ("X-Any", ["\"a\", b"], ["\"a\",b"], true), ("X-Any", ["a,,b"], ["a,b"], false), ("X-Any", [""], [], false),
        ("X-Any", ["a"], ["a", ""], false),
        // Codings in any order and case, with their weights.
        ("Accept-Encoding", ["gzip, br"], ["BR , GZip"], true),
        ("Accept-Encoding", ["gzip;q=0.5"], ["gzip ; Q=0.5"], true),
        ("Accept-Encoding", ["gzip;q=0.5"], ["gzip"], false), ("Accept-Encoding", ["gzip,,br"], ["gzip", "br"], true),
        ("Accept-Encoding", [""], [], false), ("Accept-Encoding", ["gzip"], ["gzip, br"], false),
        ("Accept-Charset", ["utf-8, iso-8859-1;q=0.5"], ["ISO-8859-1;q=0.5,UTF-8"], true),
        // Languages in any case; the first one may be preferred.
        ("Accept-Language", ["en, de"], ["eN,De"], true), ("Accept-Language", ["en, de"], ["de, en"], false),
        ("Accept-Language", ["en;q=0.5, de"], ["en; q=0.5,DE"], true),
        // Media types have parameters whose case may count.
        ("Accept", ["text/html, text/plain"], ["text/html,text/plain"], true),
        ("Accept", ["a/b;c=D"], ["a/b;c=d"], false),
        ("Accept", ["a/b, c/d"], ["c/d, a/b"], false),
    ]

    @Test(arguments: pairs.indices)
    func onlyEqualFieldsMatch(_ index: Int) async throws {
        let (name, one, other, isSame) = Self.pairs[index]
        for (first, second) in [(one, other), (other, one)] {
            let transport = ScriptedTransport()
            transport.on("*", .init(fields: ["Cache-Control": "max-age=60", "Vary": name], body: "x"))
            let session = session(transport) { $0.cache = ResponseCache() }
            var uses: [ExchangeMetrics.CacheUse] = []
            for values in [first, second] {
                var request = RequestMessage(url: "http://h.example/")
                for value in values { try request.fields.append(name, value) }
                uses.append(try await session.data(for: request).metrics.cache)
            }
            #expect(uses == [.stored, isSame ? .hit : .stored], "\(name): \(first) and \(second)")
        }
    }

    /// Secrets are compared byte by byte.
    @Test func secretsAreComparedByBytes() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Cache-Control": "max-age=60", "Vary": "Cookie, X-Api-Key"], body: "x"))
        let session = session(transport) { $0.cache = ResponseCache() }
        for fields in [["X-Api-Key": "a,b"], ["X-Api-Key": "a, b"], ["Cookie": "a=1;b"], ["Cookie": "a=1; b"]]
            as [HeaderFields]
        {
            let request = RequestMessage(url: "http://h.example/", fields: fields)
            #expect(try await session.data(for: request).metrics.cache == .stored)
        }
    }

    @Test(arguments: ["a, ", "\"", "\\\"", " ", ",", "\u{300}\u{316},"])
    func valuesAreReadInOnePass(_ part: String) {
        for name in ["accept-encoding", "accept-language", "x-any"] {
            let growth = GrowthOfWork.perDoubling(from: 100, upTo: 32_000) { size in
                [String(repeating: part, count: size), "b"]
            } work: { values in
                #expect(SelectingField.canonical(name, values).contains(UInt8(ascii: "b")))
            }
            // Elements of codings are sorted.
            #expect(growth < GrowthOfWork.inProportion, "\(name)")
        }
    }
}
