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
    /// What Content-Encoding said of the bytes, in small letters; nil if they are not coded.
    public let contentCoding: String?

    /// Makes a description of a part.
    public init(
        url: String,
        partialFile: String,
        byteCount: Int64,
        validator: String,
        totalLength: Int64? = nil,
        contentCoding: String? = nil
    ) {
        self.url = url
        self.partialFile = partialFile
        self.byteCount = byteCount
        self.validator = validator
        self.totalLength = totalLength
        self.contentCoding = contentCoding
    }
}

extension DownloadResumption {
    private static let mark = "mimeograph-resumption 1"

    /// The description as bytes, which ``init(data:)`` reads.
    public var data: [UInt8] {
        // Each on a line of its own, and an empty one at the end, so that a cut file is seen. A line feed in a path is the one thing
        // that has to be escaped.
        let lines = [
            Self.mark, url, partialFile, "\(byteCount)", validator, totalLength.map { "\($0)" } ?? "",
            contentCoding ?? "", "",
        ]
        return Array(lines.map(Self.escaped).joined(separator: "\n").utf8)
    }

    /// Reads a description.
    ///
    /// - Throws: ``SessionError/Code/resumptionFailed`` where the bytes are no description.
    public init(data: some Collection<UInt8>) throws(SessionError) {
        let text = data.count <= 1 << 16 ? String(validating: data, as: UTF8.self) : nil
        let lines = (text ?? "").parts(at: "\n").map(Self.unescaped)
        guard lines.count == 8, lines[7].isEmpty, lines[0] == Self.mark, let count = Int64(lines[3]), count >= 0,
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
            totalLength: Int64(lines[5]),
            contentCoding: lines[6].isEmpty ? nil : lines[6]
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

/// What Content-Range says. Source: RFC 9110 §14.4.
struct ContentRange: Hashable {
    /// The positions of the first and the last byte; nil where no range is given.
    let bytes: ClosedRange<Int64>?
    /// The length of the whole; nil where it is not known.
    let total: Int64?

    init?(_ head: ResponseHead) {
        let values = head.fields.values(of: "Content-Range")
        // Two of them are as good as none.
        guard values.count == 1, let text = values.first else { return nil }
        var scanner = FieldScanner(text)
        guard scanner.token()?.lowercased() == "bytes" else { return nil }
        scanner.skipSpaces()
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
        if scanner.skip("*") {
            bytes = nil
        } else {
            guard let first = scanner.run(while: isDigit).flatMap({ Int64($0) }), scanner.skip("-"),
                let last = scanner.run(while: isDigit).flatMap({ Int64($0) }), last >= first, last < .max
            else { return nil }
            bytes = first...last
        }
        guard scanner.skip("/") else { return nil }
        if scanner.skip("*") {
            total = nil
        } else {
            guard let length = scanner.run(while: isDigit).flatMap({ Int64($0) }) else { return nil }
            total = length
        }
        guard scanner.isAtEnd else { return nil }
    }
}

extension HeaderFields {
    /// The content codings of the body in lower case, with commas; nil if it is not coded.
    var contentCoding: String? {
        let names = ContentCodings.names(in: self)
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }
}

extension SessionError {
    /// What comes is not the rest of what is there.
    static var wrongPart: SessionError {
        SessionError(
            .resumptionFailed,
            "The server sends another part of the file than the one that is missing.",
            remedy: "Start the download from its beginning."
        )
    }

    /// Less came than is missing.
    static var shortPart: SessionError {
        SessionError(
            .connectionLost,
            "The server sends less of the file than is missing.",
            remedy: "Go on with SessionError.resumption, or let a RetryPolicy do it."
        )
    }

    /// A part came where the whole was wanted.
    static var unaskedPart: SessionError {
        SessionError(
            .invalidResponse,
            "The server sends a part of the file though the whole was asked for.",
            remedy: "To ask for a part, set Range; else the server is wrong."
        )
    }

    /// The same error with the head of the response.
    func with(_ head: ResponseHead) -> SessionError {
        var error = self
        error.head = head
        return error
    }
}

extension DownloadResumption {
    /// Whether a response says nothing against its being of the same file.
    ///
    /// A server that does not know If-Range sends the rest of whatever it has by now; what tells is the validator.
    ///
    /// - Parameter isToldByAll: Whether one that has no validator is of another file: it is where bytes are to be put together. Only a
    ///   date need not be said again in a part: it is none of the fields that such a response must have.
    ///
    /// Source: RFC 9110 §15.3.7, §15.3.7.3.
    func isSameFile(as head: ResponseHead, isToldByAll: Bool) -> Bool {
        let isTag = validator.utf8.first == UInt8(ascii: "\"")
        let told = head.fields.values(of: isTag ? "ETag" : "Last-Modified")
        if isToldByAll {
            if told.isEmpty, isTag || head.status != 206 { return false }
            // A part need not name its coding again. If it does, bytes of another coding are another file's.
            let coding = head.fields.contentCoding.utf8Key
            if coding != contentCoding.utf8Key, coding != nil || head.status != 206 { return false }
        }
        return isOfOrigin(head.url) && told.allSatisfy { $0.hasSameBytes(as: validator) }
    }

    /// Whether a response comes from the origin that the part came from: another one may call another file by the same tag.
    private func isOfOrigin(_ other: String?) -> Bool {
        guard let own = try? RequestURL(url), let other = other.flatMap({ try? RequestURL($0) }) else { return false }
        return own.hasSameOrigin(as: other)
    }
}
