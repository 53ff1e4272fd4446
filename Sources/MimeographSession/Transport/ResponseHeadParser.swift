import Mimeograph

/// A parser for the heads of a response, the final one and interim ones, and for the trailers after its body.
///
/// A line that is not a field is omitted, as browsers do. A bare CR in a field of a head is an error. Fields with one name stay separate, in order. Bytes that are not UTF-8
/// are kept so that they can be sent back; see ``OpaqueBytes``. All heads of one response, including interim heads and trailers,
/// may have 300 KiB.
///
/// Source: RFC 9112 §4, §5, §7.1.2; RFC 9110 §6.5, §15.2.
struct ResponseHeadParser {
    /// The effect of a line.
    enum Line: Equatable {
        /// More lines follow.
        case more
        /// An interim head is complete; another one follows.
        case interim
        /// The final head is complete.
        case complete
        /// The response cannot be used.
        case broken(Problem)
    }

    /// The reason why a head cannot be used.
    enum Problem: Equatable {
        /// The head is not an HTTP head.
        case notHTTP
        /// The heads have more than ``maximumSize`` bytes, including trailers.
        case tooLarge
        /// Recipients may disagree about the end of the body. A field that frames the body is folded or has a space before its
        /// colon. A field has a bare CR, which other programs read as the end of a line. Or a line after the last chunk is not a
        /// field, and may belong to the body.
        case doubtfulFraming
        /// The peer switches to another protocol without a request for it. Source: RFC 9110 §7.8, §15.2.2.
        case switchesProtocols
    }

    /// A version of HTTP that a status line may name.
    enum Version: String {
        case http1_0 = "1.0"
        case http1_1 = "1.1"
        case http2 = "2"
    }

    /// The maximum size of all heads, in bytes. Source: the limit of libcurl from 8.3 on.
    static let maximumSize = 300 << 10

    /// The status code of the last status line.
    private(set) var status = 0
    /// The fields after the last status line.
    private(set) var fields = HeaderFields()
    /// The version of HTTP in the last status line.
    private(set) var version = Version.http1_1
    /// The permitted fields after the body; complete after ``finishTrailers()``.
    private(set) var trailers = HeaderFields()
    /// Whether anything has arrived after the body.
    private(set) var hasTrailers = false
    /// Whether the final head is complete. Further lines are trailers.
    private(set) var isComplete = false
    /// Whether a status line has arrived, but not the end of its head.
    private var isInHead = false
    private var size = 0
    /// The name and the value of the last field, which a line that begins with a space continues. Both arrays keep their memory,
    /// and folds append to the value in place. A head with many folds therefore costs no more than one long line.
    private var name: [UInt8] = []
    private var value: [UInt8] = []

    /// Reads a line, including its line ending.
    mutating func read(_ line: Span<UInt8>) -> Line {
        size += line.count
        if size > Self.maximumSize { return .broken(.tooLarge) }
        var end = line.count
        while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
        if isComplete {
            guard Self.isTrailer(line) else { return .broken(.doubtfulFraming) }
            hasTrailers = true
            if end == 0 { finishTrailers() }
            return end == 0 ? .more : readField(line, to: end)
        }
        if end == 0 { return endHead() }
        if end > 5, line[0] == 0x48, line[1] == 0x54, line[2] == 0x54, line[3] == 0x50, line[4] == 0x2F {
            // libcurl, or an intermediary, reads the line as a field and continues the head.
            return isInHead ? .broken(.doubtfulFraming) : startHead(line, to: end)
        }
        return status == 0 ? .broken(.notHTTP) : readField(line, to: end)
    }

    /// Reads a field line, or a line that continues the previous field.
    private mutating func readField(_ line: Span<UInt8>, to end: Int) -> Line {
        if Self.isSpace(line[0]) {
            // Source: RFC 9112 §5.2: such a fold is equivalent to spaces.
            if name.isEmpty { return .more }
            if isFraming(name.count) { return .broken(.doubtfulFraming) }
            value.append(0x20)
            value.append(copying: line, from: 1, to: end)
            return .more
        }
        if !closeField() { return .broken(.doubtfulFraming) }
        var colon = 0
        while colon < end, line[colon] != 0x3A { colon += 1 }
        guard colon > 0, colon < end else { return .more }
        var start = colon + 1
        while start < end, Self.isSpace(line[start]) { start += 1 }
        name.append(copying: line, from: 0, to: colon)
        value.append(copying: line, from: start, to: end)
        // An intermediary may remove the spaces. With them, the name is invalid.
        var bare = colon
        while bare > 0, Self.isSpace(line[bare - 1]) { bare -= 1 }
        return bare < colon && isFraming(bare) ? .broken(.doubtfulFraming) : .more
    }

