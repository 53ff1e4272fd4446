import MimeographXML
import Testing

@testable import mimeo

@Suite struct XMLLayoutTests {
    private func laidOut(_ text: String, _ style: Style = .plain) throws -> String {
        let writer = RecordingWriter()
        XMLLayout(style: style).write(try XML.Document(parsing: text.utf8), to: writer)
        return writer.text
    }

    @Test func elementsHaveLinesOfTheirOwn() throws {
        let text = "<!--b--><a x='1&quot;'>\n<b/><c>t<d/> </c><e> </e><f><!--g--></f><?p i?></a>"
        #expect(
            try laidOut(text) == """
                <!--b-->
                <a x="1&quot;">
                  <b/>
                  <c>t<d/> </c>
                  <e> </e>
                  <f>
                    <!--g-->
                  </f>
                  <?p i?>
                </a>

                """
        )
    }

    @Test func namespacesAndCDATA() throws {
        let text = #"<a xmlns="urn:1" xmlns:p="urn:2"><p:b><![CDATA[<&]]></p:b></a>"#
        #expect(
            try laidOut(text) == """
                <a xmlns="urn:1" xmlns:p="urn:2">
                  <p:b><![CDATA[<&]]></p:b>
                </a>

                """
        )
    }

    /// Characters that a terminal would act on are escaped.
    @Test func hiddenCharacters() throws {
        #expect(try laidOut("<a b='\u{202E}'>\u{9B}1m</a>") == "<a b=\"\\u202e\">\\u009b1m</a>\n")
    }

    @Test func colors() throws {
        let style = Style(setting: "always", isTerminal: false, environment: [:])
        let text = try laidOut("<a b='c'>d</a>", style)
        #expect(text.contains("\u{1B}[34m<a\u{1B}[0m"))
        #expect(text.contains("\u{1B}[32m\"c\"\u{1B}[0m"))
    }

    /// The layout of a very deep document needs memory in proportion to its size.
    @Test func indentationStopsGrowing() throws {
        let depth = 200
        let text = String(repeating: "<a>", count: depth) + "<b/>" + String(repeating: "</a>", count: depth)
        let lines = try laidOut(text).split(separator: "\n" as Character)
        let widest = lines.map { $0.prefix { $0 == " " }.count }.max()
        #expect(widest == 2 * JSONLayout.deepestIndent)
    }
}
