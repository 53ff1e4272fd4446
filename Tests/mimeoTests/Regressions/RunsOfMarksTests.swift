import Mimeograph
import MimeographJSON
import MimeographXML
import TestSupport
import Testing

@testable import mimeo

/// Swift sorts runs of combining marks when it compares and hashes strings, in time that grows with the square of a run. The tool
/// once took 14 seconds to convert a JSON body of 125 KiB to XML.
@Suite(.serialized) struct RunsOfMarksTests {
    static let conversions: [TextWork] = [
        TextWork("JSON to XML", of: { json($0) }) { json in
            _ = JSONToXML.convert(json)
        },
        TextWork("a root of one member", of: { JSON.object([(key: $0, value: JSON(1))]) }) { json in
            _ = JSONToXML.convert(json)
        },
        TextWork("XML to JSON", of: { element($0) }) { element in
            _ = XMLToJSON.convert(element)
        },
        run("decode", "--type=application/json") { "{\"\($0)\":\"\($0)\",\"\($0)b\":[\"\($0)\"]}" },
        run("decode", "--type=application/problem+json") { "{\"type\":\"\($0)\",\"\($0)\":\"\($0)\"}" },
        run("decode", "--type=text/event-stream") { "event: \($0)\ndata: \($0)\nid: \($0)\n\n" },
        run("decode", "--type=application/x-plist") {
            "<plist><dict><key>\($0)</key><string>\($0)</string></dict></plist>"
        },
        run("convert", "--type=application/json", "--to=application/x-plist") {
            "{\"\($0)\":\"\($0)\",\"\($0)b\":[\"\($0)\"]}"
        },
        run("decode", "--type=text/plain") { $0 },
        run("decode", "--type=application/json") { $0 },
        TextWork("a remark", upTo: 1 << 18) { text in
            _ = ToolRun(["explain", "--type=text/\(text);a=\(text)"])
            _ = ToolRun(["decode", "-", "--coding=\(text)"], input: [1])
        },
    ]

    @Test(arguments: conversions) func workGrowsWithTheTextOnly(_ work: TextWork) {
        #expect(work.growth < GrowthOfWork.inProportion)
    }

    private static func json(_ text: String) -> JSON {
        let keys = ["", "@", "@xmlns:", "@\(text)", "\(text)b"]
        return .object(keys.map { (key: $0 + text, value: .object([(key: "@" + text, value: JSON(text))])) })
    }

    private static func element(_ text: String) -> XML.Element {
        var element = XML.Element(text)
        element.namespaces = [XML.NamespaceDeclaration(prefix: text, text)]
        element.attributes = [
            XML.Attribute(XML.Name(localName: text), text), XML.Attribute(XML.Name(localName: "nil"), text),
        ]
        element.children = [.element(XML.Element(text)), .element(XML.Element(text + "b")), .text(text)]
        return element
    }

    private static func run(_ words: String..., body: @escaping @Sendable (String) -> String) -> TextWork {
        TextWork(words.joined(separator: " ") + " of " + body("…"), bytes: body) { bytes in
            _ = ToolRun([words[0], "-"] + words.dropFirst(), input: bytes)
        }
    }
}
