import Mimeograph

/// Reads one value. It does not recurse, and trusts no length before the bytes are there.
struct BencodeReader {
    /// A list or dictionary whose end has not been reached.
    private struct Container {
        let isDictionary: Bool
        var items: [Bencode] = []
        var members: [[UInt8]: Bencode] = [:]
        /// The last key, and whether its value is missing.
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
            case _ where needsKey: throw failure("A key is not a string.", at: start)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                offset = start
                try countValue(at: start)
                if let whole = try add(.bytes(string(body)), body) { return whole }
            case UInt8(ascii: "i"):
                try countValue(at: start)
                if let whole = try add(.integer(number(body, until: UInt8(ascii: "e"))), body) { return whole }
            case UInt8(ascii: "l"), UInt8(ascii: "d"):
                try countValue(at: start)
                // Releasing a value recurses into its levels, so the depth is limited whatever the limits say.
                let depth = min(limits.depth, 1_000)
                if open.count >= depth {
                    throw .limitExceeded(.depth, allowed: depth, at: SourceLocation(offset: start))
                }
                open.append(Container(isDictionary: body[start] == UInt8(ascii: "d")))
            default: throw failure("No value begins with this byte.", at: start)
            }
        }
    }

    /// Begins a member. Keys must be in ascending order, which also excludes duplicates.
    private mutating func beginMember(_ key: [UInt8], at start: Int) throws(SerializationError) {
        let last = open.count - 1
        if let previous = open[last].key, !previous.lexicographicallyPrecedes(key) {
            throw failure("The keys are not in ascending order.", at: start)
        }
        open[last].key = key
        open[last].awaitsValue = true
    }

    /// Adds a value to its container, or returns it if it is the whole body.
    private mutating func add(_ value: Bencode, _ body: Span<UInt8>) throws(SerializationError) -> Bencode? {
        guard let last = open.indices.last else {
            if offset < body.count { throw failure("Bytes follow the value.", at: offset) }
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

    /// Reads a length, a colon and the bytes.
    private mutating func string(_ body: Span<UInt8>) throws(SerializationError) -> [UInt8] {
        let length = try number(body, until: UInt8(ascii: ":"))
        guard length <= Int64(body.count - offset) else { throw truncated(body) }
        defer { offset += Int(length) }
        return (offset..<offset + Int(length)).map { body[$0] }
    }

    /// Reads digits up to a terminating byte. Only the number 0 begins with 0, and -0 is invalid.
    private mutating func number(_ body: Span<UInt8>, until end: UInt8) throws(SerializationError) -> Int64 {
        let start = offset
        while offset < body.count, body[offset] != end, offset - start < 20 { offset += 1 }
        guard offset < body.count else { throw truncated(body) }
        let text = (start..<offset).map { body[$0] }
        offset += 1
        // A number is valid only in its canonical form.
        guard body[offset - 1] == end, let number = Int64(String(decoding: text, as: UTF8.self)),
            "\(number)".utf8.elementsEqual(text)
        else { throw failure("A number is not in canonical form, or needs more than 64 bits.", at: start) }
        return number
    }

    private func truncated(_ body: Span<UInt8>) -> SerializationError {
        SerializationError(.truncated, "The body ends before the value does.", at: SourceLocation(offset: body.count))
    }

    private func failure(_ sentence: String, at offset: Int) -> SerializationError {
        let remedy = "The body is not bencode. Ask the sender to correct it, or read it with another serializer."
        return SerializationError(.syntax, sentence, at: SourceLocation(offset: offset), remedy: remedy)
    }
}
