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

/// The formats that the tool knows.
enum Formats {
    /// The modules that the tool is built with, in the order of `mimeo formats`. A new one is a line here, under the imports that it
    /// needs, and nowhere else in the tool unless its values have a view of their own.
    ///
    /// - Parameter encoder: How forms are written.
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

    /// What a module brings to the tool.
    struct Module {
        /// Its plugins, as the options want them; none where it only helps others.
        let plugins: [any SerializerPlugin]
        /// The suites that hold its serializers to the laws.
        let suites: () -> [ConformanceSuite]

        init(_ suites: @autoclosure @escaping () -> [ConformanceSuite], _ plugins: any SerializerPlugin...) {
            self.plugins = plugins
            self.suites = suites
        }
    }

    /// The registry of all formats, as the options want it.
    ///
    /// - Parameter encoder: How forms are written.
    static func registry(
        _ settings: Settings,
        writing encoder: QueryEncoder = .whatwg
    ) throws(RegistryError) -> SerializerRegistry {
        var registry = SerializerRegistry()
        for plugin in modules(settings, writing: encoder).flatMap(\.plugins) { try registry.install(plugin) }
        registry.limits = settings.limits
        return registry
    }

    /// The suites of all modules, in the order in which a report has them.
    static var suites: [ConformanceSuite] { modules(Settings()).flatMap { $0.suites() } }

    /// The file's name without an ending that says it is compressed, and the coding, where it has such an ending.
    static func compressed(_ path: String) -> (name: String, coding: String)? {
        for (ending, coding) in [(".gz", "gzip"), (".br", "br"), (".zst", "zstd")]
        where path.lowercased().hasSuffix(ending) {
            return (String(path.dropLast(ending.count)), coding)
        }
        return nil
    }

    /// The media type that a file's name suggests, where it is one of those that are read as more than bytes.
    static func mediaType(ofPath path: String) -> MediaType? {
        guard let type = FileExtensions.mediaType(ofPath: path), type != .octetStream else { return nil }
        return read.contains { $0.pattern != .any && $0.contains(type) } ? type : nil
    }

    private static let read = (try? registry(Settings()))?.registrations.flatMap(\.reads) ?? []
}

extension Settings {
    /// How property lists are read.
    fileprivate var listReading: PropertyListReadingOptions {
        PropertyListReadingOptions(nullStripping: nulls.listStripping, allowsOpenStep: openStep)
    }

    /// Forms as any `Codable` type. The options for the limits are all that a user of the tool has to raise.
    fileprivate func form(_ encoder: QueryEncoder) -> FormFormat {
        FormFormat(
            writing: encoder,
            nesting: FormNesting(maximumDepth: limits.depth, maximumCount: limits.elements)
        )
    }

    /// Bodies of several parts. The tool writes bytes, however many there are.
    fileprivate var multipart: MultipartPlugin {
        var writer = MultipartRequestSerializer()
        writer.memoryLimit = .max
        let options = MultipartReadingOptions(partCount: limits.elements, headBytes: limits.inputBytes)
        return MultipartPlugin(options: options, writer: writer)
    }

    /// What the data of events is read as.
    fileprivate var eventData: JSONFormat {
        JSONFormat(reading: JSONReadingOptions(nullStripping: nulls.stripping))
    }

    /// How images are read.
    fileprivate var imageReading: ImageReadingOptions { ImageReadingOptions(maxPixelSize: imageSide) }
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
