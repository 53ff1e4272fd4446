import MimeographJSON
import MimeographXML
import Testing

@testable import mimeo

/// The rules for the conversion between XML and JSON.
@Suite struct ConversionTests {
    private func convert(_ text: String, from: String, to: String) -> ToolRun {
        ToolRun("convert", "-", "--type=application/\(from)", "--to=application/\(to)", input: text)
    }

    private static let declaration = #"<?xml version="1.0" encoding="UTF-8"?>"#

    /// In both directions.
    @Test(
        arguments: [
            ("<a/>", #"{"a":""}"#), ("<a>x &amp; y</a>", #"{"a":"x & y"}"#),
            ("<a i=\"1\">t</a>", ##"{"a":{"@i":"1","#text":"t"}}"##),
            ("<a><b>1</b><b>2</b></a>", #"{"a":{"b":["1","2"]}}"#),
            (
                "<a xmlns=\"urn:1\" xmlns:p=\"urn:2\" p:x=\"1\"><p:b/></a>",
                ##"{"a":{"@xmlns":"urn:1","@xmlns:p":"urn:2","@p:x":"1","p:b":""}}"##
            ),
            ("<a><b_x0020_c>1</b_x0020_c></a>", #"{"a":{"b c":"1"}}"#),
            ("<a xml:lang=\"de\">t</a>", ##"{"a":{"@xml:lang":"de","#text":"t"}}"##),
            ("<a><b xmlns=\"urn:1\"/></a>", ##"{"a":{"b":{"@xmlns":"urn:1"}}}"##),
            (
                "<a><b xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xsi:nil=\"true\"/><c/></a>",
                #"{"a":{"b":null,"c":""}}"#
            ),
        ]
    )
    func bothWays(_ xml: String, _ json: String) {
        #expect(convert(xml, from: "xml", to: "json").output == json)
        #expect(convert(json, from: "json", to: "xml").output == Self.declaration + xml)
    }

    /// Features of XML that JSON does not have are left out.
    @Test(
        arguments: [
            ("<a>\n <b/>\n</a>", #"{"a":{"b":""}}"#), ("<a>x<b/>y<!--c--></a>", ##"{"a":{"b":"","#text":"xy"}}"##),
            ("<a><b/><c/><b/></a>", #"{"a":{"b":["",""],"c":""}}"#), ("<a><![CDATA[<]]>&lt;</a>", #"{"a":"<<"}"#),
            ("<a><?p i?> </a>", #"{"a":" "}"#),
        ]
    )
    func xmlToJSON(_ xml: String, _ json: String) {
        #expect(convert(xml, from: "xml", to: "json").output == json)
    }

    @Test(
        arguments: [
            ("7", "<root>7</root>"), ("1e400", "<root>1e400</root>"), ("true", "<root>true</root>"),
            (#""""#, "<root/>"),
            ("[1,[2,[]],{}]", "<root><item>1</item><item><item>2</item><item/></item><item/></root>"),
            (#"{"a":[1]}"#, "<root><a>1</a></root>"), (#"{"@a":1}"#, #"<root a="1"/>"#),
            (##"{"#text":1}"##, "<root>1</root>"),
            (#"{"a":{"@b":[1],"@c":{},"@":2}}"#, "<a><_x0040_b>1</_x0040_b><_x0040_c/><_x0040_>2</_x0040_></a>"),
            (##"{"a":{"#text":["x"],"b":[]}}"##, "<a><_x0023_text>x</_x0023_text></a>"),
            (#"{"a":{"p:b":1,"@q:c":2}}"#, #"<a q_x003A_c="2"><p_x003A_b>1</p_x003A_b></a>"#),
            (
                #"{"a":{"@xmlns":7,"@xmlns:p":"","@xmlns:1":"urn:x"}}"#,
                #"<a _x0078_mlns="7" xmlns_x003A_p="" xmlns_x003A_1="urn:x"/>"#
            ),
            (#"{"":{"1":2}}"#, "<_x_><_x0031_>2</_x0031_></_x_>"),
        ]
    )
    func jsonToXML(_ json: String, _ xml: String) {
        #expect(convert(json, from: "json", to: "xml").output == Self.declaration + xml)
    }

    /// The readers limit the depth, not the stack.
    @Test func deepValues() {
        let json = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        #expect(convert(json, from: "json", to: "xml").exitCode == .success)
        let xml = String(repeating: "<a>", count: 200) + String(repeating: "</a>", count: 200)
        #expect(convert(xml, from: "xml", to: "json").output.hasPrefix(#"{"a":{"a":"#))
    }

    @Test func textThatXMLCannotCarry() {
        let run = convert(#"{"a":"\u0000"}"#, from: "json", to: "xml")
        #expect(run.exitCode == .badBody)
        #expect(run.output == "")
    }

    /// Losses are reported.
    @Test(arguments: ["json", "xml", "x-plist"])
    func documentTypesAreLeftOut(to type: String) {
        let run = convert("<!DOCTYPE a [<!ENTITY e 'x'>]><a>&e;</a>", from: "xml", to: type)
        #expect(run.exitCode == .success)
        #expect(!run.output.contains("ENTITY") && run.output.contains("x"))
        #expect(run.errorOutput.contains("the document type declaration is left out"))
        #expect(!convert("<a>x</a>", from: "xml", to: type).errorOutput.contains("document type"))
    }

    /// Half floats of CBOR, as XML Schema writes them.
    @Test(arguments: [(0x7E, "NaN"), (0x7C, "INF"), (0xFC, "-INF")] as [(UInt8, String)])
    func numbersThatAreNotFinite(_ byte: UInt8, _ text: String) {
        let run = ToolRun(["convert", "-", "--type=application/cbor", "--to=application/xml"], input: [0xF9, byte, 0])
        #expect(run.output == Self.declaration + "<root>\(text)</root>")
    }

    /// `{1: 2, "1": 3}`, and `{h'00': 2, "AA==": 3}`.
    @Test(arguments: [[0xA2, 1, 2, 0x61, 0x31, 3], [0xA2, 0x41, 0, 2, 0x64, 0x41, 0x41, 0x3D, 0x3D, 3]] as [[UInt8]])
    func keysThatBecomeTheSameText(_ bytes: [UInt8]) {
        for type in ["json", "xml", "x-plist"] {
            let run = ToolRun(["convert", "-", "--type=application/cbor", "--to=application/\(type)"], input: bytes)
            #expect(run.exitCode == .badBody && run.output == "", "\(type)")
        }
        let kept = ToolRun(["convert", "-", "--type=application/cbor", "--to=application/msgpack"], input: bytes)
        #expect(kept.exitCode == .success)
    }

    @Test func emptyContainersThatAreLeftOutAreReported() {
        #expect(convert(#"{"a":[],"b":1}"#, from: "json", to: "xml").errorOutput.contains("empty arrays were left out"))
        #expect(!convert(#"{"a":[[]],"b":{}}"#, from: "json", to: "xml").errorOutput.contains("left out"))
        for value in [#"{"a":[]}"#, #"{"a":{"b":{}},"c":1}"#, "[[]]"] {
            #expect(ToolRun("encode", "-", input: value).errorOutput.contains("are left out"), "\(value)")
        }
        #expect(!ToolRun("encode", "-", input: #"{"a":[1]}"#).errorOutput.contains("left out"))
    }

    @Test func otherTypesOfXML() {
        #expect(convert("<a/>", from: "atom+xml", to: "svg+xml").output == Self.declaration + "<a/>")
        #expect(convert("<a/>", from: "xml", to: "vnd.x+json").output == #"{"a":""}"#)
    }
}
