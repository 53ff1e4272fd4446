/// Which plugin of which module of this package reads a media type, for a person whose registry has nothing for it.
///
/// It is text alone: the core knows no plugin, and decides nothing by it. `ModuleLawTests` checks it against every plugin.
enum PluginDirectory {
    /// The plugin and its module: `JSONPlugin() of MimeographJSON`; nil where no module of this package reads the type.
    static func plugin(for type: MediaType) -> String? {
        if let plugin = byEssence[type.essence] { return plugin }
        if type.isJSON { return json }
        if type.isXML { return "XMLPlugin() of MimeographXML" }
        if type.hasSuffix("cbor") { return cbor }
        if type.isImage { return image }
        if type.hasType("multipart") { return "MultipartPlugin() of MimeographForm" }
        return type.hasType("text") ? "TextPlugin() of MimeographText" : nil
    }

    private static let json = "JSONPlugin() of MimeographJSON"
    private static let propertyList = "PropertyListPlugin() of MimeographPropertyList"
    private static let messagePack = "MessagePackPlugin() of MimeographMessagePack"
    private static let cbor = "CBORPlugin() of MimeographCBOR"
    private static let csv = "CSVPlugin() of MimeographCSV"
    private static let patch = "JSONPatchPlugin() of MimeographJSONPatch"
    private static let image = "ImagePlugin() of MimeographImage"

    private static let byEssence: [String: String] = [
        "application/x-ndjson": json, "application/ndjson": json, "application/jsonl": json,
        "application/x-jsonl": json, "application/jsonlines": json, "application/x-jsonlines": json,
        "application/json-lines": json, "application/json-seq": json,
        "application/x-plist": propertyList, "application/x-apple-plist": propertyList,
        "application/x-bplist": propertyList, "application/plist": propertyList,
        "application/msgpack": messagePack, "application/vnd.msgpack": messagePack,
        "application/x-msgpack": messagePack, "application/cbor": cbor, "application/cbor-seq": cbor,
        "text/csv": csv, "text/tab-separated-values": csv,
        "application/json-patch+json": patch, "application/merge-patch+json": patch,
        "application/x-www-form-urlencoded": "FormPlugin() of MimeographForm",
        "text/event-stream": "EventStreamPlugin() of MimeographEventStream",
        "image/gif": "ImagePlugin(codecs: .standard + [.gif]) of MimeographImage, with MimeographImageGIF",
        "image/tiff": "ImagePlugin(codecs: .standard + [.tiff]) of MimeographImage, with MimeographImageTIFF",
        "image/webp": "ImagePlugin(codecs: .standard + [.webp]) of MimeographImage, with MimeographImageWebP",
        "application/octet-stream": "BytesPlugin()",
    ]
}
