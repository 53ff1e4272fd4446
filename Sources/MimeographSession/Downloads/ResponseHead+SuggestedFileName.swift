public import Mimeograph
import MimeographForm

extension ResponseHead {
    /// The name that the body would have as a file: what Content-Disposition says, else the last part of the URL's path, else
    /// `download`.
    ///
    /// It is safe to be put behind the path of a directory, whatever the server says: it holds no slash, no backslash and no
    /// control or formatting character, does not begin with a dot, and has at most 180 bytes, its extension kept.
    ///
    /// Source: RFC 6266 §4.3.
    public var suggestedFileName: String {
        let named = fields.values(of: "Content-Disposition").first
            .flatMap { ContentDisposition(parsing: $0)?.fileNameWithoutFolders }
        return [named, lastPathComponent].compactMap { $0.flatMap(Self.safe) }.first ?? "download"
    }

    private var lastPathComponent: String? {
        guard let url, let last = URLReference(url).path.parts(at: "/").last(where: { !$0.isEmpty }) else { return nil }
        return PercentEncoding.decoded(last)
    }

    private static func safe(_ name: String) -> String? {
        var safe = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: safe.append("_")
            default: safe.append(scalar == "/" || scalar == "\\" ? "_" : scalar)
            }
        }
        while let last = safe.last, last == " " || last == "." { safe.removeLast() }
        // All at once: each one that goes moves all behind it.
        safe = String.UnicodeScalarView(safe.drop { $0 == " " })
        guard let first = safe.first else { return nil }
        // A file whose name begins with a dot is hidden, and may be one that programs obey.
        if first == "." { safe.replaceSubrange(safe.startIndex...safe.startIndex, with: ["_"]) }
        return shortened(String(safe))
    }

    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > 180 else { return name }
        let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
        let ending = dot.map { String(name[$0...]) } ?? ""
        guard ending.utf8.count <= 20 else { return name.prefix(bytes: 180) }
        return name.prefix(bytes: 180 - ending.utf8.count) + ending
    }
}
