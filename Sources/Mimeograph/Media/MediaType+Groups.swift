/// The groups that browsers sort media types into. They read the essence alone.
///
/// Source: WHATWG MIME Sniffing §4.6 "MIME type groups".
extension MediaType {
    /// Whether it is JSON: `application/json`, `text/json` or a subtype that ends in `+json`.
    public var isJSON: Bool { hasSuffix("json") || ["application/json", "text/json"].contains(essence) }

    /// Whether it is XML: `application/xml`, `text/xml` or a subtype that ends in `+xml`.
    public var isXML: Bool { hasSuffix("xml") || ["application/xml", "text/xml"].contains(essence) }

    /// Whether it is HTML: `text/html`.
    public var isHTML: Bool { essence == "text/html" }

    /// Whether it can run scripts: XML, HTML or PDF. Content is never guessed to be one of these.
    public var isScriptable: Bool { isXML || isHTML || essence == "application/pdf" }

    /// Whether it is JavaScript, under any of the names it has had.
    package var isJavaScript: Bool { Self.javaScript.contains(essence) }

    /// Whether it is an image.
    public var isImage: Bool { hasType("image") }

    /// Whether it is sound or moving pictures: `audio/…`, `video/…` or `application/ogg`.
    package var isAudioOrVideo: Bool { hasType("audio") || hasType("video") || essence == "application/ogg" }

    /// Whether it is a font: `font/…` or one of the older names.
    package var isFont: Bool { hasType("font") || Self.fonts.contains(essence) }

    /// Whether it is a ZIP file with something in it: `application/zip` or a subtype that ends in `+zip`.
    package var isZIPBased: Bool { hasSuffix("zip") || essence == "application/zip" }

    /// Whether it is an archive: `application/zip`, `application/x-gzip` or `application/x-rar-compressed`.
    package var isArchive: Bool {
        ["application/zip", "application/x-gzip", "application/x-rar-compressed"].contains(essence)
    }

    private static let fonts: Set = [
        "application/font-cff", "application/font-off", "application/font-sfnt", "application/font-ttf",
        "application/font-woff", "application/vnd.ms-fontobject", "application/vnd.ms-opentype",
    ]

    private static let javaScript: Set = [
        "application/ecmascript", "application/javascript", "application/x-ecmascript", "application/x-javascript",
        "text/ecmascript", "text/javascript", "text/javascript1.0", "text/javascript1.1", "text/javascript1.2",
        "text/javascript1.3", "text/javascript1.4", "text/javascript1.5", "text/jscript", "text/livescript",
        "text/x-ecmascript", "text/x-javascript",
    ]
}
