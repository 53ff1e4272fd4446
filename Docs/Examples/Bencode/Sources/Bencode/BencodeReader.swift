import Mimeograph

/// Reads one value. It does not recurse, and believes no length before the bytes are there.
struct BencodeReader {
    /// A list or dictionary whose end has not come.
    private struct Container {
        let isDictionary: Bool
        var items: [Bencode] = []
        var members: [[UInt8]: Bencode] = [:]
        /// The key that came last, and whether its value is still to come.
        var key: [UInt8]?
        var awaitsValue = false
    }

    let limits: DecodingLimits
    private var open: [Container] = []
    private var count = 0
    private var offset = 0

    init(limits: DecodingLimits) { self.limits = limits }

    mutating func read(_ body: Span<UInt8>) throws(SerializationError) -> Bencode {
        while true {
            guard offset < body.count else { throw truncated(body) }
            let start = offset
            offset += 1
            let needsKey = open.last.map { $0.isDictionary && !$0.awaitsValue } ?? false
            switch body[start] {
            case UInt8(ascii: "e") where !open.isEmpty:
                let container = open.removeLast()
                if container.awaitsValue {
                    throw failure("A dictionary ends after a key, before its value.", at: start)
                }
                let value = container.isDictionary ? Bencode.dictionary(container.members) : .list(container.items)
                if let whole = try add(value, body) { return whole }
            case UInt8(ascii: "0")...UInt8(ascii: "9") where needsKey:
                offset = start
                try beginMember(string(body), at: start)
            case _ where needsKey: throw failure("A key is no string.", at: start)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                offset = start
                try countValue(at: start)
                if let whole = try add(.bytes(string(body)), body) { return whole }
            case UInt8(ascii: "i"):
                try countValue(at: start)
                if let whole = try add(.integer(number(body, until: UInt8(ascii: "e"))), body) { return whole }
            case UInt8(ascii: "l"), UInt8(ascii: "d"):
                try countValue(at: start)
                // Values are freed level by level, so that there is a bound whatever the limits say.
                let depth = min(limits.depth, 1_000)
                if open.count >= depth {
                    throw .limitExceeded(.depth, allowed: depth, at: SourceLocation(offset: start))
                }
                open.append(Container(isDictionary: body[start] == UInt8(ascii: "d")))
            default: throw failure("No value begins with this byte.", at: start)
            }
        }
    }

    /// Keys stand in order, so that none is there twice.
    private mutating func beginMember(_ key: [UInt8], at start: Int) throws(SerializationError) {
        let last = open.count - 1
        if let previous = open[last].key, !previous.lexicographicallyPrecedes(key) {
            throw failure("A key does not come after the key before it.", at: start)
        }
        open[last].key = key
        open[last].awaitsValue = true
    }

    /// Adds a value to its container; gives it back where it is the whole.
    private mutating func add(_ value: Bencode, _ body: Span<UInt8>) throws(SerializationError) -> Bencode? {
        guard let last = open.indices.last else {
            if offset < body.count { throw failure("There are bytes after the value.", at: offset) }
            return value
        }
        if let key = open[last].key {
            open[last].members[key] = value
            open[last].awaitsValue = false
        } else {
            open[last].items.append(value)
        }
        return nil
    }

    private mutating func countValue(at start: Int) throws(SerializationError) {
        count += 1
        try limits.check(.elements, count, at: SourceLocation(offset: start))
    }

    /// A length, a colon, and so many bytes.
    private mutating func string(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        let length = try number(body, until: UInt8(ascii: ":"))
        guard length <= Int64(body.count - offset) else { throw truncated(body) }
        defer { offset += Int(length) }
        return (offset..<offset + Int(length)).map { body[$0] }
    }

    /// Digits up to a byte that ends them; only a number that is 0 begins with 0, and none is -0.
    private mutating func number(_ body: Span<UInt8>, until end: UInt8) throws(SerializationError) -> Int64 {
        let start = offset
        while offset < body.count, body[offset] != end, offset - start < 20 { offset += 1 }
        guard offset < body.count else { throw truncated(body) }
        let text = (start..<offset).map { body[$0] }
        offset += 1
        // What is written in the same way is written in the only way.
        guard body[offset - 1] == end, let number = Int64(String(decoding: text, as: UTF8.self)),
            "\(number)".utf8.elementsEqual(text)
        else { throw failure("A number is not written as it should be, or needs more than 64 bits.", at: start) }
        return number
    }

    private func truncated(_ body: Span<UInt8>) -> SerializationError {
        SerializationError(.truncated, "The body ends before the value does.", at: SourceLocation(offset: body.count))
    }

    private func failure(_ sentence: String, at offset: Int) -> SerializationError {
        let remedy = "The body is not bencode; ask the sender to correct it, or read it as what it is."
        return SerializationError(.syntax, sentence, at: SourceLocation(offset: offset), remedy: remedy)
    }
}
