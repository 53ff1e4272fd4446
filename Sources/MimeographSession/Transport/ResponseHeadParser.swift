import Mimeograph

/// A parser for the heads of a response, the final one and interim ones, and for the trailers after its body.
///
/// A line that is not a field is omitted, as browsers do. A carriage return inside a line makes the response invalid, because
/// libcurl and other recipients may end the line or the head there. Fields with one name stay separate, in order. Bytes that are
/// not UTF-8 are kept so that they can be sent back; see ``OpaqueBytes``. All heads of one response, including interim heads and
/// trailers, may have 300 KiB and 5,000 lines.
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
        /// The head is not an HTTP head, or its status line is invalid.
        case notHTTP
        /// The heads have more than ``maximumSize`` bytes or ``maximumLines`` lines, including trailers.
        case tooLarge
        /// Recipients may disagree about the end of the head or of the body. The text is a sentence that names the line.
        case doubtfulFraming(String)
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
    /// The maximum number of lines of all heads. Source: the limit of libcurl from 8.17 on, for fields.
    static let maximumLines = 5000

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
    private var lines = 0
    /// The name and the value of the last field, which a line that begins with a space continues. Both arrays keep their memory,
    /// and folds append to the value in place. A head with many folds therefore costs no more than one long line.
    private var name: [UInt8] = []
    private var value: [UInt8] = []

    /// Reads a line, including its line ending.
    mutating func read(_ line: Span<UInt8>) -> Line {
        size += line.count
        lines += 1
        if size > Self.maximumSize || lines > Self.maximumLines { return .broken(.tooLarge) }
        var end = line.count
        if end > 0, line[end - 1] == 0x0A { end -= 1 }
        if end > 0, line[end - 1] == 0x0D { end -= 1 }
        // Source: RFC 9112 §2.2.
        for index in 0..<end where line[index] == 0x0D {
            let part = isComplete ? "trailer section" : "head"
            return .broken(.doubtfulFraming("The \(part) of the response has a carriage return that ends no line."))
        }
        if isComplete {
            guard Self.isTrailer(line) else {
                return .broken(.doubtfulFraming("The line after the last chunk of the response is not a field."))
            }
            hasTrailers = true
            if end == 0 { finishTrailers() }
            return end == 0 ? .more : readField(line, to: end)
        }
        if end == 0 { return endHead() }
        if end > 5, line[0] == 0x48, line[1] == 0x54, line[2] == 0x54, line[3] == 0x50, line[4] == 0x2F {
            // libcurl, or an intermediary, reads the line as a field and continues the head.
            if isInHead { return .broken(.doubtfulFraming("The head of the response has two status lines.")) }
            return startHead(line, to: end)
        }
        return status == 0 ? .broken(.notHTTP) : readField(line, to: end)
    }

    /// Reads a field line, or a line that continues the previous field.
    private mutating func readField(_ line: Span<UInt8>, to end: Int) -> Line {
        if Self.isSpace(line[0]) {
            // Source: RFC 9112 §5.2: such a fold is equivalent to spaces.
            if name.isEmpty { return .more }
            if let field = framingName(name.count) {
                return .broken(.doubtfulFraming("The \(field) of the response is folded over two lines."))
            }
            value.append(0x20)
            value.append(copying: line, from: 1, to: end)
            return .more
        }
        if let problem = closeField() { return .broken(problem) }
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
        guard bare < colon, let field = framingName(bare) else { return .more }
        return .broken(.doubtfulFraming("The \(field) of the response has a space before its colon."))
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
        if let problem = closeField() { return .broken(problem) }
        if status == 101 { return .broken(.switchesProtocols) }
        if status < 200 { return status == 0 ? .broken(.notHTTP) : .interim }
        isComplete = true
        return .complete
    }

    /// Adds the last trailer after all lines were read.
    mutating func finishTrailers() {
        if isComplete { _ = closeField() }
    }

    /// Adds the last field. Returns a problem if the field is invalid and frames the body.
    ///
    /// Another invalid field is omitted. libcurl does not omit it, and would still use one that frames the body.
    private mutating func closeField() -> Problem? {
        if name.isEmpty { return nil }
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
            return nil
        } catch {
            return framingName(name.count).map {
                .doubtfulFraming("The \($0) of the response has a control character.")
            }
        }
    }

    /// Returns the name of the field that frames a body if the first `count` bytes of the name are that name. A trailer never
    /// frames a body.
    private func framingName(_ count: Int) -> String? {
        if isComplete { return nil }
        let known = count == 14 ? "Content-Length" : count == 17 ? "Transfer-Encoding" : ""
        let isKnown = !known.isEmpty && name[..<count].elementsEqual(known.utf8) { $0 | 0x20 == $1 | 0x20 }
        return isKnown ? known : nil
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
