public import Mimeograph

/// A table of file extensions and their media types, for lookups in both directions. It is the same on every platform.
///
/// ```swift
/// FileExtensions.mediaType(for: "png")                // image/png
/// FileExtensions.mediaType(ofPath: "/tmp/Scan.JPG")   // image/jpeg
/// FileExtensions.preferred(for: "audio/mpeg")         // "mp3"
/// ```
///
/// If several types share an extension, these rules decide, in this order. A specific type precedes `application/octet-stream`.
/// The IANA registry precedes Apache's list, then nginx's, then all others. The standards tree of RFC 6838 precedes `vnd.`,
/// `prs.` and `x-`. Alphabetical order comes last. A few types are chosen by hand, each with its reason in `Scripts/generate
/// file-extensions`: `xsl` is `application/xslt+xml`, `mp4` is `video/mp4`, and `cer` is `application/x-x509-ca-cert`, as in
/// AFNetworking.
///
/// An extension is only a guess from the name. The content of the file is not inspected.
///
/// Source: mime-db, which combines the IANA media types registry and the lists of Apache and nginx.
public enum FileExtensions {
    /// Returns the media type of an extension.
    ///
    /// - Parameter fileExtension: The extension, with or without a leading dot. The case of ASCII letters is ignored.
    /// - Returns: The type without parameters, or nil if the extension is not known.
    public static func mediaType(for fileExtension: String) -> MediaType? {
        let name =
            fileExtension.utf8.first == UInt8(ascii: ".") ? fileExtension.utf8.dropFirst() : fileExtension.utf8[...]
        // A longer name than any known extension is rejected early, so that it costs nothing.
        guard name.count <= index.longestExtension else { return nil }
        return index.types[ByteEqualString(String(decoding: name.map(FieldSyntax.lowercased), as: UTF8.self))]
    }

    /// Returns the media type of the last extension of a path's last component.
    ///
    /// - Parameter path: A path or a file name; `/` separates components. A leading dot marks a hidden file, not an extension.
    /// - Returns: The type, or nil if the extension is missing or not known.
    public static func mediaType(ofPath path: String) -> MediaType? {
        let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? ""[...].utf8
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
        return mediaType(for: String(decoding: name[name.index(after: dot)...], as: UTF8.self))
    }

    /// Returns the known extensions of a media type, without dots, the preferred one first.
    ///
    /// - Parameter mediaType: The media type. Its parameters are ignored.
    public static func all(for mediaType: MediaType) -> [String] {
        index.extensions[ByteEqualString(mediaType.essence)] ?? []
    }

    /// Returns the preferred extension of a media type, without a dot, or nil if none is known.
    ///
    /// - Parameter mediaType: The media type. Its parameters are ignored.
    public static func preferred(for mediaType: MediaType) -> String? {
        all(for: mediaType).first
    }
}

extension FileExtensions {
    /// The table, indexed in both directions.
    private struct Index: Sendable {
        var types: [ByteEqualString: MediaType] = [:]
        var extensions: [ByteEqualString: [String]] = [:]
        /// The length of the longest extension, in bytes.
        var longestExtension = 0

        init(_ table: StaticString) {
            for line in table.description.utf8.split(separator: UInt8(ascii: "\n")) {
                let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
                guard let essence = words.first else { continue }
                let type = MediaType(canonicalEssence: essence)
                extensions[ByteEqualString(essence)] = words.dropFirst().map { word in
                    guard word.utf8.first != UInt8(ascii: "~") else { return String(word.dropFirst()) }
                    types[ByteEqualString(word)] = type
                    longestExtension = max(longestExtension, word.utf8.count)
                    return word
                }
            }
        }
    }

    private static let index = Index(table)
}
