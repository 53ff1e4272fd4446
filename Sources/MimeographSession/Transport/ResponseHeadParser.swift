import Mimeograph

/// Puts the head of a response together from its lines, the interim ones before it, and the trailers behind its body.
///
/// A line that is not a field is left out, as browsers do; fields with one name stay apart, in order. Bytes that are not UTF-8 are
/// kept so that they can be sent back: see ``OpaqueBytes``. All heads of one response, the interim ones and the trailers included,
/// may have 300 KiB.
///
/// Source: RFC 9112 §4, §5, §7.1.2; RFC 9110 §6.5, §15.2.
struct ResponseHeadParser {
    /// What a line was.
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

    /// Why a head cannot be used.
    enum Problem: Equatable {
        /// It is not one of HTTP.
        case notHTTP
        /// It has more than ``maximumSize`` bytes, trailers included.
        case tooLarge
        /// What a line says of where the body ends depends on the reader: a field for that goes on in another line, or has a space
        /// before its colon, or what stands behind the last chunk is no field, but may be more of the body.
        case doubtfulFraming
        /// The peer switches to another protocol, which it was not asked for. Source: RFC 9110 §7.8, §15.2.2.
        case switchesProtocols
    }

    /// A version of HTTP that a status line may name.
    enum Version: String {
        case http1_0 = "1.0"
        case http1_1 = "1.1"
        case http2 = "2"
    }

    /// The most bytes of all heads. Source: the limit that libcurl has from 8.3 on.
    static let maximumSize = 300 << 10

    /// The status code of the last status line.
    private(set) var status = 0
    /// The fields after the last status line.
    private(set) var fields = HeaderFields()
    /// The version of HTTP that the last status line names.
    private(set) var version = Version.http1_1
    /// The fields behind the body that may stand there; complete after ``finishTrailers()``.
    private(set) var trailers = HeaderFields()
    /// Whether anything came behind the body.
    private(set) var hasTrailers = false
    /// Whether the final head is complete; what comes then are trailers.
    private(set) var isComplete = false
    /// Whether a status line has come, and not the end of its head.
    private var isInHead = false
    private var size = 0
    /// The name and the value of the last field, which a line that begins with a space continues. They keep their memory, and a value
    /// grows where it is: a head of folds costs no more than one long line.
    private var name: [UInt8] = []
    private var value: [UInt8] = []

    /// Reads a line with its end.
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
            // libcurl, and what reads the message before us, take it for a field line, and go on with the head.
            return isInHead ? .broken(.doubtfulFraming) : startHead(line, to: end)
        }
        return status == 0 ? .broken(.notHTTP) : readField(line, to: end)
    }

    /// Reads a line of a field, or one that goes on with it.
    private mutating func readField(_ line: Span<UInt8>, to end: Int) -> Line {
        if Self.isSpace(line[0]) {
            // Source: RFC 9112 §5.2: such a fold is as good as spaces.
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
        // What reads the message before us may take off the space; this name would be none.
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

    /// Adds the last trailer, when no more will come.
    mutating func finishTrailers() {
        if isComplete { _ = closeField() }
    }

    /// Adds the last field; whether that could be, or does not matter. One that holds a bare CR for example is left out, which libcurl
    /// does not do: of one that frames the body it would read the rest.
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
            return !isFraming(name.count)
        }
    }

    /// Whether the first bytes of the name are those of a field that frames a body; a trailer frames none.
    private func isFraming(_ count: Int) -> Bool {
        if isComplete { return false }
        let name = name[..<count]
        switch count {
        case 14: return name.elementsEqual("content-length".utf8) { $0 | 0x20 == $1 }
        case 17: return name.elementsEqual("transfer-encoding".utf8) { $0 | 0x20 == $1 }
        default: return false
        }
    }

    /// Whether a line behind the body is a field, or goes on with one, or ends them all. A size of a chunk such as `0x5` is none, and
    /// libcurl takes it for the last one.
    private static func isTrailer(_ line: Span<UInt8>) -> Bool {
        if line.isEmpty || isSpace(line[0]) || line[0] == 0x0D || line[0] == 0x0A { return true }
        for index in 1..<max(1, line.count) where line[index] == 0x3A { return true }
        return false
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func text(_ bytes: [UInt8]) -> String {
        // Nearly all fields are ASCII, of which nothing is to be asked but that.
        if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
        return String(opaque: bytes)
    }
}

extension ResponseHeadParser.Version {
    /// Reads a version; libcurl writes that of HTTP/2 without a dot.
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
