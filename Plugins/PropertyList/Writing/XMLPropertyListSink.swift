import Mimeograph

/// Writes XML, byte for byte as Foundation's `PropertyListEncoder` lays it out: a tab for each level, Base64 in lines that
/// get shorter the deeper they stand.
struct XMLPropertyListSink: PropertyListSink {
    private(set) var bytes: [UInt8] = []
    private var depth = 0
    /// Whether nothing was written since the last container was begun.
    private var isEmpty = false

    init() {
        bytes.reserveCapacity(1024)
        write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        )
    }

    /// The whole text.
    consuming func finish() -> [UInt8] {
        write("</plist>\n")
        return bytes
    }

    mutating func appendNull() throws(SerializationError) { throw .nullInPropertyList }

    mutating func append(_ value: Bool) {
        indent()
        if value { write("<true/>\n") } else { write("<false/>\n") }
    }

    mutating func append(_ value: Int64) {
        indent()
        write("<integer>")
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        write(digits: value.magnitude)
        write("</integer>\n")
    }

    mutating func append(_ value: UInt64) {
        indent()
        write("<integer>")
        write(digits: value)
        write("</integer>\n")
    }

    mutating func append(_ value: Double) {
        indent()
        write("<real>")
        write(real: value)
        write("</real>\n")
    }

    mutating func append(_ uid: PropertyList.UID) {
        begin(.dictionary)
        indent()
        write("<key>CF$UID</key>\n")
        append(Int64(uid.index))
        end(.dictionary)
    }

    mutating func append(string utf8: Span<UInt8>) throws(SerializationError) {
        indent()
        write("<string>")
        try write(text: utf8)
        write("</string>\n")
    }

    mutating func append(key utf8: Span<UInt8>) throws(SerializationError) {
        indent()
        write("<key>")
        try write(text: utf8)
        write("</key>\n")
    }

    mutating func begin(_ kind: PropertyListContainer) {
        indent()
        if kind == .array { write("<array>\n") } else { write("<dict>\n") }
        depth += 1
        isEmpty = true
    }

    mutating func end(_ kind: PropertyListContainer) {
        depth -= 1
        if isEmpty {
            // Of an empty container one tag is all that there is.
            bytes.removeLast(2)
            write("/>\n")
            isEmpty = false
            return
        }
        indent()
        if kind == .array { write("</array>\n") } else { write("</dict>\n") }
    }

    mutating func append(date seconds: Double) throws(SerializationError) {
        guard PropertyListCalendar.contains(seconds) else { throw .dateOutsideOfCalendar }
        indent()
        write("<date>")
        write(date: seconds)
        write("</date>\n")
    }

    mutating func append(data: Span<UInt8>) {
        indent()
        write("<data>\n")
        // What Foundation does: a level counts as eight columns, up to eight levels.
        let lineLength = (76 - 8 * min(depth, 8)) / 4 * 3
        var start = 0
        while start < data.count {
            let end = min(start + lineLength, data.count)
            for _ in 0..<min(depth, 8) { bytes.append(0x09) }
            write(base64: data.extracting(start..<end))
            bytes.append(UInt8(ascii: "\n"))
            start = end
        }
        indent()
        write("</data>\n")
    }
}

extension XMLPropertyListSink {
    /// Begins a line.
    @inline(__always)
    private mutating func indent() {
        isEmpty = false
        for _ in 0..<depth { bytes.append(0x09) }
    }

