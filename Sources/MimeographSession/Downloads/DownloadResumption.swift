import Mimeograph

/// The state to resume an interrupted download from, even in another run of the program.
///
/// It contains no field of the request and no credential; pass both again when you resume. Only the same origin can continue the
/// download. Otherwise it starts over.
///
/// ```swift
/// let saved = error.resumption?.data                    // bytes, for a file of your own
/// let resumption = try DownloadResumption(data: saved)  // later
/// ```
public struct DownloadResumption: Hashable, Sendable {
    /// The URL that the part came from.
    public let url: String
    /// The path of the part.
    public let partialFile: String
    /// The number of bytes of the part.
    public let byteCount: Int64
    /// The validator that shows whether the server still has the same file: a strong entity tag, or a date in Last-Modified.
    ///
    /// Source: RFC 9110 §13.1.5.
    public let validator: String
    /// The length of the whole file, if known.
    public let totalLength: Int64?
    /// The content codings of the bytes, in lower case; nil if they are not coded.
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
        // One line each, and an empty one at the end to detect a truncated file. Only a line feed in a path has to be escaped.
        let lines = [
            Self.mark, url, partialFile, "\(byteCount)", validator, totalLength.map { "\($0)" } ?? "",
            contentCoding ?? "", "",
        ]
        return Array(lines.map(Self.escaped).joined(separator: "\n").utf8)
    }

    /// Reads a description.
    ///
    /// - Throws: ``SessionError/Code/resumptionFailed`` if the bytes are not a valid description.
    public init(data: some Collection<UInt8>) throws(SessionError) {
        let text = data.count <= 1 << 16 ? String(validating: data, as: UTF8.self) : nil
        let lines = (text ?? "").parts(at: "\n").map(Self.unescaped)
        guard lines.count == 8, lines[7].isEmpty, lines[0] == Self.mark, let count = Int64(lines[3]), count >= 0,
            !lines[1].isEmpty, !lines[2].isEmpty, !lines[4].isEmpty, lines[5].isEmpty || Int64(lines[5]) != nil
        else {
            throw SessionError(
                .resumptionFailed,
                "The bytes are not a valid description of a download to resume.",
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

/// The value of Content-Range. Source: RFC 9110 §14.4.
struct ContentRange: Hashable {
    /// The positions of the first and the last byte; nil if the field has no range.
    let bytes: ClosedRange<Int64>?
    /// The length of the whole; nil if it is unknown.
    let total: Int64?

    init?(_ head: ResponseHead) {
        let values = head.fields.values(of: "Content-Range")
        // Two values are ambiguous, so neither counts.
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
    /// The error for a response that is not the rest of the part.
    static var wrongPart: SessionError {
        SessionError(
            .resumptionFailed,
            "The server sent a different part of the file than the missing one.",
            remedy: "Start the download from its beginning."
        )
    }

    /// The error for a response that ends before the file is complete.
    static var shortPart: SessionError {
        SessionError(
            .connectionLost,
            "The server sent less than the missing part of the file.",
            remedy: "Resume the download with SessionError.resumption, or use a RetryPolicy."
        )
    }

    /// The error for a part that the request did not ask for.
    static var unaskedPart: SessionError {
        SessionError(
            .invalidResponse,
            "The server sent a part of the file, but the request asked for the whole.",
            remedy: "To ask for a part, set the Range field. If you want the whole, the server is at fault."
        )
    }

    /// Returns the error with the head of the response.
    func with(_ head: ResponseHead) -> SessionError {
        var error = self
        error.head = head
        return error
    }
}

extension DownloadResumption {
    /// Returns whether a response may be about the same file.
    ///
    /// A server that does not support If-Range sends the rest of its current file, so only the validator reveals another file.
    ///
    /// - Parameter isToldByAll: Whether a response without a validator counts as another file, as it must if bytes are joined. A
    ///   partial response may still omit a date, which it is not required to repeat.
    ///
    /// Source: RFC 9110 §15.3.7, §15.3.7.3.
    func isSameFile(as head: ResponseHead, isToldByAll: Bool) -> Bool {
        let isTag = validator.utf8.first == UInt8(ascii: "\"")
        let told = head.fields.values(of: isTag ? "ETag" : "Last-Modified")
        if isToldByAll {
            if told.isEmpty, isTag || head.status != 206 { return false }
            // A part may omit its coding. If it names another one, its bytes belong to another file.
            let coding = head.fields.contentCoding.utf8Key
            if coding != contentCoding.utf8Key, coding != nil || head.status != 206 { return false }
        }
        return isOfOrigin(head.url) && told.allSatisfy { $0.hasSameBytes(as: validator) }
    }

    /// Returns whether a response comes from the origin of the part. Another origin may use the same tag for another file.
    private func isOfOrigin(_ other: String?) -> Bool {
        guard let own = try? RequestURL(url), let other = other.flatMap({ try? RequestURL($0) }) else { return false }
        return own.hasSameOrigin(as: other)
    }
}
