public import Mimeograph
import MimeographForm

/// The destination of the file of a download.
///
/// ```swift
/// .file("/home/ada/film.mp4", options: [.createIntermediateDirectories])
/// .directory("/home/ada/Downloads")                                    // under the name that the server gives it
/// .decide { head in .file("/home/ada/\(head.status).bin") }
/// ```
/// During the download the file has another name in the same directory. When it is complete, it gets its own name in one step.
public struct DownloadDestination: Sendable {
    /// Options for putting the file at its destination.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int
        /// Makes options from bits.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Replaces an existing regular file and keeps its mode. Without this option, the download throws an error for an
        /// existing file, before the transfer begins.
        ///
        /// The download never replaces a symbolic link, a device, a pipe or a socket. It also never replaces a file that this
        /// process may not write.
        public static let removePreviousFile = Options(rawValue: 1)
        /// Creates missing directories. Without this option a missing directory is an error.
        public static let createIntermediateDirectories = Options(rawValue: 2)
        /// Removes the partial file after a failure, even if the download could be resumed.
        public static let removePartialFile = Options(rawValue: 4)
    }

    enum Location: Sendable {
        case path(String, Options)
        case decided(@Sendable (ResponseHead) -> DownloadDestination)
    }

    let location: Location

    /// Makes a destination from a path.
    public static func file(_ path: String, options: Options = []) -> DownloadDestination {
        DownloadDestination(location: .path(path, options))
    }

    /// Makes a destination in a directory, under the name in `ResponseHead.suggestedFileName`, which never leaves the directory.
    public static func directory(_ path: String, options: Options = []) -> DownloadDestination {
        let folder = path.hasSuffix("/") ? path : "\(path)/"
        return .decide { head in .file(folder + head.suggestedFileName, options: options) }
    }

    /// Makes a destination whose path depends on the response.
    ///
    /// A server may put anything into its fields, such as `../` into a file name. Build a path from
    /// `ResponseHead.suggestedFileName`, not from the fields.
    ///
    /// - Parameter decide: A closure that returns a ``file(_:options:)``. It may be called several times, for example if the file
    ///   arrives in several parts.
    public static func decide(_ decide: @escaping @Sendable (ResponseHead) -> DownloadDestination)
        -> DownloadDestination
    {
        DownloadDestination(location: .decided(decide))
    }

    /// Returns the path and the options for a response. Nil if they depend on a response and there is none, or if too many
    /// decisions follow each other.
    func resolved(_ head: ResponseHead?) -> (path: String, options: Options)? {
        var destination = self
        // A decision may lead to another one, but only a few times.
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
    /// A file name for the body: from Content-Disposition, otherwise the last component of the URL's path, otherwise `download`.
    ///
    /// It is safe to append it to the path of a directory, whatever the server sends. It contains no slash, no backslash and no
    /// control or formatting character, and does not begin with a dot. It has at most 180 bytes; shortening keeps the extension.
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
        // Removed in one step: each single removal would move the rest of the name.
        safe = String.UnicodeScalarView(safe.drop { $0 == " " })
        guard let first = safe.first else { return nil }
        // A file whose name begins with a dot is hidden, and a program may read it as settings.
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
