/// Bodies that are large in one way. They are ASCII, so they are the same in nearly every encoding.
enum HostileXML {
    static let kinds = [
        "entities", "external entities", "attribute declarations", "declarations of IDs", "notations", "element types",
        "attributes", "names",
        "different names", "comments", "long comment", "instructions", "long instruction", "sections", "long section",
        "brackets",
        "references", "references in a value", "lines", "returns", "text", "long value", "tokens", "nesting",
        "namespaces",
        "default attributes", "default namespaces", "entities in values",
    ]

    private static func type(_ subset: String, _ content: String = "") -> String {
        "<!DOCTYPE r [\(subset)]><r>\(content)</r>"
    }

    private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    /// Returns a body of about that many bytes, without an end tag if it should cause an error.
    static func body(_ kind: String, _ size: Int) -> String {
        switch kind {
        case "entities": type((0..<size / 18).map { "<!ENTITY e\($0) \"\">" }.joined())
        case "external entities": type((0..<size / 25).map { "<!ENTITY e\($0) SYSTEM \"f\">" }.joined())
        case "attribute declarations": type((0..<size / 30).map { "<!ATTLIST a b\($0) CDATA #IMPLIED>" }.joined())
        case "declarations of IDs": type((0..<size / 30).map { "<!ATTLIST a b\($0) ID #IMPLIED>" }.joined())
        case "notations": type((0..<size / 25).map { "<!NOTATION n\($0) SYSTEM 's'>" }.joined())
        case "element types": type((0..<size / 22).map { "<!ELEMENT a\($0) (b|c)>" }.joined())
        case "attributes":
            "<r>" + times(size / 500, "<a " + (0..<60).map { "b\($0)=''" }.joined(separator: " ") + "/>") + "</r>"
        case "names": "<r>" + times(size / 1_000, "<a\(times(1_000, "b"))/>") + "</r>"
        case "different names": "<r>" + (0..<min(size / 8, 60_000)).map { "<a\($0)/>" }.joined() + "</r>"
        case "comments": "<r>" + times(size / 8, "<!-- -->") + "</r>"
        case "long comment": "<r><!--" + times(size / 2, "- ") + "--></r>"
        case "instructions": "<r>" + times(size / 8, "<?a b ?>") + "</r>"
        case "long instruction": "<r><?a " + times(size / 2, "? ") + "?></r>"
        case "sections": "<r>" + times(size / 16, "<![CDATA[abcd]]>") + "</r>"
        case "long section": "<r><![CDATA[" + times(size / 8, "] ]] > &") + "]]></r>"
        case "brackets": "<r><![CDATA[" + times(size, "]") + "]]></r>"
        case "references": "<r>" + times(size / 6, "&#65;") + "</r>"
        case "references in a value": "<r a='" + times(size / 6, "&#65;") + "'/>"
        case "lines": "<r>" + times(size / 2, "\n\n") + "</r>"
        case "returns": "<r>" + times(size / 3, "\r\n\r") + "</r>"
        case "text": "<r>" + times(size / 5, "word ") + "</r>"
        case "long value": "<r a='" + times(size / 6, "word\n ") + "'/>"
        case "tokens": "<!DOCTYPE r [<!ATTLIST r a NMTOKENS #IMPLIED>]><r a='" + times(size / 6, "word  ") + "'/>"
        case "nesting": "<r>" + times(size / 1_400, times(200, "<a>") + times(200, "</a>")) + "</r>"
        case "namespaces": "<r>" + times(size / 40, "<p:a xmlns:p='urn:p' xmlns='urn:q'/>") + "</r>"
        case "default attributes": type("<!ATTLIST a b CDATA 'x' c CDATA 'y'>", times(size / 4, "<a/>"))
        case "default namespaces":
            type("<!ATTLIST a xmlns CDATA 'urn:a' xmlns:p CDATA 'urn:p'>", times(size / 4, "<a/>"))
        default: type("<!ENTITY e 'x'>", times(size / 12, "<a b='&e;'/>"))
        }
    }

    /// Returns the maximum size of a body of a kind before a limit applies: 256 KiB of a document type, 64 MiB of output from
    /// default attributes.
    static func largest(_ kind: String) -> Int {
        switch kind {
        case "entities", "external entities", "attribute declarations", "declarations of IDs", "notations",
            "element types":
            200_000
        case "default attributes", "default namespaces": 400_000
        // The dictionary of libxml2 before 2.12 has 16,384 buckets, so very many names take longer. There is a limit for them.
        case "different names": 120_000
        default: 4_000_000
        }
    }

    /// Returns a mixture of all kinds, followed by an error.
    static func mixture(_ size: Int) -> String {
        let subset = (0..<size / 200).map {
            "<!ENTITY e\($0) ''><!ENTITY f\($0) SYSTEM 'f'><!ATTLIST a b\($0) CDATA #IMPLIED><!NOTATION n\($0) SYSTEM 's'>"
        }
        let content = (0..<size / 200).map {
            "<a\($0 % 1_000) c='&#65;&e1;'>text\n\r<!-- c --><?p q?><![CDATA[x]]>&#66;<b><b><b xmlns:p='urn:p'/></b></b></a\($0 % 1_000)>"
        }
        return "<!DOCTYPE r [\(subset.joined())]>\n<r>\(content.joined())</s>"
    }
}
