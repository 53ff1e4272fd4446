public import Mimeograph
import MimeographForm

/// Where the file of a download goes.
///
/// ```swift
/// .file("/home/ada/film.mp4", options: [.createIntermediateDirectories])
/// .directory("/home/ada/Downloads")                                    // under the name that the server gives it
/// .decide { head in .file("/home/ada/\(head.status).bin") }
/// ```
/// While it arrives the file has another name in the same directory; it gets its own when it is whole, all at once.
public struct DownloadDestination: Sendable {
    /// What may be done to put the file there.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int
        /// Makes options of bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A regular file that is there is replaced, and its mode kept; else that is an error, reported before anything is downloaded.
        ///
        /// A symbolic link, a device, a pipe and a socket are never replaced, and neither is a file that this process may not write.
        public static let removePreviousFile = Options(rawValue: 1)
        /// Directories that are missing are made; else that is an error.
        public static let createIntermediateDirectories = Options(rawValue: 2)
        /// What came before a failure is removed, even where the download could go on with it.
        public static let removePartialFile = Options(rawValue: 4)
    }

    enum Location: Sendable {
        case path(String, Options)
        case decided(@Sendable (ResponseHead) -> DownloadDestination)
    }

    let location: Location

    /// A path that is known.
    public static func file(_ path: String, options: Options = []) -> DownloadDestination {
        DownloadDestination(location: .path(path, options))
    }

    /// A directory, in which the file gets the name that the response suggests; see
    /// `ResponseHead.suggestedFileName`, which leads nowhere else.
    public static func directory(_ path: String, options: Options = []) -> DownloadDestination {
        let folder = path.hasSuffix("/") ? path : "\(path)/"
        return .decide { head in .file(folder + head.suggestedFileName, options: options) }
    }

    /// A path that depends on the response.
    ///
    /// A server may put anything into its fields, such as `../` into the name of a file: what becomes part of a path comes from
    /// `ResponseHead.suggestedFileName`, not from the fields themselves.
    ///
    /// - Parameter decide: Asked once for each response that is acceptable. What it gives is a ``file(_:options:)``.
    public static func decide(_ decide: @escaping @Sendable (ResponseHead) -> DownloadDestination)
        -> DownloadDestination
    {
        DownloadDestination(location: .decided(decide))
    }

    /// The path and the options for a response; nil where that cannot be known without one.
    func resolved(_ head: ResponseHead?) -> (path: String, options: Options)? {
        var destination = self
        // A decision that leads to another one is followed a few times, not without end.
        for _ in 0..<8 {
            switch destination.location {
            case .path(let path, let options): return (path, options)
            case .decided(let decide):
                guard let head else { return nil }
                destination = decide(head)
            }
        }
        return nil
    }
}

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
            .flatMap { ContentDisposition(parsing: $0.legible)?.fileNameWithoutFolders }
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
        // A file whose name begins with a dot is hidden, and may be one that programs read as settings.
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
