import Mimeograph
import MimeographXML
import Testing

/// Tests of declarations in a document type. A document and its events must agree about them.
@Suite struct XMLDeclarationTests {
    private struct Verdicts {
        var document: SerializationError?
        var lines: [String] = []
        var events: Reading<XML.Event>
        var subtrees: [XML.Document] = []
        var subtree: SerializationError?

        init(_ body: String, limits: DecodingLimits = .standard) throws {
            let bytes = Array(body.utf8)
            events = try Reading.events(bytes, cutAt: Array(stride(from: 0, to: bytes.count, by: 3)), limits: limits)
            let serializer = XMLParserResponseSerializer().subtrees(named: "a")
            var parser = try serializer.makeParser(for: ResponseHead(status: 200), limits: limits)
            do throws(SerializationError) {
                try parser.consume(bytes.span, into: &subtrees)
                try parser.finish(into: &subtrees)
            } catch {
                subtree = error
            }
            do throws(SerializationError) {
                lines = EventWalk.lines(of: try XML.Document(parsing: bytes, limits: limits))
            } catch {
                document = error
            }
        }
    }

    /// A declaration of an entity is not a reference.
    @Test(arguments: [
        "<!ENTITY % e \"x\">", "<!ENTITY % e SYSTEM \"f\">", "<!ENTITY % e 'x' >\n<!ENTITY % e 'y'\n>",
        "<!ENTITY e 'x'>",
        "<!ENTITY e SYSTEM 'f'>", "<!ENTITY e SYSTEM 'f' NDATA n>", "<!ENTITY e SYSTEM 'f'><!ENTITY e 'x'>",
        "<!ENTITY % e 'x'><!ENTITY e 'x'><!ENTITY % e 'x'>",
    ])
    func aDeclarationIsNotAReference(subset: String) throws {
        let verdicts = try Verdicts("<!DOCTYPE a [\(subset)]><a/>")
        #expect(verdicts.document == nil, "\(subset): \(verdicts.document?.message ?? "")")
        #expect(verdicts.events.code == nil, "\(subset): \(verdicts.events.message ?? "")")
        #expect(verdicts.subtree?.code == nil, "\(subset): \(verdicts.subtree?.message ?? "")")
    }

