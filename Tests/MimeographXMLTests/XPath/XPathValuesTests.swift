import Mimeograph
import MimeographXML
import Testing

/// Tests of the values of expressions. Source: XPath 1.0 §2 to §4.
@Suite struct XPathValuesTests {
    static let text = """
        <r xmlns:p="urn:p" xml:lang="en"><n>1</n><n>2</n><n>x</n><m>2</m><m>3</m><s> a  b\tc </s><p:t p:u="v" q="w">é€𝄞x</p:t>\
        <l xml:lang="de-AT"><k/></l><i xml:id="one"/><i xml:id="two"/><?pi some data?></r>
        """

    @Test(arguments: [
        // A comparison of node sets is true if any pair satisfies it.
        ("//n = //m", "true"), ("//n != //m", "true"), ("//n < //m", "true"), ("//m < //n", "false"),
        ("//m <= //n", "true"),
        ("//n > //m", "false"), ("//n >= //m", "true"), ("//none = //n", "false"), ("//none != //n", "false"),
        ("//n[1] != //n[1]", "false"), ("//n = 2", "true"), ("//n != 2", "true"), ("2 < //m", "true"),
        ("3 < //m", "false"),
        ("//n = 'x'", "true"), ("'y' = //n", "false"), ("//n != 'x'", "true"), ("//m[1] != '2'", "false"),
        ("//n = true()", "true"), ("//none = false()", "true"), ("//none < true()", "true"), ("true() > //n", "false"),
        ("//n[3] < 5", "false"), ("//n[3] = number(//n[3])", "false"), ("//none < 1", "false"),
        ("//s = ' a  b\tc '", "true"),
        ("/r = 'nothing'", "false"), ("/ = string(/)", "true"), ("//p:t/@* = 'w'", "true"),
        // Other operands.
        ("'a' = 'a'", "true"), ("'1' = 1", "true"), ("1 = true()", "true"), ("'a' < 'b'", "false"),
        ("'1' < '2'", "true"),
        ("1 < 2 < 3", "true"), ("3 > 2 > 1", "false"), ("1 = 1 = 1", "true"), ("false() < true()", "true"),
        ("'' = false()", "true"),
        ("0 div 0 = 0 div 0", "false"), ("0 div 0 != 0 div 0", "true"), ("1 or 1 div 0", "true"),
        ("true() and false()", "false"),
        ("1 or unknown()", "true"), ("0 and $none", "false"),
        // Numbers.
        ("7 mod 2", "1"), ("-7 mod 2", "-1"), ("5 mod -2", "1"), ("1.5 mod 0.5", "0"), ("7 div 2", "3.5"),
        ("2 * 3 - 1", "5"),
        ("1 - 2 - 3", "-4"), ("8 div 2 div 2", "2"), ("- - 3", "3"), ("---3", "-3"), ("--'4'", "4"), ("2*-3", "-6"),
        ("-(1)+2", "1"),
        ("round(2.5)", "3"), ("round(-2.5)", "-2"), ("round(-0.2)", "0"), ("1 div round(-0.2)", "-Infinity"),
        ("round(0.49999999999999994)", "0"), ("round(1 div 0)", "Infinity"), ("round(0 div 0)", "NaN"),
        ("floor(-1.5)", "-2"),
        ("ceiling(-1.5)", "-1"), ("sum(//m)", "5"), ("sum(//n)", "NaN"), ("sum(//none)", "0"), ("number('')", "NaN"),
        ("number(' 12 ')", "12"), ("number(true())", "1"), ("count(//n|//m|//n)", "5"), ("1.", "1"), (".5", "0.5"),
        ("div", ""),
        ("//n[2]/preceding-sibling::n[1]", "1"), ("position()", "1"), ("last()", "1"),
        // Texts.
        ("concat('a', 1, true(), //m)", "a1true2"), ("starts-with('abc', 'ab')", "true"),
        ("starts-with('abc', '')", "true"),
        ("starts-with('ab', 'abc')", "false"), ("contains('abc', 'bc')", "true"), ("contains('abc', '')", "true"),
        ("contains('', 'a')", "false"), ("contains('', '')", "true"), ("substring-before('1999/04/01', '/')", "1999"),
        ("substring-after('1999/04/01', '/')", "04/01"), ("substring-after('1999/04/01', '19')", "99/04/01"),
        ("substring-before('abc', 'x')", ""), ("substring-after('abc', '')", "abc"),
        ("substring-before('abc', '')", ""),
        ("substring('12345', 2, 3)", "234"), ("substring('12345', 2)", "2345"), ("substring('12345', 1.5, 2.6)", "234"),
        ("substring('12345', 0, 3)", "12"), ("substring('12345', 0 div 0, 3)", ""),
        ("substring('12345', 1, 0 div 0)", ""),
        ("substring('12345', -42, 1 div 0)", "12345"), ("substring('12345', -1 div 0, 1 div 0)", ""),
        ("substring('é€𝄞x', 2, 2)", "€𝄞"),
        ("string-length(//p:t)", "4"), ("string-length('e\u{301}')", "2"), ("string-length()", "17"),
        ("normalize-space(//s)", "a b c"),
        ("normalize-space('')", ""), ("translate('bar', 'abc', 'AB')", "BAr"),
        ("translate('--aaa--', 'abc-', 'ABC')", "AAA"),
        ("translate('aa', 'aa', 'xy')", "xx"), ("translate('é€', '€', '𝄞')", "é𝄞"), ("string(//none)", ""),
        ("string(1 div 3)", "0.3333333333333333"),
        ("string(1000000 * 1000000 * 1000000 * 10000)", "10000000000000000000000"),
        // Nodes.
        ("name(//p:t)", "p:t"), ("local-name(//p:t)", "t"), ("namespace-uri(//p:t)", "urn:p"), ("name(//@p:u)", "p:u"),
        ("name(//processing-instruction())", "pi"), ("name(//none)", ""), ("name(/)", ""), ("name()", ""),
        ("string(//@xml:lang[1])", "en"),
        ("count(//p:*)", "1"), ("count(//@p:*)", "1"), ("count(//q:*)", "0"), ("count(//*[lang('en')])", "10"),
        ("count(//*[lang('DE')])", "2"), ("count(//*[lang('de-at-x')])", "0"), ("boolean(//k[lang('de')])", "true"),
        ("count(id('two one none'))", "2"), ("name(id('two')/..)", "r"), ("count(id(//m))", "0"),
        ("count(//processing-instruction('pi'))", "1"),
        ("count(//processing-instruction('other'))", "0"), ("count(//n[. = 2 or position() = last()])", "2"),
        ("//n[last()]", "x"),
        ("count(//*[*][2])", "0"), ("(//n|//m)[last()]", "3"), ("(//m)[2]", "3"), ("//m[2]", "3"), ("//n[//m]", "1"),
        ("//n[count(//m)]", "2"),
        ("//n['x'][2]", "2"), ("count(//n[0])", "0"), ("count(//n[1.5])", "0"), ("count(//n[-1])", "0"),
        ("count(//n[position() < 3])", "2"),
        ("count(/r/n/../n)", "3"), ("count(//n/../..)", "1"), ("count(//node()/ancestor::node())", "10"),
        ("count(//.)", "21"),
        ("count(/)", "1"), ("count(//r)", "1"), ("count(.//r)", "1"), ("count(//n[@*])", "0"),
        ("count(namespace::*)", "0"), ("count(r/namespace::*)", "2"),
        ("count(r/namespace::p)", "1"), ("count(r/namespace::p:p)", "0"), ("string(r/namespace::p)", "urn:p"),
        ("count(//l/namespace::*/..)", "1"),
        ("count(//*/namespace::xml)", "12"), ("name((//k/namespace::*)[2])", "p"),
        ("count(//k/namespace::* | //l/namespace::*)", "4"),
        // Names that are also operators.
        ("count(/r[not(and) and not(or)])", "1"), ("count(//mod | //div)", "0"), ("2 mod 2", "0"), ("count(*)*2", "2"),
        ("* * 0 = 0", "false"),
    ])
    func value(expression: String, value: String) throws {
        let document = try XML.Document(parsing: Self.text.utf8)
        let path = try XML.XPath(expression, namespaces: ["p": "urn:p", "q": ""])
        #expect(try path.string(at: document.node) == value, "\(expression)")
    }

    /// The four result functions agree about a node set.
    @Test func aVariableIsANodeSet() throws {
        let document = try XML.Document(parsing: Self.text.utf8)
        let nodes = try document.nodes("//m|//n")
        let shuffled = XML.XPathValue.nodes(nodes.reversed() + nodes)
        #expect(try document.nodes("$n", variables: ["n": shuffled]) == nodes)
        #expect(try document.nodes("$n[1]", variables: ["n": shuffled]) == [nodes[0]])
        #expect(try document.nodes("$n:m", variables: ["n:m": shuffled]) == nodes)
        #expect(try document.nodes("//n[$i]", variables: ["i": 2]).map(\.stringValue) == ["2"])
        #expect(try document.nodes("//n[$i]", variables: ["i": "2"]).count == 3)
        #expect(throws: SerializationError.self) { try XML.XPath("a", namespaces: ["": "urn:a"]) }
    }
}
