import Mimeograph

/// Puts the head of a response together from its lines, and passes over interim ones.
///
/// A line that is not a field is left out, as browsers do; fields with one name stay apart, in order. What is not UTF-8 is taken as
/// one character for each byte. All heads of one response, the interim ones included, may have 300 KiB.
///
/// Source: RFC 9112 §4, §5; RFC 9110 §15.2.
struct ResponseHeadParser {
    /// What a line was.
    enum Line {
        /// More lines follow.
        case more
        /// The final head is complete.
        case complete
        /// There is no sense in it, or too much of it.
        case broken
    }

    /// The most bytes of all heads. Source: the limit that libcurl has from 8.3 on.
    static let maximumSize = 300 << 10

    /// The status code of the last status line.
    private(set) var status = 0
    /// The fields after the last status line.
    private(set) var fields = HeaderFields()
    /// The version of HTTP that the last status line names, for example `1.1`.
    private(set) var version = ""
    /// Whether the final head is complete; what comes then are trailers.
    private(set) var isComplete = false
    private var size = 0
    /// The last field, which a line that begins with a space continues.
    private var open: (name: String, value: String)?

    /// Takes a line with its end.
    mutating func take(_ line: Span<UInt8>) -> Line {
        if isComplete { return .more }
        size += line.count
        if size > Self.maximumSize { return .broken }
        var end = line.count
        while end > 0, line[end - 1] == 0x0A || line[end - 1] == 0x0D { end -= 1 }
        if end == 0 { return endHead() }
        if end > 5, line[0] == 0x48, line[1] == 0x54, line[2] == 0x54, line[3] == 0x50, line[4] == 0x2F {
            return startHead(line, to: end)
        }
        if status == 0 { return .broken }
        if line[0] == 0x20 || line[0] == 0x09 {
            // Source: RFC 9112 §5.2: such a fold is as good as spaces.
            if let value = open?.value { open?.value = value + " " + Self.text(line, from: 1, to: end) }
            return .more
        }
        closeField()
        var colon = 0
        while colon < end, line[colon] != 0x3A { colon += 1 }
        guard colon > 0, colon < end else { return .more }
        var start = colon + 1
        while start < end, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
        open = (Self.text(line, from: 0, to: colon), Self.text(line, from: start, to: end))
        return .more
    }

    private mutating func startHead(_ line: Span<UInt8>, to end: Int) -> Line {
        var place = 5
        while place < end, line[place] != 0x20 { place += 1 }
        version = Self.text(line, from: 5, to: place)
        while place < end, line[place] == 0x20 { place += 1 }
        guard place + 3 <= end, place + 3 == end || line[place + 3] == 0x20 else { return .broken }
        status = 0
        for index in place..<place + 3 {
            guard (0x30...0x39).contains(line[index]) else { return .broken }
            status = status * 10 + Int(line[index] - 0x30)
        }
        fields = HeaderFields()
        open = nil
        return status >= 100 ? .more : .broken
    }

    private mutating func endHead() -> Line {
        closeField()
        if status < 200 { return status == 0 ? .broken : .more }
        isComplete = true
        return .complete
    }

    private mutating func closeField() {
        guard let field = open else { return }
        open = nil
        try? fields.append(field.name, field.value)
    }

    private static func text(_ line: Span<UInt8>, from start: Int, to end: Int) -> String {
        // SAFETY: the bytes live through the call, and the text is a copy.
        unsafe line.extracting(start..<end).withUnsafeBufferPointer { bytes in
            if let text = unsafe String(validating: bytes, as: UTF8.self) { return text }
            var text = ""
            for index in bytes.indices { text.unicodeScalars.append(Unicode.Scalar(unsafe bytes[index])) }
            return text
        }
    }
}
