import Mimeograph
import MimeographXML
import Testing
import TestSupport

/// Found by fuzzing: libxml2 wrote an empty declaration for the prefix of an element in an entity.
@Suite struct EntityPrefixTests {
    /// libxml2 binds the prefix of an element in an entity to no namespace, which XML text cannot represent.
    @Test func prefixesInEntities() throws {
        let source =
            "<!DOCTYPE a [<!ENTITY e '<n:b/>'>]><a><c xmlns:n='urn:1'>&e;</c><c xmlns:n='urn:2'>&e;</c></a>"
        let document = try XML.Document(parsing: source.utf8)
        let again = try XML.Document(parsing: document.serialized())
        #expect(again.contentDump() == document.contentDump())
        // The canonical form depends on the version of libxml2. If there is one, it can be parsed.
        if let canonical = try? document.canonicalized() { _ = try XML.Document(parsing: canonical) }
    }

    /// Refers to one entity in places where its prefixes have different namespaces. libxml2 parses it once, with the namespaces
    /// of the first reference, or with none.
    @Test(arguments: [
        ("<n:b/>", ["urn:1", "urn:2", "urn:1"]), ("<b xmlns='urn:3'/>", ["urn:3", "urn:3", "urn:3"]),
        ("<b/>", ["urn:d", "urn:e", "urn:d"]), ("&#60;n:b/>", ["urn:1", "urn:2", "urn:1"]),
        ("x<n:b>&t;</n:b>y", ["urn:1", "urn:2", "urn:1"]),
    ])
    func elementsHaveTheNamespacesOfEachReference(entity: String, expected: [String?]) throws {
        let source = """
            <!DOCTYPE a [<!ENTITY t '<t/>'><!ENTITY e "\(entity)">]><a xmlns='urn:d' xmlns:n='urn:1'>\
            <c>&e;</c><c xmlns='urn:e' xmlns:n='urn:2'>&e;</c><c>&e;</c></a>
            """
        let document = try XML.Document(parsing: source.utf8)
        let found = document.root.descendants.filter { $0.kind == .element && $0.name == "b" }
        #expect(found.map(\.namespaceURI) == expected)
        let again = try XML.Document(parsing: document.serialized())
        #expect(again.contentDump() == document.contentDump())
    }

    /// The content of an entity has the line of the reference, and text around a reference is one text.
    @Test func entitiesAreReadInTheirPlace() throws {
        let source = "<!DOCTYPE a [<!ENTITY e 'x'><!ENTITY f '<b/>'>]>\n<a>1&e;2&e;3\n&f;</a>"
        let root = try XML.Document(parsing: source.utf8).root
        #expect(root.children.map(\.stringValue) == ["1x2x3\n", ""])
        #expect(root.elements("b").first?.line == 3)
    }

    /// Declared IDs are found, also in entities.
    @Test func declaredIdentifiersAreFound() throws {
        let source = """
            <!DOCTYPE a [<!ATTLIST b i ID #IMPLIED k CDATA 'd'><!ENTITY e "<b i='2'/>">]><a><b i=' 1 '/>&e;<c i='3'/></a>
            """
        let document = try XML.Document(parsing: source.utf8)
        #expect(try document.nodes("id('1 2 3')").map { $0[attribute: "i"] } == ["1", "2"])
        #expect(document.root.elements("b").map { $0[attribute: "k"] } == ["d", "d"])
    }
}
