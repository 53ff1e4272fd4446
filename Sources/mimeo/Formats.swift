import Mimeograph
import MimeographBrotli
import MimeographBrotliSuites
import MimeographCBOR
import MimeographCBORSuites
import MimeographCSV
import MimeographCSVSuites
import MimeographCompoundSuites
import MimeographCompression
import MimeographCompressionSuites
import MimeographConformance
import MimeographEventStream
import MimeographEventStreamSuites
import MimeographFiles
import MimeographForm
import MimeographFormSuites
import MimeographFoundationSuites
import MimeographImage
import MimeographImageGIF
import MimeographImageGIFSuites
import MimeographImageSuites
import MimeographImageTIFF
import MimeographImageTIFFSuites
import MimeographImageWebP
import MimeographImageWebPSuites
import MimeographJSON
import MimeographJSONPatch
import MimeographJSONPatchSuites
import MimeographJSONSuites
import MimeographMessagePack
import MimeographMessagePackSuites
import MimeographPropertyList
import MimeographPropertyListSuites
import MimeographServer
import MimeographSuites
import MimeographText
import MimeographTextSuites
import MimeographXML
import MimeographXMLSuites
import MimeographZstandard
import MimeographZstandardSuites

/// The formats of the tool.
enum Formats {
    /// The modules of the tool, in the order of `mimeo formats`. To add a format, add a line here and its imports. No other code
    /// of the tool changes, unless the format's values need their own view.
    ///
    /// - Parameter encoder: The encoder for forms.
    static func modules(_ settings: Settings, writing encoder: QueryEncoder = .whatwg) -> [Module] {
        [
            Module(JSONSuites.all, JSONPlugin(nullStripping: settings.nulls.stripping)),
            Module(JSONPatchSuites.all, JSONPatchPlugin()),
            Module(XMLSuites.all, XMLPlugin()),
            Module(PropertyListSuites.all, PropertyListPlugin(reading: settings.listReading)),
            Module(MessagePackSuites.all, MessagePackPlugin()),
            Module(CBORSuites.all, CBORPlugin()),
            Module(CSVSuites.all, CSVPlugin()),
            Module(FormSuites.all, FormPlugin(format: settings.form(encoder)), settings.multipart),
            Module(CompressionSuites.all, CompressionPlugin()),
            Module(BrotliSuites.all, BrotliPlugin()),
            Module(ZstandardSuites.all, ZstandardPlugin()),
            Module(EventStreamSuites.all, EventStreamPlugin(data: settings.eventData)),
            Module(CompoundSuites.all),
            Module(
                ImageSuites.all,
                ImagePlugin(
                    reading: settings.imageReading,
                    codecs: .standard + [.gif, .tiff, .webp],
                    encodings: [.webp]
                )
            ),
            Module(GIFSuites.all),
            Module(TIFFSuites.all),
            Module(WebPSuites.all),
            Module(TextSuites.all, TextPlugin()),
            Module(CoreSuites.all, BytesPlugin(), ProblemDetailsPlugin()),
            Module(FoundationSuites.all),
        ]
    }

    /// The parts of a module that the tool uses.
    struct Module {
        /// The plugins, configured by the options. A module that only supports others has none.
        let plugins: [any SerializerPlugin]
        /// The conformance suites of the module's serializers.
        let suites: () -> [ConformanceSuite]

        init(_ suites: @autoclosure @escaping () -> [ConformanceSuite], _ plugins: any SerializerPlugin...) {
            self.plugins = plugins
            self.suites = suites
        }
    }

    /// Returns the registry of all formats, configured by the options.
    ///
    /// - Parameter encoder: The encoder for forms.
    static func registry(
        _ settings: Settings,
        writing encoder: QueryEncoder = .whatwg
    ) throws(RegistryError) -> SerializerRegistry {
        var registry = SerializerRegistry()
        for plugin in modules(settings, writing: encoder).flatMap(\.plugins) { try registry.install(plugin) }
        registry.limits = settings.limits
        return registry
    }

    /// The suites of all modules, in the order of a report.
    static var suites: [ConformanceSuite] { modules(Settings()).flatMap { $0.suites() } }

    /// Returns the file's name without an ending such as `.gz`, and the coding. Returns nil for a file that is not compressed.
    static func compressed(_ path: String) -> (name: String, coding: String)? {
        for (ending, coding) in [(".gz", "gzip"), (".br", "br"), (".zst", "zstd")]
        where path.lowercased().hasSuffix(ending) {
            return (String(path.dropLast(ending.count)), coding)
        }
        return nil
    }

    /// Returns the media type of the file's extension, if a serializer reads the type as more than bytes.
    static func mediaType(ofPath path: String) -> MediaType? {
        guard let type = FileExtensions.mediaType(ofPath: path), type != .octetStream else { return nil }
        return read.contains { $0.pattern != .any && $0.contains(type) } ? type : nil
    }

    private static let read = (try? registry(Settings()))?.registrations.flatMap(\.reads) ?? []
}

extension Settings {
    /// The options for property lists.
    fileprivate var listReading: PropertyListReadingOptions {
        PropertyListReadingOptions(nullStripping: nulls.listStripping, allowsOpenStep: openStep)
    }

    /// The format for forms as any `Codable` type. Its own limits follow the general ones, so users raise only those.
    fileprivate func form(_ encoder: QueryEncoder) -> FormFormat {
        FormFormat(
            writing: encoder,
            nesting: FormNesting(maximumDepth: limits.depth, maximumCount: limits.elements)
        )
    }

    /// The plugin for multipart bodies. The tool builds them in memory, whatever their size.
    fileprivate var multipart: MultipartPlugin {
        var writer = MultipartRequestSerializer()
        writer.memoryLimit = .max
        let options = MultipartReadingOptions(partCount: limits.elements, headBytes: limits.inputBytes)
        return MultipartPlugin(options: options, writer: writer)
    }

    /// The format of the data of events.
    fileprivate var eventData: JSONFormat {
        JSONFormat(reading: JSONReadingOptions(nullStripping: nulls.stripping))
    }

    /// The options for images.
    fileprivate var imageReading: ImageReadingOptions { ImageReadingOptions(maxPixelSize: imageSide) }
}

extension Settings.Nulls {
    /// The corresponding option of the JSON plugin.
    fileprivate var stripping: JSONNullStripping {
        switch self {
        case .keep: .keep
        case .members: .objectMembers
        case .all: .objectMembersAndArrayElements
        }
    }
    /// The corresponding option of the property list plugin.
    fileprivate var listStripping: PropertyListNullStripping {
        switch self {
        case .keep: .keep
        case .members: .dictionaryMembers
        case .all: .dictionaryMembersAndArrayElements
        }
    }
}
