import Mimeograph
import TestSupport
import Testing

@testable import MimeographPropertyList

/// Output stays in proportion to the few bytes that it represents.
@Suite struct DeepWritingTests {
    /// Eight thousand references to a chain of 400 arrays: 36 KiB that became 1.3 GB of tabs.
    @Test func referencesToAChain() throws {
        let body = PropertyListGrowthTests.references(8_000, chain: 400).bytes
        #expect(body.count < 40_000)
        do {
            _ = try PropertyList(parsing: body)
            Issue.record("it was read")
        } catch {
            #expect(error.code == .limitExceeded)
            #expect(error.limit == LimitExcess(.expansionRatio, allowed: 200))
            #expect(error.remedy?.contains("DecodingLimits.expansionRatio") == true)
            #expect(error.location != nil)
        }
        #expect(throws: SerializationError.self) { try PropertyListFormat().decode([PropertyList].self, from: body) }
    }

    /// A list that can be read can be written: the tabs of a line are limited.
    @Test func parsedListsAreWrittenInProportion() throws {
        let body = PropertyListGrowthTests.references(80, chain: 400).bytes
        let list = try PropertyList(parsing: body)
        let xml = try list.serialized(.xml)
        // Two lines for each array, of 32 tabs and some ten letters.
        #expect(xml.count < 80 * 400 * 2 * 45)
        #expect(try PropertyList(parsing: xml) == list)
    }

    /// A few references, as a writer may create them, are not an attack, however deep they lead.
    @Test(arguments: [2, 9]) func fewReferences(_ count: Int) throws {
        let body = PropertyListGrowthTests.references(count, chain: 400).bytes
        #expect(try PropertyList(parsing: body).array?.count == count)
    }

    @Test(arguments: [1, 31, 32, 33, 40, 500]) func indentation(_ depth: Int) throws {
        var list: PropertyList = "x"
        for _ in 0..<depth { list = [list] }
        let text = String(decoding: try list.serialized(.xml), as: UTF8.self)
        #expect(text.contains("\n\(String(repeating: "\t", count: min(depth, 32)))<string>x</string>\n"))
        #expect(try PropertyList(parsing: text.utf8) == list)
        // The encoder of `Codable` types has the same layout.
        let encoded = try PropertyListFormat().encode(list)
        #expect(encoded.elementsEqual(text.utf8))
    }
}
