public import Mimeograph

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

        /// A file that is there is replaced; else that is an error, told before anything is downloaded.
        public static let removePreviousFile = Options(rawValue: 1)
        /// Directories that are missing are made; else that is an error.
        public static let createIntermediateDirectories = Options(rawValue: 2)
        /// What came before a failure is removed, even where the download could go on with it.
        public static let removePartialFile = Options(rawValue: 4)
    }

    enum Place: Sendable {
        case path(String, Options)
        case decided(@Sendable (ResponseHead) -> DownloadDestination)
    }

    let place: Place

    /// A path that is known.
    public static func file(_ path: String, options: Options = []) -> DownloadDestination {
        DownloadDestination(place: .path(path, options))
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
        DownloadDestination(place: .decided(decide))
    }

    /// The path and the options for a response; nil where that cannot be known without one.
    func resolved(_ head: ResponseHead?) -> (path: String, options: Options)? {
        var destination = self
        // A decision that leads to another one is followed a few times, not for ever.
        for _ in 0..<8 {
            switch destination.place {
            case .path(let path, let options): return (path, options)
            case .decided(let decide):
                guard let head else { return nil }
                destination = decide(head)
            }
        }
        return nil
    }
}