    private mutating func startHead(_ line: Span<UInt8>, to end: Int) -> Line {
        var index = 5
        while index < end, line[index] != 0x20 { index += 1 }
        guard let version = Version(line, from: 5, to: index) else { return .broken(.notHTTP) }
        while index < end, line[index] == 0x20 { index += 1 }
        guard index + 3 <= end, index + 3 == end || line[index + 3] == 0x20 else { return .broken(.notHTTP) }
        self.version = version
        isInHead = true
        status = 0
        for digit in index..<index + 3 {
            guard (0x30...0x39).contains(line[digit]) else { return .broken(.notHTTP) }
            status = status * 10 + Int(line[digit] - 0x30)
        }
        fields = HeaderFields()
        name.removeAll(keepingCapacity: true)
        value.removeAll(keepingCapacity: true)
        return status >= 100 ? .more : .broken(.notHTTP)
    }

    private mutating func endHead() -> Line {
        isInHead = false
        if !closeField() { return .broken(.doubtfulFraming) }
        if status == 101 { return .broken(.switchesProtocols) }
        if status < 200 { return status == 0 ? .broken(.notHTTP) : .interim }
        isComplete = true
        return .complete
    }

    /// Adds the last trailer after all lines were read.
    mutating func finishTrailers() {
        if isComplete { _ = closeField() }
    }

    /// Adds the last field. Returns false if the field is invalid, and it frames the body or a head has a bare CR in it.
    ///
    /// Another invalid field is omitted. libcurl does not omit it, and would still use one that frames the body. After a bare CR,
    /// a program that reads it as the end of a line may find a field that frames the body.
    ///
    /// Source: RFC 9112 §2.2.
    private mutating func closeField() -> Bool {
        if name.isEmpty { return true }
        defer {
            name.removeAll(keepingCapacity: true)
            value.removeAll(keepingCapacity: true)
        }
        do throws(HeaderFieldError) {
            let name = Self.text(name)
            if !isComplete {
                try fields.append(name, Self.text(value))
            } else if TrailerRules.allow(name) {
                try trailers.append(name, Self.text(value))
            }
            return true
        } catch {
            return isComplete || !isFraming(name.count) && !name.contains(0x0D) && !value.contains(0x0D)
        }
    }

    /// Whether the first `count` bytes of the name are the name of a field that frames a body. A trailer never frames a body.
    private func isFraming(_ count: Int) -> Bool {
        if isComplete { return false }
        let name = name[..<count]
        switch count {
        case 14: return name.elementsEqual("content-length".utf8) { $0 | 0x20 == $1 }
        case 17: return name.elementsEqual("transfer-encoding".utf8) { $0 | 0x20 == $1 }
        default: return false
        }
    }

    /// Whether a line after the body is a field, continues a field or ends the trailers. A chunk size such as `0x5`, which
    /// libcurl reads as the last chunk, leads to a line that is none of these.
    private static func isTrailer(_ line: Span<UInt8>) -> Bool {
        if line.isEmpty || isSpace(line[0]) || line[0] == 0x0D || line[0] == 0x0A { return true }
        for index in 1..<max(1, line.count) where line[index] == 0x3A { return true }
        return false
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func text(_ bytes: [UInt8]) -> String {
        // Nearly all fields are ASCII, which needs no further check.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        return String(opaque: bytes)
    }
}

extension ResponseHeadParser.Version {
    /// Parses a version. libcurl writes HTTP/2 without a dot.
    fileprivate init?(_ line: Span<UInt8>, from start: Int, to end: Int) {
        switch end - start {
        case 1 where line[start] == 0x32: self = .http2
        case 3 where line[start] == 0x31 && line[start + 1] == 0x2E && line[start + 2] == 0x30: self = .http1_0
        case 3 where line[start] == 0x31 && line[start + 1] == 0x2E && line[start + 2] == 0x31: self = .http1_1
        default: return nil
        }
    }
}

extension [UInt8] {
    fileprivate mutating func append(copying bytes: Span<UInt8>, from start: Int, to end: Int) {
        // SAFETY: the bytes live through the call.
        unsafe bytes.extracting(start..<end).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
