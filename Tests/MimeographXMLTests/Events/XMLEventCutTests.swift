import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Checks that the split into chunks does not affect events, locations and errors.
@Suite struct XMLEventCutTests {
    static let bodies: [String] = [
        "<?xml version='1.0' encoding='utf-8'?>\r\n<a b='1>2' c=\"'\">x &amp; y\r\n\r<d/>]] &#x41;&#13;</a>\n<!-- e -->",
        "<!DOCTYPE a [<!ENTITY b \"<c>]]</c>\"><!-- ' > ]> --><?p ']>?><!ELEMENT a ANY><!ATTLIST a f CDATA '>]'>]><a>&b;&b;</a>",
        "<a><![CDATA[]]><![CDATA[]]]]><![CDATA[>]]>é😀<?p?><?p q?r??><!----><!---a-></a>",
        "<a xmlns='u' xmlns:p='v'><p:b p:c='' xml:space='preserve'/></a >  ",
        "<a>", "<a></b>", "<a>x & y</a>", "<a>&lt</a>", "<a>&#0;</a>", "<a>]]></a>", "<a b='<'/>", "<a b=''b=''/>",
        "<a/>b", "  x",
        "<a>&b;</a>", "<a><!-- -- --></a>", "<a><b></a>", "<!DOCTYPE a [<!ENTITY b '&c;'>]><a>x&b;y</a>", "<a x:y=''/>",
        "<!DOCTYPE a [<!ENTITY b SYSTEM 'c'>]><a>x<d/>&b;</a>", "<a>\u{FFFE}</a>", "<a><", "<?xml version='1.0'",
        "<!x>", "<a><!x></a>",
        "<a><b/><c d=/></a>", "<a \u{1}/>",
    ]

    @Test(arguments: bodies.indices) func everyCut(index: Int) throws {
        let body = Array(Self.bodies[index].utf8)
        let whole = try Reading.events(body)
        for cut in 0...body.count { #expect(try Reading.events(body, cutAt: [cut]) == whole, "at \(cut)") }
        #expect(try Reading.events(body, cutAt: Array(0...body.count)) == whole)
        for cut in stride(from: 0, through: body.count, by: 7) {
            for other in stride(from: cut, through: body.count, by: 5) {
                #expect(try Reading.events(body, cutAt: [cut, other]) == whole, "at \(cut), \(other)")
            }
        }
    }

    /// Documents and events accept the same bodies with the same content, wherever they are split.
    @Test func mutations() throws {
        var generator = SeededGenerator(seed: 20)
        let pieces = [
            "<", ">", "</", "/>", "&", ";", "]]>", "<!--", "-->", "<![CDATA[", "'", "\"", "=", "\r", "<?", "?>",
        ]
        .map { Array($0.utf8) }
        for round in 0..<1500 {
            let body = Mutation.mutate(
                Array(Self.bodies[round % 4].utf8),
                dictionary: pieces,
                using: &generator
            )
            let whole = try Reading.events(body, charset: "utf-8")
            let cuts = (0..<3).map { _ in Int.random(in: 0...body.count, using: &generator) }.sorted()
            #expect(try Reading.events(body, cutAt: cuts, charset: "utf-8") == whole, "\(body) at \(cuts)")
            #expect(try Reading.events(body, cutAt: Array(0...body.count), charset: "utf-8") == whole, "\(body)")
            // A document may end with a zero byte, which libxml2 accepts.
            if body.contains(0) { continue }
            do {
                let document = try XML.Document(parsing: body, charset: "utf-8")
                #expect(whole.code == nil, "\(whole.message ?? "") \(String(decoding: body, as: UTF8.self))")
                #expect(whole.contentLines == EventWalk.lines(of: document), "\(String(decoding: body, as: UTF8.self))")
            } catch {
                #expect(whole.code != nil, "\(error) \(String(decoding: body, as: UTF8.self))")
            }
        }
    }

    /// A long text, and a tag that ends far away.
    @Test func longPieces() throws {
        let text = String(repeating: "word &amp; ", count: 20_000)
        let body = Array("<a b='\(text)'>\(text)<!--\(text)--></a>".utf8)
        let whole = try Reading.events(body)
        #expect(whole.elements.count == 6)
        for size in [1000, 4096, 65_536] {
            #expect(try Reading.events(body, cutAt: Array(stride(from: 0, to: body.count, by: size))) == whole)
        }
    }
}
