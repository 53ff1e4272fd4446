import Foundation
import Mimeograph
import MimeographXML
import TestSupport
import Testing

@Suite struct XMLWritingTests {
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(arguments: [
        ("<a/>", "<a/>"), ("<a></a>", "<a/>"), ("<a b='1' c='\"'/>", "<a b=\"1\" c=\"&quot;\"/>"),
        ("<a>x&lt;y&gt;z&amp;&#13;</a>", "<a>x&lt;y&gt;z&amp;&#xD;</a>"),
        ("<a b='&#9;&#10;&#13;'/>", "<a b=\"&#x9;&#xA;&#xD;\"/>"),
        ("<a><![CDATA[<x>]]>y<!--z--><?p q?><?r?></a>", "<a><![CDATA[<x>]]>y<!--z--><?p q?><?r?></a>"),
        ("<x:a xmlns:x='u' x:b='1'><c xmlns='v'/></x:a>", "<x:a xmlns:x=\"u\" x:b=\"1\"><c xmlns=\"v\"/></x:a>"),
        ("<a xmlns='u'><b xmlns=''/></a>", "<a xmlns=\"u\"><b xmlns=\"\"/></a>"),
        ("<!--before--><a/><!--after--><?p?>", "<!--before-->\n<a/>\n<!--after-->\n<?p?>"),
        ("<!DOCTYPE a [<!ENTITY e '<b>x</b>'>]><a>&e;&e;</a>", "<!DOCTYPE a>\n<a><b>x</b><b>x</b></a>"),
        ("<!DOCTYPE a PUBLIC 'p' 's\"'><a/>", "<!DOCTYPE a PUBLIC \"p\" 's\"'>\n<a/>"),
        ("<!DOCTYPE a [<!ATTLIST a b CDATA 'c'>]><a/>", "<!DOCTYPE a>\n<a b=\"c\"/>"),
    ])
    func compact(source: String, wanted: String) throws {
        let document = try XML.Document(parsing: source.utf8)
        #expect(text(document.serialized(declaration: false)) == wanted + "\n")
        #expect(text(document.serialized()) == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + wanted + "\n")
        let again = try XML.Document(parsing: document.serialized())
        #expect(again.serialized() == document.serialized())
    }

    @Test func pretty() throws {
        let source = """
            <a><b/><c>text</c>  <d><e f="1"/><!--n--></d><g>mixed <h/> text</g><i xml:space="preserve"><j/></i><k>

            </k></a>
            """
        let wanted = """
            <a>
              <b/>
              <c>text</c>
              <d>
                <e f="1"/>
                <!--n-->
              </d>
              <g>mixed <h/> text</g>
              <i xml:space="preserve"><j/></i>
              <k>

            </k>
            </a>

            """
        let document = try XML.Document(parsing: source.utf8)
        #expect(text(document.serialized(pretty: true, declaration: false)) == wanted)
        let again = try XML.Document(parsing: document.serialized(pretty: true))
        #expect(text(again.serialized(pretty: true, declaration: false)) == wanted)
    }

    /// A written node declares the namespaces that it needs.
    @Test func nodes() throws {
        let source = "<r xmlns='d' xmlns:x='u' xmlns:y='v'><x:a xmlns:y='w' c='1'>t<b/></x:a></r>"
        let document = try XML.Document(parsing: source.utf8)
        let node = try #require(document.root["a"])
        #expect(text(node.serialized()) == "<x:a xmlns:y=\"w\" xmlns=\"d\" xmlns:x=\"u\" c=\"1\">t<b/></x:a>")
        let again = try XML.Document(parsing: node.serialized())
        #expect(again.root.namespaceURI == "u")
        #expect(again.root["b"]?.namespaceURI == "d")
        #expect(node.attribute("c").map { text($0.serialized()) } == " c=\"1\"")
        #expect(node.children.first.map { text($0.serialized()) } == "t")
    }

    @Test func canonical() throws {
        let source =
            "<?xml version='1.0'?><!--c--><n:b  xmlns:n='u:u'  z='2' a = '1'  xmlns:m='v:v'><c></c><m:d/>&#13;<![CDATA[<]]></n:b>"
        let document = try XML.Document(parsing: source.utf8)
        #expect(
            text(try document.canonicalized())
                == "<n:b xmlns:m=\"v:v\" xmlns:n=\"u:u\" a=\"1\" z=\"2\"><c></c><m:d></m:d>&#xD;&lt;</n:b>"
        )
        #expect(text(try document.canonicalized(comments: true)).hasPrefix("<!--c-->\n<n:b"))
        #expect(
            text(try document.canonicalized(.exclusive()))
                == "<n:b xmlns:n=\"u:u\" a=\"1\" z=\"2\"><c></c><m:d xmlns:m=\"v:v\"></m:d>&#xD;&lt;</n:b>"
        )
        let inner = try #require(document.root["d"])
        #expect(text(try inner.canonicalized()) == "<m:d xmlns:m=\"v:v\" xmlns:n=\"u:u\"></m:d>")
        #expect(text(try inner.canonicalized(.exclusive())) == "<m:d xmlns:m=\"v:v\"></m:d>")
        #expect(
            text(try inner.canonicalized(.exclusive(inclusivePrefixes: ["n"])))
                == "<m:d xmlns:m=\"v:v\" xmlns:n=\"u:u\"></m:d>"
        )
        #expect(throws: SerializationError.self) { try #require(document.root.attribute("a")).canonicalized() }
        let relative = try XML.Document(parsing: "<a xmlns='relative'/>".utf8)
        let error = #expect(throws: SerializationError.self) { try relative.canonicalized() }
        #expect(error?.code == .unencodableValue)
    }

    /// Every document of the suites has the same canonical form after it was written and parsed.
    @Test(.needsCorpora, arguments: ["xml-roxmltree", "xml-libxml2"]) func everyDocument(suite: String) throws {
        let expected = try #require(try Corpora.json("\(suite)/expected.json") as? [String: Any])
        let cases = try #require(expected["cases"] as? [String: [String: Any]])
        let lenient = XMLReadingOptions(undeclaredPrefixes: .accept)
        var count = 0
        for path in cases.keys.sorted() {
            guard let document = try? XML.Document(parsing: Corpora.read("\(suite)/\(path)"), options: lenient) else {
                continue
            }
            let again = try XML.Document(parsing: document.serialized(), options: lenient)
            #expect(again.contentDump() == document.contentDump(), "\(path)")
            if let canonical = try? document.canonicalized(comments: true) {
                #expect(try again.canonicalized(comments: true) == canonical, "\(path)")
            }
            let pretty = try XML.Document(parsing: document.serialized(pretty: true), options: lenient)
            #expect(
                pretty.root.descendants.filter { $0.kind == .element }.count
                    == document.root.descendants.filter { $0.kind == .element }.count
            )
            count += 1
        }
        #expect(count > 50)
    }
}
