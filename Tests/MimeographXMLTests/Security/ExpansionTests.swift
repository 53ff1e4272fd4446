import Mimeograph
import MimeographXML
import TestSupport
import Testing

/// Bodies that would cost far more than their size.
@Suite struct ExpansionTests {
    private static func entities(_ count: Int, of first: String, each: Int) -> String {
        var text = "<!DOCTYPE a [<!ENTITY e0 \"\(first)\">"
        for index in 1...count {
            text += "<!ENTITY e\(index) \"" + String(repeating: "&e\(index - 1);", count: each) + "\">"
        }
        return text + "]>"
    }

    /// A name, a body, and a part of its error.
    static let bombs: [(name: String, body: String)] = [
        ("billion laughs", entities(10, of: "lol", each: 10) + "<a>&e10;</a>"),
        ("billion laughs in an attribute", entities(10, of: "lol", each: 10) + "<a b='&e10;'/>"),
        ("billion laughs of elements", entities(10, of: "<l/>", each: 10) + "<a>&e10;</a>"),
        (
            "billion laughs in a default",
            entities(10, of: "lol", each: 10).dropLast(2) + "<!ATTLIST a b CDATA '&e10;'>]><a/>"
        ),
        (
            "quadratic blow-up",
            "<!DOCTYPE a [<!ENTITY e \"" + String(repeating: "x", count: 50_000) + "\">]><a>"
                + String(repeating: "&e;", count: 50_000) + "</a>"
        ),
        (
            "quadratic blow-up in an attribute",
            "<!DOCTYPE a [<!ENTITY e \"" + String(repeating: "x", count: 50_000) + "\">]><a b='"
                + String(repeating: "&e;", count: 50_000) + "'/>"
        ),
        (
            "many short entities in one text",
            "<!DOCTYPE a [<!ENTITY e 'x'>]><a>" + String(repeating: "y&e;", count: 500_000) + "</a>"
        ),
        ("a circle of entities", "<!DOCTYPE a [<!ENTITY b '&c;'><!ENTITY c '&b;'>]><a>&b;</a>"),
        ("an entity of itself", "<!DOCTYPE a [<!ENTITY b '<c>&b;</c>'>]><a>&b;</a>"),
        (
            "an entity of many attributes",
            "<!DOCTYPE a [<!ENTITY e \"&#60;b " + (0..<3000).map { "c\($0)=''" }.joined(separator: " ")
                + "/>\">]><a>&e;</a>"
        ),
        ("a tag of many attributes", "<a " + (0..<100_000).map { "b\($0)=''" }.joined(separator: " ") + "/>"),
        ("a tag of many declarations", "<a " + (0..<100_000).map { "xmlns:b\($0)='u'" }.joined(separator: " ") + "/>"),
        (
            "many default attributes",
            "<!DOCTYPE a [<!ATTLIST b " + (0..<600).map { "c\($0) CDATA ''" }.joined(separator: " ") + ">]><a><b/></a>"
        ),
        (
            "default attributes of many elements",
            "<!DOCTYPE a [<!ATTLIST b " + (0..<400).map { "c\($0) CDATA ''" }.joined(separator: " ") + ">]><a>"
                + String(repeating: "<b/>", count: 20_000) + "</a>"
        ),
        (
            // The maximum number, on as many elements as 4 Mi of nodes allow.
            "default attributes of empty tags",
            "<!DOCTYPE a [<!ATTLIST b " + (0..<500).map { "c\($0) CDATA '0123456789'" }.joined(separator: " ")
                + ">]><a>"
                + String(repeating: "<b/>", count: 520) + "</a>"
        ),
        (
            "a long default value",
            "<!DOCTYPE a [<!ATTLIST b c CDATA '" + String(repeating: "x", count: 15_000) + "'>]><a>"
                + String(repeating: "<b/>", count: 5_000) + "</a>"
        ),
        (
            "a default value of an entity",
            "<!DOCTYPE a [<!ENTITY e '" + String(repeating: "x", count: 100_000) + "'><!ATTLIST b c CDATA '&e;'>]><a>"
                + String(repeating: "<b/>", count: 1_000) + "</a>"
        ),
        (
            "default declarations of namespaces",
            "<!DOCTYPE a [<!ATTLIST b " + (0..<500).map { "xmlns:c\($0) CDATA 'urn:0123456789'" }.joined(separator: " ")
                + ">]><a>"
                + String(repeating: "<b/>", count: 520) + "</a>"
        ),
        (
            "a long default namespace",
            "<!DOCTYPE a [<!ATTLIST b xmlns CDATA '" + String(repeating: "x", count: 15_000) + "'>]><a>"
                + String(repeating: "<b/>", count: 5_000) + "</a>"
        ),
        (
            "many declarations in scope",
            String(repeating: "<a " + (0..<200).map { "xmlns:b\($0)='u'" }.joined(separator: " ") + ">", count: 5)
        ),
        ("a long content model", "<!DOCTYPE a [<!ELEMENT a (" + String(repeating: "b,", count: 300_000) + "b)>]><a/>"),
        (
            "a long enumeration",
            "<!DOCTYPE a [<!ATTLIST a b (" + (0..<50_000).map { "c\($0)" }.joined(separator: "|") + ") #IMPLIED>]><a/>"
        ),
        ("many entities", "<!DOCTYPE a [" + (0..<30_000).map { "<!ENTITY e\($0) ''>" }.joined() + "]><a/>"),
        ("deep nesting", String(repeating: "<a>", count: 200_000)),
        (
            "deep nesting by entities",
            "<!DOCTYPE a [" + (0..<300).map { "<!ENTITY e\($0) '<b>&e\($0 + 1);</b>'>" }.joined()
                + "<!ENTITY e300 ''>]><a>&e0;</a>"
        ),
        ("a long name", "<" + String(repeating: "a", count: 100_000) + "/>"),
        ("many names", "<a>" + (0..<150_000).map { "<b\($0)/>" }.joined() + "</a>"),
        ("many targets", "<a>" + (0..<150_000).map { "<?b\($0)?>" }.joined() + "</a>"),
    ]

