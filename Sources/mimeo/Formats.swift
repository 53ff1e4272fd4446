import Mimeograph
import MimeographCompression
import MimeographEventStream
import MimeographFiles
import MimeographForm
import MimeographImage
import MimeographImageGIF
import MimeographImageTIFF
import MimeographJSON
import MimeographPropertyList
import MimeographText
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
        // The options for the limits are all that a user of the tool has to raise.
        let nesting = FormNesting(maximumDepth: settings.limits.depth, maximumCount: settings.limits.elements)
        let parts = MultipartReadingOptions(partCount: settings.limits.elements, headBytes: settings.limits.inputBytes)
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
        registry.limits = settings.limits
        return registry
    }

    /// The file's name without an ending that says it is compressed, where it has one.
    static func nameOfCompressed(_ path: String) -> String? {
        path.lowercased().hasSuffix(".gz") ? String(path.dropLast(3)) : nil
    }

    /// The media type that a file's name suggests, where it is one of those that are read as more than bytes.
    static func mediaType(ofPath path: String) -> MediaType? {
        guard let type = FileExtensions.mediaType(ofPath: path), type != .octetStream else { return nil }
        return read.contains { $0.pattern != .any && $0.contains(type) } ? type : nil
    }

    private static let read = (try? registry(Settings()))?.registrations.flatMap(\.reads) ?? []
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
