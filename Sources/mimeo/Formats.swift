import Mimeograph
import MimeographCompression
import MimeographEventStream
import MimeographForm
import MimeographImage
import MimeographImageGIF
import MimeographImageTIFF
import MimeographJSON
import MimeographPropertyList
import MimeographXML

/// The formats that the tool knows. A new plugin is added here, and nowhere else in the tool unless it has a view or a
/// file extension of its own.
enum Formats {
    /// The registry of all formats, as the options want it.
    ///
    /// - Parameter encoder: How forms are written.
    static func registry(
        _ settings: Settings,
        writing encoder: QueryEncoder = .whatwg
    ) throws(RegistryError) -> SerializerRegistry {
        // The options for the budget are all that a user of the tool has to raise.
        let nesting = FormNesting(maximumDepth: settings.budget.depth, maximumCount: settings.budget.elements)
        let parts = MultipartReadingOptions(partCount: settings.budget.elements, headBytes: settings.budget.inputBytes)
        // The tool writes bytes, however many there are.
        var writer = MultipartRequestSerializer()
        writer.memoryLimit = .max
        var registry = try SerializerRegistry {
            JSONPlugin(nullStripping: settings.nulls.stripping)
            XMLPlugin()
            PropertyListPlugin(
                reading: PropertyListReadingOptions(
                    nullStripping: settings.nulls.listStripping,
                    allowsOpenStep: settings.openStep
                )
            )
            FormPlugin(format: FormFormat(writing: encoder, nesting: nesting))
            MultipartPlugin(options: parts, writer: writer)
            CompressionPlugin()
            EventStreamPlugin(data: JSONFormat(reading: JSONReadingOptions(nullStripping: settings.nulls.stripping)))
            ImagePlugin(
                reading: ImageReadingOptions(maxPixelSize: settings.imageSide),
                codecs: .standard + [.gif, .tiff]
            )
            TextPlugin()
            BytesPlugin()
            ProblemDetailsPlugin()
        }
        registry.budget = settings.budget
        return registry
    }

    /// The file's name without an ending that says it is compressed, where it has one.
    static func nameOfCompressed(_ path: String) -> String? {
        path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : nil
    }

    /// The media type that a file name suggests, for the formats that are registered.
    ///
    /// Source: the registrations of the types with IANA, for `.jsonl` and `.ndjson` the specifications of JSON Lines and
    /// NDJSON, and custom for `.bmp`, `.ico`, `.log`, `.gpx`, `.rss`, `.sse`, `.xbm` and `.xsd`.
    static func mediaType(ofPath path: String) -> (fileExtension: String, type: String)? {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let fileExtension = name[name.index(after: dot)...].lowercased()
        return types[fileExtension].map { (fileExtension, $0) }
    }

    private static let types = [
        "atom": "application/atom+xml",
        "bmp": "image/bmp",
        "csv": "text/csv",
        "geojson": "application/geo+json",
        "gif": "image/gif",
        "gpx": "application/gpx+xml",
        "ico": "image/x-icon",
        "jpe": "image/jpeg",
        "jpeg": "image/jpeg",
        "jpg": "image/jpeg",
        "json": "application/json",
        "jsonl": "application/jsonl",
        "jsonld": "application/ld+json",
        "kml": "application/vnd.google-earth.kml+xml",
        "log": "text/plain",
        "md": "text/markdown",
        "ndjson": "application/x-ndjson",
        "plist": "application/x-plist",
        "png": "image/png",
        "rdf": "application/rdf+xml",
        "rss": "application/rss+xml",
        "sse": "text/event-stream",
        "svg": "image/svg+xml",
        "text": "text/plain",
        "tif": "image/tiff",
        "tiff": "image/tiff",
        "txt": "text/plain",
        "webmanifest": "application/manifest+json",
        "xbm": "image/x-xbitmap",
        "xhtml": "application/xhtml+xml",
        "xml": "application/xml",
        "xsd": "application/xml",
        "xsl": "application/xslt+xml",
        "xslt": "application/xslt+xml",
    ]
}

extension Settings.Nulls {
    /// The same as the JSON plugin says it.
    fileprivate var stripping: JSONNullStripping {
        switch self {
        case .keep: .keep
        case .members: .objectMembers
        case .all: .objectMembersAndArrayElements
        }
    }
    /// The same as the property list plugin says it.
    fileprivate var listStripping: PropertyListNullStripping {
        switch self {
        case .keep: .keep
        case .members: .dictionaryMembers
        case .all: .dictionaryMembersAndArrayElements
        }
    }
}