    @Test(arguments: bombs.indices) func isALimit(index: Int) throws {
        let bomb = Self.bombs[index]
        var limits = DecodingLimits.standard
        limits.elements = 1 << 18
        let clock = ContinuousClock()
        let start = clock.now
        let error = try #require(throws: SerializationError.self, "\(bomb.name)") {
            try XML.Document(parsing: bomb.body.utf8, limits: limits)
        }
        #expect(error.code == .limitExceeded, "\(bomb.name): \(error)")
        #expect(error.remedy != nil, "\(bomb.name)")
        // The bound is wide, because the machine may be busy. Without limits, each body would take minutes.
        #expect(clock.now - start < .seconds(60), "\(bomb.name)")
    }

    /// The error for each decoding limit names the limit.
    @Test(arguments: [
        (DecodingLimits.Limit.elements, "<a><b/><b/><b/></a>", 3), (.elements, "<a b='' c='' d=''/>", 3),
        (.elements, "<a>x<b/>y<b/></a>", 4), (.elements, "<a><!----><!----><!----></a>", 3),
        (.elements, "<a><?b?><?b?><?b?></a>", 3), (.elements, "<a xmlns:b='u' xmlns:c='u' xmlns:d='u'/>", 3),
        (.depth, "<a><b><c/></b></a>", 2), (.inputBytes, "<a/>", 3),
        (
            .outputBytes,
            "<!DOCTYPE a [<!ENTITY e '0123456789012345678901234567890123456789'>]><a>&e;&e;&e;&e;</a>", 100
        ),
        (.outputBytes, "<!DOCTYPE a [<!ENTITY e '<![CDATA[x]]>-<![CDATA[x]]>'>]><a>&e;&e;</a>", 300),
        (.outputBytes, "<!DOCTYPE a [<!ATTLIST b c CDATA '0123456789'>]><a><b/><b/><b/><b/><b/><b/></a>", 50),
    ])
    func theLimits(limit: DecodingLimits.Limit, body: String, allowed: Int) throws {
        var limits = DecodingLimits.standard
        limits[limit] = allowed
        let error = try #require(throws: SerializationError.self) {
            try XML.Document(parsing: body.utf8, limits: limits)
        }
        #expect(error.code == .limitExceeded)
        #expect(error.limit?.limit == limit)
        #expect(error.limit?.allowed == allowed)
        #expect(error.remedy?.contains(limit.rawValue) == true)
        // A default attribute counts as its size in a tree, 256 bytes.
        limits[limit] = allowed * 40
        #expect(throws: Never.self) { try XML.Document(parsing: body.utf8, limits: limits) }
    }

    /// libxml2's own limits apply in addition to all `DecodingLimits`.
    @Test func theLibrarysOwnLimits() throws {
        var limits = DecodingLimits.standard
        limits.depth = 100_000
        limits.inputBytes = 1 << 30
        limits.outputBytes = 1 << 30
        func parse(_ body: String) throws { _ = try XML.Document(parsing: body.utf8, limits: limits) }
        func levels(_ count: Int) -> String {
            String(repeating: "<a>", count: count) + String(repeating: "</a>", count: count)
        }
        func text(_ count: Int) -> String { "<a>\(String(repeating: "x", count: count))</a>" }
        #expect(throws: Never.self) { try parse(levels(256)) }
        #expect(throws: Never.self) { try parse(text(9_999_999)) }
        for body in [levels(257), text(10_000_001)] {
            let error = try #require(throws: SerializationError.self) { try parse(body) }
            #expect(error.code == .limitExceeded)
            #expect(error.message.contains("more than 256") || error.message.contains("10,000,000"))
        }
    }

    /// The error for each limit of the options names the option.
    @Test(arguments: [
        ("attributesPerElement", "<a b='' c=''/>"), ("namespacesInScope", "<a xmlns:b='u'><c xmlns:d='u'/></a>"),
        ("distinctNames", "<a><b/><c/><d/></a>"), ("documentTypeBytes", "<!DOCTYPE a [<!ENTITY e 'x'>]><a/>"),
    ])
    func theOptions(setting: String, body: String) throws {
        let options =
            switch setting {
            case "attributesPerElement": XMLReadingOptions(attributesPerElement: 1)
            case "namespacesInScope": XMLReadingOptions(namespacesInScope: 1)
            case "distinctNames": XMLReadingOptions(distinctNames: 1)
            default: XMLReadingOptions(documentTypeBytes: 1)
            }
        let error = try #require(throws: SerializationError.self) {
            try XML.Document(parsing: body.utf8, options: options)
        }
        #expect(error.code == .limitExceeded)
        #expect(error.remedy?.contains(setting) == true)
        #expect(throws: Never.self) { try XML.Document(parsing: body.utf8) }
    }

    /// Harmless documents are read, even if they resemble an attack.
    @Test func notAnAttack() throws {
        let attributes = (0..<500).map { "b\($0)='=<>'".replacing("<", with: "&lt;") }.joined(separator: " ")
        #expect(try XML.Document(parsing: "<a \(attributes)/>".utf8).root.attributes.count == 500)
        let text = String(repeating: "b='' ", count: 100_000)
        for body in ["<a>\(text)</a>", "<a><![CDATA[\(text)]]></a>", "<a><!--\(text)--></a>", "<a b=\"\(text)\"/>"] {
            let root = try XML.Document(parsing: body.utf8).root
            #expect(
                root.stringValue.count + (root[attribute: "b"]?.count ?? 0)
                    + (root.children.first?.stringValue.count ?? 0) >= text.count
            )
        }
        // Source code with a less-than sign before very many equals signs.
        let code = "for (i = 0; i <n; i++) " + String(repeating: "x = y; s = 'z'; ", count: 2000)
        #expect(try XML.Document(parsing: "<a><![CDATA[\(code)]]></a>".utf8).root.stringValue == code)
        let entities = "<!DOCTYPE a [<!ENTITY e '<b>x</b>'>]><a>" + String(repeating: "&e;", count: 1000) + "</a>"
        let document = try XML.Document(parsing: entities.utf8)
        #expect(document.root.elements("b").count == 1000)
        #expect(document.root.stringValue == String(repeating: "x", count: 1000))
    }

    /// Beyond the number of indexed IDs, id() throws instead of missing one.
    @Test func identifiers() throws {
        let few = try XML.Document(parsing: "<a><b xml:id='x'/><b xml:id='y'/></a>".utf8)
        #expect(
            try few.nodes("id('y')").map { $0[attribute: "id", namespace: "http://www.w3.org/XML/1998/namespace"] } == [
                "y"
            ]
        )
        let body = "<a>" + (0..<70_000).map { "<b xml:id='i\($0)'/>" }.joined() + "</a>"
        let many = try XML.Document(parsing: body.utf8)
        let error = try #require(throws: SerializationError.self) { try many.nodes("id('i69999')") }
        #expect(error.code == .limitExceeded)
        #expect(try many.nodes("//*[@xml:id = 'i69999']").count == 1)
        // The same applies if more ID attributes are declared than libxml2 finds quickly.
        for (count, isAnswered) in [(512, true), (513, false)] {
            let declarations = (0..<count).map { "<!ATTLIST b\($0) i ID #IMPLIED>" }.joined()
            let declared = try XML.Document(parsing: "<!DOCTYPE a [\(declarations)]><a><b511 i='x'/></a>".utf8)
            let found = Result { try declared.nodes("id('x')").count }
            #expect((try? found.get()) == (isAnswered ? 1 : nil))
        }
    }
}
