public import Mimeograph

/// The media types that file extensions stand for, and back, from a table of our own: the same on every platform.
///
/// ```swift
/// FileExtensions.mediaType(for: "png")                // image/png
/// FileExtensions.mediaType(ofPath: "/tmp/Scan.JPG")   // image/jpeg
/// FileExtensions.preferred(for: "audio/mpeg")         // "mp3"
/// ```
///
/// Where several types have an extension, one rule after the other decides: a type that says something goes before
/// `application/octet-stream`; the IANA registry before Apache's list, nginx's, and what neither has; the standards tree of
/// RFC 6838 before `vnd.`, `prs.` and `x-`; then the order of the alphabet. A few are chosen by hand, each with its reason
/// in `Scripts/generate file-extensions`: `xsl` is `application/xslt+xml`, `mp4` is `video/mp4`, and `cer` is
/// `application/x-x509-ca-cert`, as AFNetworking has it.
///
/// An extension is a guess from a name. The content of the file is not looked at.
///
/// Source: mime-db, which gathers the IANA media types registry and the lists of Apache and nginx.
public enum FileExtensions {
    /// The media type that an extension stands for.
    ///
    /// - Parameter fileExtension: Without a dot, or with one before it; the case of ASCII letters does not count.
    /// - Returns: The type, without parameters, or nil where the extension is not known.
    public static func mediaType(for fileExtension: String) -> MediaType? {
        let name =
            fileExtension.utf8.first == UInt8(ascii: ".") ? fileExtension.utf8.dropFirst() : fileExtension.utf8[...]
        // No extension is longer, so that a long name costs nothing.
        guard name.count <= index.longestExtension else { return nil }
        return index.types[ByteEqualString(String(decoding: name.map(FieldSyntax.lowercased), as: UTF8.self))]
    }

    /// The media type that the last extension of a path's last component stands for.
    ///
    /// - Parameter path: A path or a file name; `/` separates components. A leading dot makes a hidden file, no extension.
    /// - Returns: The type, or nil where there is no extension or it is not known.
    public static func mediaType(ofPath path: String) -> MediaType? {
        let name = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last ?? ""[...].utf8
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else { return nil }
        return mediaType(for: String(decoding: name[name.index(after: dot)...], as: UTF8.self))
    }

    /// The extensions that files of a media type have, without dots, the one to use first; empty where none is known.
    ///
    /// - Parameter mediaType: Its parameters do not count.
    public static func all(for mediaType: MediaType) -> [String] {
        index.extensions[ByteEqualString(mediaType.essence)] ?? []
    }

    /// The extension to give a file of a media type, without a dot; nil where none is known.
    ///
    /// - Parameter mediaType: Its parameters do not count.
    public static func preferred(for mediaType: MediaType) -> String? {
        all(for: mediaType).first
    }
}

extension FileExtensions {
    /// The table, ready to be asked in both directions.
    private struct Index: Sendable {
        var types: [ByteEqualString: MediaType] = [:]
        var extensions: [ByteEqualString: [String]] = [:]
        /// In bytes.
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
