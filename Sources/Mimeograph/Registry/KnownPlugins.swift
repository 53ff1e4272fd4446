// Made by Scripts/generate plugins; change that, not this.
// swift-format-ignore-file

/// The media ranges that each plugin of this package reads. Only remedies name them.
let knownPlugins: [(ranges: [MediaRange], plugin: String)] = [
    (["application/octet-stream"], "BytesPlugin()"),
    (["application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl", "application/jsonlines", "application/x-jsonlines", "application/json-lines", "application/json-seq", "*/*+json-seq", "application/json", "text/json", "*/*+json", "text/javascript"], "JSONPlugin() of MimeographJSON"),
    (["application/json-patch+json", "application/merge-patch+json"], "JSONPatchPlugin() of MimeographJSONPatch"),
    (["application/xml", "text/xml", "application/*+xml", "*/*+xml"], "XMLPlugin() of MimeographXML"),
    (["application/x-plist", "application/x-apple-plist", "application/x-bplist"], "PropertyListPlugin() of MimeographPropertyList"),
    (["application/msgpack", "application/vnd.msgpack", "application/x-msgpack"], "MessagePackPlugin() of MimeographMessagePack"),
    (["application/cbor-seq", "*/*+cbor-seq", "application/cbor", "*/*+cbor"], "CBORPlugin() of MimeographCBOR"),
    (["text/csv", "text/tab-separated-values"], "CSVPlugin() of MimeographCSV"),
    (["application/x-www-form-urlencoded"], "FormPlugin() of MimeographForm"),
    (["text/event-stream"], "EventStreamPlugin() of MimeographEventStream"),
    (["text/*"], "TextPlugin() of MimeographText"),
    (["multipart/form-data", "multipart/*"], "MultipartPlugin() of MimeographForm"),
    (["image/png", "image/jpeg", "image/jpg", "image/pjpeg", "image/bmp", "image/x-bmp", "image/x-ms-bmp", "image/vnd.microsoft.icon", "image/x-icon", "image/ico", "image/x-xbitmap", "image/x-xbm", "image/x-win-bitmap"], "ImagePlugin() of MimeographImage"),
    (["image/gif"], "ImagePlugin(codecs: .standard + [.gif]) of MimeographImage, with MimeographImageGIF"),
    (["image/tiff", "image/tiff-fx"], "ImagePlugin(codecs: .standard + [.tiff]) of MimeographImage, with MimeographImageTIFF"),
    (["image/webp"], "ImagePlugin(codecs: .standard + [.webp]) of MimeographImage, with MimeographImageWebP"),
]
