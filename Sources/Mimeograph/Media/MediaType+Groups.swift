/// The groups of media types that browsers use. They depend on the essence alone.
///
/// Source: WHATWG MIME Sniffing §4.6 "MIME type groups".
extension MediaType {
    /// Whether it is JSON: `application/json`, `text/json` or a subtype that ends in `+json`.
    public var isJSON: Bool { hasSuffix("json") || ["application/json", "text/json"].contains(essence) }

    /// Whether it is XML: `application/xml`, `text/xml` or a subtype that ends in `+xml`.
    public var isXML: Bool { hasSuffix("xml") || ["application/xml", "text/xml"].contains(essence) }

    /// Whether it is HTML: `text/html`.
    public var isHTML: Bool { essence == "text/html" }

    /// Whether it can run scripts: XML, HTML or PDF. Sniffing never yields such a type.
    public var isScriptable: Bool { isXML || isHTML || essence == "application/pdf" }

    /// Whether it is an image.
    public var isImage: Bool { hasType("image") }
}