    @inline(__always)
    private mutating func write(_ literal: StaticString) {
        literal.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    @inline(__always)
    private mutating func write(_ span: Span<UInt8>) {
        // SAFETY: the buffer is read only during this call.
        unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0) }
    }

    private mutating func write(digits magnitude: UInt64, width: Int = 1) {
        let start = bytes.count
        var rest = magnitude
        repeat {
            bytes.append(UInt8(truncatingIfNeeded: 48 + rest % 10))
            rest /= 10
        } while rest > 0
        while bytes.count - start < width { bytes.append(48) }
        bytes[start...].reverse()
    }

    /// The fewest digits that read back as the same double, and no fraction where it is zero.
    private mutating func write(real value: Double) {
        if value.isNaN { return write("nan") }
        if value.isInfinite {
            if value < 0 { write("-infinity") } else { write("+infinity") }
            return
        }
        bytes.append(contentsOf: value.description.utf8)
        let count = bytes.count
        if bytes[count - 1] == UInt8(ascii: "0"), bytes[count - 2] == UInt8(ascii: ".") { bytes.removeLast(2) }
    }

    private mutating func write(date seconds: Double) {
        // Towards the past, also before 2001. Not `rounded`, which would need the C library of mathematics.
        var whole = Int(seconds)
        if Double(whole) > seconds { whole -= 1 }
        let days = whole >= 0 ? whole / 86_400 : (whole + 1) / 86_400 - 1
        let second = whole - days * 86_400
        let (year, month, day) = PropertyListCalendar.date(days: days)
        write(digits: UInt64(year), width: 4)
        bytes.append(UInt8(ascii: "-"))
        write(digits: UInt64(month), width: 2)
        bytes.append(UInt8(ascii: "-"))
        write(digits: UInt64(day), width: 2)
        bytes.append(UInt8(ascii: "T"))
        write(digits: UInt64(second / 3600), width: 2)
        bytes.append(UInt8(ascii: ":"))
        write(digits: UInt64(second / 60 % 60), width: 2)
        bytes.append(UInt8(ascii: ":"))
        write(digits: UInt64(second % 60), width: 2)
        bytes.append(UInt8(ascii: "Z"))
    }

    /// Base64 with padding. Source: RFC 4648 §4.
    private mutating func write(base64 data: Span<UInt8>) {
        var index = 0
        while index + 3 <= data.count {
            let bits = UInt32(data[index]) << 16 | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2])
            for shift in [18, 12, 6, 0] as [UInt32] { bytes.append(Base64.character(of: UInt8(bits >> shift & 0x3F))) }
            index += 3
        }
        let rest = data.count - index
        if rest == 0 { return }
        let bits = UInt32(data[index]) << 16 | (rest == 2 ? UInt32(data[index + 1]) << 8 : 0)
        bytes.append(Base64.character(of: UInt8(bits >> 18 & 0x3F)))
        bytes.append(Base64.character(of: UInt8(bits >> 12 & 0x3F)))
        bytes.append(rest == 2 ? Base64.character(of: UInt8(bits >> 6 & 0x3F)) : UInt8(ascii: "="))
        bytes.append(UInt8(ascii: "="))
    }

    /// Text in which the three characters are escaped that Foundation escapes.
    private mutating func write(text utf8: Span<UInt8>) throws(SerializationError) {
        var start = 0
        while true {
            let end = try XMLPropertyListSink.runEnd(utf8, from: start)
            if end > start { write(utf8.extracting(start..<end)) }
            if end == utf8.count { return }
            switch utf8[end] {
            case UInt8(ascii: "<"): write("&lt;")
            case UInt8(ascii: ">"): write("&gt;")
            default: write("&amp;")
            }
            start = end + 1
        }
    }

    /// The offset of the first byte from `start` on that must be escaped, or the count.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for characters that XML does not allow.
    private static func runEnd(_ utf8: Span<UInt8>, from start: Int) throws(SerializationError) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = start
        // SAFETY: bytes are trivial, and nothing is written through the raw span.
        let raw = unsafe utf8.bytes
        while index < utf8.count {
            if index &+ 8 <= utf8.count {
                // SAFETY: eight bytes from the index on lie in the span.
                let word = UInt64(littleEndian: unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
                // The two brackets differ in one bit. Taking 1 from a zero byte sets its highest bit; false alarms are
                // looked at again below. 0xEF may begin one of the two characters that XML does not allow.
                let brackets = ((word | ones &* 0x02) ^ ones &* 0x3E) &- ones
                let ampersands = (word ^ ones &* 0x26) &- ones
                let controls = word &- ones &* 0x20
                let high = (word ^ ones &* 0xEF) &- ones & ~(word ^ ones &* 0xEF)
                if ((brackets | ampersands | controls) & ~word | high) & (ones &* 0x80) == 0 {
                    index &+= 8
                    continue
                }
            }
            let limit = min(index + 8, utf8.count)
            while index < limit {
                let byte = utf8[index]
                switch byte {
                case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): return index
                case 0x09, 0x0A, 0x0D: break
                case ..<0x20: throw .characterOutsideOfXML
                case 0xEF where utf8[index + 1] == 0xBF && utf8[index + 2] >= 0xBE: throw .characterOutsideOfXML
                default: break
                }
                index += 1
            }
        }
        return index
    }
}