    /// A reference directly after a declaration is still a reference.
    @Test(arguments: ["<!ENTITY % e 'x'>%e;", "<!ENTITY % e SYSTEM 'f'>%e;", "<!ENTITY e SYSTEM 'f'>%e;", "%e;"])
    func aReferenceToAParameterEntityIsRefused(subset: String) throws {
        let verdicts = try Verdicts("<!DOCTYPE a [\(subset)]><a/>")
        #expect(verdicts.document?.code == .syntax, "\(subset)")
        #expect(
            verdicts.document?.message.contains("parameter entity") == true,
            "\(subset): \(verdicts.document?.message ?? "")"
        )
        #expect(verdicts.events.code == .syntax, "\(subset)")
    }

    /// A declaration counts as no output, and as one node.
    @Test func aDeclarationIsNotASubstitution() throws {
        var limits = DecodingLimits.standard
        limits.outputBytes = 0
        let declarations = (0..<20).map { "<!ENTITY e\($0) '0123456789'>" }.joined()
        let body = "<!DOCTYPE a [\(declarations)]><a/>"
        #expect(throws: Never.self) { try XML.Document(parsing: body.utf8, limits: limits) }
        limits.elements = 22
        #expect(throws: Never.self) { try XML.Document(parsing: body.utf8, limits: limits) }
        limits.elements = 21
        let error = try #require(throws: SerializationError.self) {
            try XML.Document(parsing: body.utf8, limits: limits)
        }
        #expect(error.limit?.limit == .elements)
    }

    /// The first of several declarations of a name counts, even if it refers to something that is never read. Source: XML 1.0
    /// §3.3, §4.2.
    @Test(arguments: [
        ("<!ENTITY e 'x'><!ENTITY e 'y'>", "&e;", "-x"), ("<!ENTITY e 'x'><!ENTITY e SYSTEM 'f'>", "&e;", "-x"),
        ("<!ENTITY e 'x'><!ENTITY e SYSTEM 'f' NDATA n>", "&e;", "-x"),
        ("<!ENTITY e SYSTEM 'f'><!ENTITY e 'x'>", "&e;", nil),
        ("<!ENTITY e PUBLIC 'p' 'f'><!ENTITY e 'x'>", "<b c='&e;'/>", nil),
        ("<!ENTITY e SYSTEM 'f' NDATA n><!ENTITY e 'x'>", "&e;", nil),
        ("<!ENTITY e SYSTEM 'f'><!ENTITY e 'x'><!ENTITY d '&e;'>", "&d;", nil),
        ("<!ENTITY e SYSTEM 'f'><!ENTITY e 'x'><!ATTLIST b c CDATA '&e;'>", "<b/>", nil),
        // A parameter entity is a different one, even with the same name.
        ("<!ENTITY % e SYSTEM 'f'><!ENTITY e 'x'>", "&e;", "-x"),
        // Predefined entities keep their meaning. Source: XML 1.0 §4.6.
        ("<!ENTITY lt 'x'>", "&lt;", "-<"), ("<!ENTITY amp SYSTEM 'f'>", "&amp;", "-&"),
        ("<!ENTITY lt '&#38;#60;'><!ENTITY gt '>'>", "&lt;&gt;", "-<>"),
        ("<!ENTITY quot 'x'><!ENTITY e '&quot;'>", "&e;", "-\""),
        ("<!ATTLIST b c CDATA 'x'><!ATTLIST b c CDATA 'y'>", "<b/>", "(b c=x"),
        ("<!ATTLIST b c CDATA #IMPLIED><!ATTLIST b c CDATA 'y'>", "<b/>", "(b"),
        ("<!ATTLIST b c NMTOKEN 'x' c CDATA ' y '>", "<b/>", "(b c=x"),
        ("<!ATTLIST b c CDATA ' x '><!ATTLIST b c NMTOKEN 'y'>", "<b/>", "(b c= x "),
        ("<!ATTLIST b c CDATA 'x' d CDATA 'y'>", "<b d='z'/>", "(b d=z c=x"),
        (
            "<!ATTLIST b p:c CDATA 'x'><!ATTLIST b xmlns:p CDATA 'u'><!ATTLIST b xmlns:p CDATA 'v'>", "<b/>",
            "(b p:c{u}=x"
        ),
    ])
    func theFirstDeclarationBinds(subset: String, content: String, line: String?) throws {
        let verdicts = try Verdicts("<!DOCTYPE a [\(subset)]><a>\(content)</a>")
        if let line {
            #expect(verdicts.document == nil, "\(verdicts.document?.message ?? "")")
            #expect(verdicts.lines.dropFirst().first == line)
            #expect(verdicts.events.code == nil)
            #expect(verdicts.events.contentLines == verdicts.lines)
            #expect(verdicts.subtrees.first.map(EventWalk.lines(of:)) == verdicts.lines)
        } else {
            #expect(verdicts.document?.code == .syntax)
            #expect(
                verdicts.document?.message.contains("not define itself") == true
                    || verdicts.document?.message.contains("unparsed") == true,
                "\(verdicts.document?.message ?? "")"
            )
            #expect(verdicts.events.code == .syntax)
            #expect(verdicts.events.message == verdicts.document?.message)
            #expect(verdicts.subtree?.code == .syntax)
        }
    }

    /// The requirements of XML 1.0 and Namespaces in XML 1.0 for well-formed documents that depend on libxml2's own handlers, or
    /// that its grammar leaves to them.
    static let grammar: [(body: String, isWellFormed: Bool)] = [
        // [82], [83]
        ("<!DOCTYPE a [<!NOTATION n SYSTEM 's'>]><a/>", true), ("<!DOCTYPE a [<!NOTATION n PUBLIC 'p'>]><a/>", true),
        ("<!DOCTYPE a [<!NOTATION n PUBLIC 'p' 's' >]><a/>", true), ("<!DOCTYPE a [<!NOTATION n >]><a/>", false),
        ("<!DOCTYPE a [<!NOTATION n\n\n>]><a/>", false), ("<!DOCTYPE a [<!NOTATION n>]><a/>", false),
        ("<!DOCTYPE a [<!NOTATION n SYSTEM>]><a/>", false), ("<!DOCTYPE a [<!NOTATION n 'p'>]><a/>", false),
        ("<!DOCTYPE a [<!NOTATION n SYSTEM 's'><!NOTATION n SYSTEM 't'>]><a/>", true),
        // [71] to [76]
        ("<!DOCTYPE a [<!ENTITY e>]><a/>", false), ("<!DOCTYPE a [<!ENTITY e 'x' 'y'>]><a/>", false),
        ("<!DOCTYPE a [<!ENTITY e PUBLIC 'p'>]><a/>", false), ("<!DOCTYPE a [<!ENTITY % e>]><a/>", false),
        ("<!DOCTYPE a [<!ENTITY % e SYSTEM 'f' NDATA n>]><a/>", false),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM 'f' NDATA>]><a/>", false),
        ("<!DOCTYPE a [<!ENTITY e 'x' NDATA n>]><a/>", false),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM 'f' NDATA n>]><a/>", true), ("<!DOCTYPE a [<!ENTITY e '&e;'>]><a/>", true),
        ("<!DOCTYPE a [<!ENTITY e '%f;'>]><a/>", false), ("<!DOCTYPE a [<!ENTITY e '&'>]><a/>", false),
        // Well-formedness constraints of references: Entity Declared, Parsed Entity, No Recursion, No < in Attribute Values, No
        // External Entity References.
        ("<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>", false), ("<!DOCTYPE a><a>&e;</a>", false),
        ("<!DOCTYPE a SYSTEM 'f'><a>&e;</a>", false),
        ("<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'f'><a>&e;</a>", false),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM 'f' NDATA n>]><a>&e;</a>", false),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM 'f' NDATA n>]><a b='&e;'/>", false),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM 'f' NDATA n><!ATTLIST a b ENTITY #IMPLIED>]><a b='e'/>", true),
        ("<!DOCTYPE a [<!ENTITY e SYSTEM 'f'>]><a b='&e;'/>", false),
        ("<!DOCTYPE a [<!ENTITY e '&#60;'>]><a b='&e;'/>", false),
        ("<!DOCTYPE a [<!ATTLIST a b CDATA '<'>]><a/>", false),
        ("<!DOCTYPE a [<!ATTLIST a b CDATA '&e;'><!ENTITY e 'x'>]><a/>", false),
        // [45] to [59]: validity constraints are not checked.
        ("<!DOCTYPE a [<!ELEMENT a ANY><!ELEMENT a EMPTY>]><a>x</a>", true), ("<!DOCTYPE a [<!ELEMENT a>]><a/>", false),
        ("<!DOCTYPE a [<!ELEMENT a (b,c|d)>]><a/>", false), ("<!DOCTYPE a [<!ELEMENT a (b,b)*>]><a/>", true),
        ("<!DOCTYPE a [<!ELEMENT a (#PCDATA|b|b)*>]><a/>", true), ("<!DOCTYPE b [<!ELEMENT c EMPTY>]><a/>", true),
        ("<!DOCTYPE a [<!ATTLIST a b>]><a/>", false), ("<!DOCTYPE a [<!ATTLIST a>]><a/>", true),
        ("<!DOCTYPE a [<!ATTLIST a b ID 'x'>]><a/>", true),
        ("<!DOCTYPE a [<!ATTLIST a b ID #IMPLIED c ID #IMPLIED>]><a/>", true),
        ("<!DOCTYPE a [<!ATTLIST a b (c|c) 'd'>]><a/>", true),
        ("<!DOCTYPE a [<!ATTLIST a b NOTATION 'd'>]><a/>", false),
        ("<!DOCTYPE a [<!ATTLIST a b NMTOKEN #FIXED>]><a/>", false),
        ("<!DOCTYPE a [<!ATTLIST a b NMTOKEN 'x y'>]><a/>", true),
        ("<!DOCTYPE a [<!ATTLIST a b CDATA #REQUIRED>]><a/>", true),
        // xml:id, xml:space and xml:lang. Source: xml:id 1.0 §6; XML 1.0 §2.10, §2.12.
        ("<!DOCTYPE a [<!ATTLIST a xml:id CDATA #IMPLIED>]><a xml:id='1'/>", true), ("<a xml:id=' x y '/>", true),
        ("<a xml:id='x'><b xml:id='x'/></a>", true), ("<a xml:id='x' xml:id='y'/>", false),
        ("<!DOCTYPE a [<!ATTLIST a xml:space (some|other) 'some'>]><a/>", true), ("<a xml:space='some'/>", true),
        ("<a xml:lang='!'/>", true),
        // The allowed positions and numbers of declarations.
        ("<!DOCTYPE a><!DOCTYPE a><a/>", false), ("<a/><!DOCTYPE a>", false), ("<a><!DOCTYPE a></a>", false),
        ("<!DOCTYPE a [<a/>]><a/>", false), ("<!DOCTYPE a [x]><a/>", false),
        ("<!DOCTYPE a [<![INCLUDE[]]>]><a/>", false),
        ("<?xml version='1.0'?><?xml version='1.0'?><a/>", false),
        // Namespaces in XML 1.0 §3 to §6.
        ("<a xmlns:p=''/>", false), ("<a xmlns:xml='u'/>", false), ("<a xmlns:xmlns='u'/>", false), ("<p:a/>", false),
        ("<a p:b=''/>", false), ("<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>", false), ("<a b='' b=''/>", false),
        ("<a xmlns='u' xmlns='u'/>", false), ("<!DOCTYPE p:a [<!ATTLIST p:a xmlns:p CDATA 'u'>]><p:a/>", true),
        ("<!DOCTYPE a [<!ATTLIST a p:b CDATA ''>]><a/>", false), ("<?p:q?><a/>", false),
        ("<!DOCTYPE a [<!ENTITY p:e 'x'>]><a/>", false), ("<!DOCTYPE a [<!NOTATION p:n SYSTEM 's'>]><a/>", false),
    ]

    @Test(arguments: grammar.indices) func wellFormedness(index: Int) throws {
        let (body, isWellFormed) = Self.grammar[index]
        let verdicts = try Verdicts(body)
        #expect((verdicts.document == nil) == isWellFormed, "\(body): \(verdicts.document?.message ?? "read")")
        #expect((verdicts.events.code == nil) == isWellFormed, "\(body): \(verdicts.events.message ?? "read")")
        #expect((verdicts.subtree?.code == nil) == isWellFormed, "\(body): \(verdicts.subtree?.message ?? "read")")
        #expect(verdicts.document?.remedy != nil || isWellFormed)
        if isWellFormed { #expect(verdicts.events.contentLines == verdicts.lines, "\(body)") }
    }
}
