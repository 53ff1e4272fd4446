import Mimeograph

/// What is needed to go on with a download that broke off, also in another run of the program.
///
/// It holds no field of the request and no credential; both are given again when the download goes on. It goes on with the same
/// origin only: what another one sends begins anew.
///
/// ```swift
/// let saved = error.resumption?.data                    // bytes, for a file of your own
/// let resumption = try DownloadResumption(data: saved)  // later
/// ```
public struct DownloadResumption: Hashable, Sendable {
    /// The URL that the part came from.
    public let url: String
    /// Where the part is.
    public let partialFile: String
    /// The number of bytes of the part.
    public let byteCount: Int64
    /// What tells that the server still has the same file: a strong entity tag, or a date in Last-Modified.
    ///
    /// Source: RFC 9110 §13.1.5.
    public let validator: String
    /// The length of the whole file, where it is known.
    public let totalLength: Int64?

    /// Makes a description of a part.
    public init(url: String, partialFile: String, byteCount: Int64, validator: String, totalLength: Int64? = nil) {
        self.url = url
        self.partialFile = partialFile
        self.byteCount = byteCount
        self.validator = validator
        self.totalLength = totalLength
    }
}

extension DownloadResumption {
    private static let mark = "mimeograph-resumption 1"

    /// The description as bytes, which ``init(data:)`` reads.
    public var data: [UInt8] {
        // Each on a line of its own; a line feed in a path is the one thing that has to be escaped.
        let lines = [Self.mark, url, partialFile, "\(byteCount)", validator, totalLength.map { "\($0)" } ?? ""]
        return Array(lines.map(Self.escaped).joined(separator: "\n").utf8)
    }

    /// Reads a description.
    ///
    /// - Throws: ``SessionError/Code/resumptionFailed`` where the bytes are no description.
    public init(data: some Collection<UInt8>) throws(SessionError) {
        let text = data.count <= 1 << 16 ? String(validating: data, as: UTF8.self) : nil
        let lines = (text ?? "").parts(at: "\n").map(Self.unescaped)
        guard lines.count == 6, lines[0] == Self.mark, let count = Int64(lines[3]), count >= 0,
            !lines[1].isEmpty, !lines[2].isEmpty, !lines[4].isEmpty, lines[5].isEmpty || Int64(lines[5]) != nil
        else {
            throw SessionError(
                .resumptionFailed,
                "The bytes do not say how a download goes on.",
                remedy: "Start the download from its beginning."
            )
        }
        self.init(
            url: lines[1],
            partialFile: lines[2],
            byteCount: count,
            validator: lines[4],
            totalLength: Int64(lines[5])
        )
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "%": escaped += "%25"
            case "\n": escaped += "%0A"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func unescaped(_ text: Substring) -> String { PercentEncoding.decoded(text) ?? "" }
}
