import Foundation
import Mimeograph
import MimeographXML
import TestSupport
import Testing

@Suite struct XMLHostileInputTests {
    static let document = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <!DOCTYPE f:feed [<!ENTITY e "é <b>x</b>"><!ATTLIST f:feed id ID #IMPLIED d CDATA "v"><!ELEMENT b ANY>]>
        <!-- c --><f:feed xmlns:f="urn:f" xmlns="urn:g" id='i' f:b="&lt;&#x20AC;"><a/>&e;<![CDATA[]]]><?p q?>&e;té</f:feed>
        <?end?>
        """

    /// Each prefix causes an error, for a truncated text if it is not empty, until only white space is missing.
    @Test func everyPrefix() throws {
        let bytes = Array(Self.document.utf8)
        #expect(throws: Never.self) { try XML.Document(parsing: bytes) }
        let end = try #require(Self.document.range(of: "</f:feed>")).upperBound
        let whole = Self.document.utf8.distance(from: Self.document.startIndex, to: end)
        for count in 0..<bytes.count {
            do throws(SerializationError) {
                _ = try XML.Document(parsing: bytes[..<count])
                #expect(count >= whole)
            } catch {
                let codes: [SerializationError.Code] = [.truncated, .syntax, .emptyBody, .invalidText]
                #expect(codes.contains(error.code), "\(count): \(error)")
                #expect((error.code == .emptyBody) == (count == 0))
                #expect((error.location?.offset ?? 0) <= count, "\(count)")
                #expect(!error.description.contains("feed"), "\(count): \(error)")
            }
        }
    }

    /// No bytes trap, and every parsed document can be walked, searched and written.
    @Test(arguments: 0..<8) func mutations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = ["<", ">", "&e;", "&", "]]>", "<!--", "\"", "xmlns=''", "<!ENTITY e '&e;'>", "\u{0}", "<?", "é"]
        let dictionary = pieces.map { Array($0.utf8) }
        let bytes = Array(Self.document.utf8)
        var limits = DecodingLimits.standard
        limits.elements = 10_000
        for _ in 0..<250 {
            let mutant = Mutation.mutate(bytes, dictionary: dictionary, using: &generator)
            do throws(SerializationError) {
                let document = try XML.Document(parsing: mutant, limits: limits)
                _ = document.contentDump()
                _ = try document.nodes("//*|//@*|//text()")
                _ = document.serialized(pretty: true)
                let again = try XML.Document(parsing: document.serialized(), limits: limits)
                #expect(again.contentDump() == document.contentDump())
            } catch {
                #expect((error.location?.offset ?? 0) <= mutant.count * 3, "\(error)")
            }
        }
    }

    /// The code and the location of errors.
    @Test(arguments: [
        ("<foo", SerializationError.Code.truncated, 4), ("<a>\n  <b>\n</a>", .syntax, 14), ("<a b=1/>", .syntax, 5),
        ("<a></a><b/>", .syntax, 7), ("<a>&x;</a>", .syntax, 6), ("<a b='1' b='2'/>", .syntax, 14),
        ("<a>\u{1}</a>", .syntax, 3), ("hello", .syntax, 0), ("<a><x:b/></a>", .syntax, 8), ("   ", .truncated, 3),
        ("<a", .truncated, 2), ("<a>text", .truncated, 7), ("<a><!-- ", .truncated, 8),
        ("<?xml version='1.0'", .truncated, 19),
    ])
    func locations(text: String, code: SerializationError.Code, offset: Int) throws {
        let error = try #require(throws: SerializationError.self) { try XML.Document(parsing: text.utf8) }
        #expect(error.code == code, "\(text): \(error)")
        let location = try #require(error.location, "\(text)")
        #expect(abs(location.offset - offset) <= 2, "\(text): \(location)")
        #expect(error.remedy != nil)
        #expect(error.underlying.first is XML.LibraryError || code == .emptyBody || text.contains("&x;"))
    }

    /// Many threads read one document at once, and nodes outlive their document value.
    @Test func threads() async throws {
        let body =
            "<r xmlns:x='urn:x'>" + (0..<200).map { "<x:e id='i\($0)'><t>text \($0)</t></x:e>" }.joined() + "</r>"
        let document = try XML.Document(parsing: body.utf8)
        let wanted = document.contentDump()
        let canonical = try document.canonicalized()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<12 {
                group.addTask {
                    var same = true
                    for round in 0..<20 {
                        same = same && document.contentDump() == wanted
                        same = same && (try? document.canonicalized()) == canonical
                        same = same && (try? document.string("//*[@id='i\(round)']/t")) == "text \(round)"
                    }
                    return same
                }
            }
            for await same in group { #expect(same) }
        }
        func survivor() throws -> XML.Node {
            try #require(XML.Document(parsing: body.utf8).root.elements("e").first?["t"])
        }
        let nodes = try (0..<100).map { _ in try survivor() }
        #expect(nodes.allSatisfy { $0.stringValue == "text 0" && $0.parent?[attribute: "id"] == "i0" })
    }
}
