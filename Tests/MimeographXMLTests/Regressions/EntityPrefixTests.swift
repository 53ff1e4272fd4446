import Mimeograph
import MimeographXML
import Testing
import TestSupport

/// Found by fuzzing: libxml2 writes an empty declaration of the prefix of an element in an entity.
@Suite struct EntityPrefixTests {
    /// libxml2 declares the prefix of an element in an entity with no namespace, which no text can hold.
    @Test func prefixesInEntities() throws {
        let source =
            "<!DOCTYPE a [<!ENTITY e '<n:b/>'>]><a><c xmlns:n='urn:1'>&e;</c><c xmlns:n='urn:2'>&e;</c></a>"
        let document = try XML.Document(parsing: source.utf8)
        let again = try XML.Document(parsing: document.serialized())
        #expect(again.contentDump() == document.contentDump())
        // Whether there is a canonical form is up to the version of libxml2; what there is can be read.
        if let canonical = try? document.canonicalized() { _ = try XML.Document(parsing: canonical) }
    }
}
