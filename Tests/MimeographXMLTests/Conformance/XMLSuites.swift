import Mimeograph
package import MimeographConformance
import MimeographText
import MimeographXML
import SuiteSupport

/// The suites of XML: documents, written elements, any `Codable` type, events and subtrees.
package enum XMLSuites {
    package static var all: [ConformanceSuite] { [document, format, writer, events, subtrees, values] }

    private static let types: [MediaRange] = ["application/xml", "text/xml", "application/*+xml", "*/*+xml"]
    private static let sample = """
        <?xml version="1.0"?>
        <!DOCTYPE a [<!ENTITY e "E">]>
        <a xmlns:p="urn:p" x="1&amp;2"><!-- c --><p:b>é &e;</p:b><![CDATA[<]]><?t d?></a>
        """
    private static let canonical = "<a xmlns:p=\"urn:p\" x=\"1&amp;2\"><p:b>é E</p:b>&lt;<?t d?></a>"
    private static let pieces = [
        "<a>", "</a>", "<a/>", "<!--", "-->", "<![CDATA[", "]]>", "<?xml version='1.0'?>", "<!DOCTYPE a [", "]>", "&e;",
        "&#x41;", "&#0;", "&lt;", "xmlns:p='u'", "p:", " x='1'", "<!ENTITY f '&e;&e;'>", "\u{0}", "é",
    ]

    private static var document: ConformanceSuite {
        ConformanceSuite(
            "xml",
            reading: XMLDocumentResponseSerializer(),
            types: types,
            fixtures: [
                .reads("all of it", sample) { String(decoding: $0.canonicalBytes, as: UTF8.self) == canonical },
                .reads("an element", "<a/>") { $0.root.children.isEmpty },
                .refuses("an open element", "<a><b></b>", .truncated),
                .refuses("overlapping elements", "<a><b></a></b>", .syntax),
                .refuses("an unknown entity", "<a>&nobody;</a>", .syntax),
                .refuses("two elements", "<a/><b/>", .syntax),
                .refuses("bad UTF-8", [0x3C, 0x61, 0x3E, 0xC3, 0x28, 0x3C, 0x2F, 0x61, 0x3E], .invalidText),
            ],
            capabilities: [
                .comparing { $0.canonicalBytes },
                .writer(XMLDocumentRequestSerializer()),
                .text("<a>é</a>", in: encodings) { $0.root.stringValue == "é" },
                .notApplicable(.failedWrite, because: "a document that was read can be written"),
                .notApplicable(.declining, because: "it declines nothing"),
                .limit(.outputBytes, at: 1001, body: expanding),
                .noOracle,
            ] + shared()
        )
    }

    /// Any `Codable` type.
    private static var format: ConformanceSuite {
        ConformanceSuite(
            "xml-format",
            format: XMLFormat(),
            of: Record.self,
            types: ["application/xml", "text/xml", "*/*+xml"],
            fixtures: [
                .reads("all of it", Record.sampleXML, as: .sample),
                .refuses("another shape", "<Record><name>a</name><ratio>x</ratio></Record>", .dataShape),
                .refuses("cut short", String(Record.sampleXML.dropLast(3)), .truncated),
            ],
            capabilities: [
                .unwritable(Record.named("\u{0}")),
                .limit(.outputBytes, at: 1001) { expanding($0, in: "Record", with: Record.named("").xml) },
                .text(Record.named("é").xml, as: .named("é"), in: encodings),
                .noOracle,
            ] + shared(around: true)
        )
    }

    private static var writer: ConformanceSuite {
        ConformanceSuite(
            "xml-writer",
            writing: XMLRequestSerializer(),
            types: ["application/xml"],
            fixtures: [
                .writes(
                    "an element",
                    XML.Element("a", attributes: ["x": "1&2"]) { "é<" },
                    as: "<?xml version=\"1.0\" encoding=\"UTF-8\"?><a x=\"1&amp;2\">é&lt;</a>"
                )
            ],
            capabilities: [
                .comparing { element in try? XML.Document(parsing: element.serialized()).canonicalized() },
                .reader(XMLDocumentResponseSerializer().map { XML.Element(root: $0) }),
                .unwritable(XML.Element("no name at all")),
                .noOracle,
            ]
        )
    }

    private static var events: ConformanceSuite {
        ConformanceSuite(
            "xml-events",
            streaming: XMLParserResponseSerializer(),
            types: types,
            fixtures: [
                .reads("all of it", sample) { $0.last?.kind == .endDocument && $0.count > 8 },
                .refuses("an open element", "<a><b></b>", .truncated),
                .refuses("overlapping elements", "<a><b></a></b>", .syntax),
            ],
            capabilities: [
                .limit(.inputBytes, at: 100) { Array("<i>\(String(repeating: "x", count: $0))</i>".utf8) },
                .notApplicable(.elements, because: "an event is handed on, and none is kept"),
                .text("<a>é</a>", in: encodings) { $0.contains { $0.kind == .text("é") } },
            ] + streaming() + shared()
        )
    }

    private static var subtrees: ConformanceSuite {
        ConformanceSuite(
            "xml-subtrees",
            streaming: XMLParserResponseSerializer().subtrees(named: "i"),
            types: types,
            fixtures: [
                .reads("two", "<f xmlns:p='urn:p'><i>1<i/></i><j/><i p:x='2'>é</i></f>") { $0.count == 2 },
                .refuses("an open element", "<f><i>1</i><i>", .truncated),
            ],
            capabilities: [
                .comparing { $0.map(\.canonicalBytes) },
                // An element is measured up to its end tag.
                .limit(.inputBytes, at: 100) { Array("<i>\(String(repeating: "x", count: $0 - 3))</i>".utf8) },
                .notApplicable(.charsets, because: "the encoding is found as for events, whose suite says more"),
            ] + streaming() + shared()
        )
    }

    private static var values: ConformanceSuite {
        ConformanceSuite(
            "xml-values",
            streaming: XMLParserResponseSerializer().subtrees(named: "Record").decoded(),
            of: Record.self,
            types: types,
            fixtures: [
                .reads("two", "<f>\(Record.sampleXML)<j/>\(Record.sampleXML)</f>", as: [.sample, .sample]),
                .refuses("another shape", "<f>\(Record.sampleXML)<Record/></f>", .dataShape),
            ],
            capabilities: [
                .limit(.inputBytes, at: 100) {
                    let rest = Record.named("").xml.utf8.count - "</Record>".utf8.count
                    return Array(Record.named(String(repeating: "x", count: $0 - rest)).xml.utf8)
                },
                .text("<f>\(Record.named("é").xml)</f>", as: [.named("é")], in: encodings),
            ] + streaming() + shared(around: true)
        )
    }

    private static let encodings: [TextEncoding] = [
        .utf8, .utf16LittleEndian, .utf16BigEndian, .windows1252,
    ]

    /// The capabilities of all kinds of values.
    private static func shared<Value: Sendable>(around record: Bool = false) -> [ConformanceCapability<Value>] {
        // A record has three elements with texts, which are six nodes. With the record itself there are seven.
        let (start, end, nodes) =
            record ? ("<Record><name>a</name><ratio>0</ratio><tags>x</tags>", "</Record>", 7) : ("<i>", "</i>", 1)
        return [
            .limit(.depth) { depth in
                let levels = depth - 1
                return Array(
                    (start + String(repeating: "<b>", count: levels) + String(repeating: "</b>", count: levels) + end)
                        .utf8
                )
            },
            .limit(.elements, at: 20) { count in
                Array((start + String(repeating: "<b/>", count: count - nodes) + end).utf8)
            },
            .emptyBodyIsRefused,
            .plugin(XMLPlugin()),
            .vocabulary(pieces),
            .notApplicable(.expansionRatio, because: "what entities make is bounded by outputBytes"),
            .noPixels,
        ]
    }

    /// Returns a document whose entity expands to that many bytes.
    private static func expanding(_ count: Int) -> [UInt8] { expanding(count, in: "i", with: "") }

    private static func expanding(_ count: Int, in root: String, with content: String) -> [UInt8] {
        let text = String(repeating: "x", count: count)
        let members = content.replacing("<\(root)>", with: "").replacing("</\(root)>", with: "")
        return Array("<!DOCTYPE \(root) [<!ENTITY e \"\(text)\">]><\(root)>\(members)<i>&e;</i></\(root)>".utf8)
    }

    /// The capabilities of all kinds of streams.
    private static func streaming<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            .locationsAreElsewhere("they count the UTF-8 that was made of another encoding"),
            .notApplicable(
                .outputBytes,
                because: "it is counted beside what has arrived, so that no body costs just so much"
            ),
            .noOracle,
            .notApplicable(.roundTrip, because: "nothing writes streams"),
        ]
    }
}

extension Record {
    /// The sample in the form of another writer.
    static let sampleXML = """
        <Record><name>Ada &amp; "é"</name><ratio>-2.5</ratio><count>9007199254740993</count><tags>a</tags><tags>b c</tags>\
        <child><name/><ratio>0</ratio><tags>x</tags></child></Record>
        """

    /// The record in XML, with its name unchanged.
    var xml: String { "<Record><name>\(name)</name><ratio>0</ratio><tags>x</tags></Record>" }
}

extension XML.Document {
    /// Bytes that are equal for documents with the same content.
    fileprivate var canonicalBytes: [UInt8] { (try? canonicalized()) ?? serialized() }
}
