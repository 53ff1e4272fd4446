import Mimeograph

/// A writer of XML with the layout of Foundation's `PropertyListEncoder` byte for byte: a tab for each level, and shorter lines
/// of Base64 at greater depth. The one exception is that the indentation stops growing after 32 levels. A few bytes of a binary
/// list can represent many deep values, and with a tab for each level the text could become thousands of times as large.
struct XMLPropertyListWriter: PropertyListValueWriter, ~Copyable {
    var output = PropertyListByteWriter(capacity: 1024)
    private var depth = 0
    /// Whether nothing was written since the start of the last container.
    private var isEmpty = false

    init() {
        output.put(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """
        )
    }

    /// Returns the whole text.
    consuming func finish() -> [UInt8] {
        output.reserve(0)
        output.put("</plist>\n")
        return output.finish()
    }

    mutating func appendNull() throws(SerializationError) { throw .nullInPropertyList }

    mutating func append(_ value: Bool) {
        indent()
        if value { output.put("<true/>\n") } else { output.put("<false/>\n") }
    }

    mutating func append(_ value: Int64) {
        indent()
        output.put("<integer>")
        if value < 0 { output.put(UInt8(ascii: "-")) }
        output.put(digits: value.magnitude)
        output.put("</integer>\n")
    }

    mutating func append(_ value: UInt64) {
        indent()
        output.put("<integer>")
        output.put(digits: value)
        output.put("</integer>\n")
    }

    mutating func append(_ value: Double) {
        indent()
        output.put("<real>")
        write(real: value)
        output.put("</real>\n")
    }

    mutating func append(_ uid: PropertyList.UID) {
        begin(.dictionary)
        indent()
        output.put("<key>CF$UID</key>\n")
        append(Int64(uid.index))
        end(.dictionary)
    }

    mutating func append(string utf8: Span<UInt8>) throws(SerializationError) {
        indent()
        output.put("<string>")
        try write(text: utf8)
        output.put("</string>\n")
    }

    mutating func append(key utf8: Span<UInt8>) throws(SerializationError) {
        indent()
        output.put("<key>")
        try write(text: utf8)
        output.put("</key>\n")
    }

    mutating func begin(_ kind: PropertyListContainer) {
        indent()
        if kind == .array { output.put("<array>\n") } else { output.put("<dict>\n") }
        depth += 1
        isEmpty = true
    }

    mutating func end(_ kind: PropertyListContainer) {
        depth -= 1
        if isEmpty {
            // An empty container is a single tag.
            output.removeLast(2)
            output.put("/>\n")
            isEmpty = false
            return
        }
        indent()
        if kind == .array { output.put("</array>\n") } else { output.put("</dict>\n") }
    }

    mutating func append(date seconds: Double) throws(SerializationError) {
        guard PropertyListCalendar.contains(seconds) else { throw .dateOutsideOfCalendar }
        indent()
        output.put("<date>")
        write(date: seconds)
        output.put("</date>\n")
    }

    mutating func append(data: Span<UInt8>) {
        indent()
        output.put("<data>\n")
        // As in Foundation, a level counts as eight columns, up to eight levels.
        let lineLength = (76 - 8 * min(depth, 8)) / 4 * 3
        var start = 0
        while start < data.count {
            let end = min(start + lineLength, data.count)
            output.reserve(0)
            output.put(0x0909_0909_0909_0909, length: min(depth, 8))
            output.append(base64: data.extracting(start..<end))
            output.put(UInt8(ascii: "\n"))
            start = end
        }
        indent()
        output.put("</data>\n")
    }
}

extension XMLPropertyListWriter {
    /// Begins a line; afterwards the slack has room for short output.
    @inline(__always)
    private mutating func indent() {
        isEmpty = false
        var rest = min(depth, 32)
        output.reserve(rest)
        while rest > 0 {
            output.put(0x0909_0909_0909_0909, length: min(rest, 8))
            rest &-= 8
        }
    }

    private mutating func write(real value: Double) {
        if value.isNaN {
            output.put("nan")
        } else if value.isInfinite {
            if value < 0 { output.put("-infinity") } else { output.put("+infinity") }
        } else {
            output.put(real: value)
        }
    }

    private mutating func write(date seconds: Double) {
        // Rounds toward the past, also before 2001. `rounded` would need the C math library.
        var whole = Int(seconds)
        if Double(whole) > seconds { whole -= 1 }
        let days = whole >= 0 ? whole / 86_400 : (whole + 1) / 86_400 - 1
        let second = whole - days * 86_400
        let (year, month, day) = PropertyListCalendar.date(days: days)
        let date = PropertyListByteWriter.eightDigits(UInt64(year * 10_000 + month * 100 + day))
        output.put(date, length: 4)
        output.put(UInt8(ascii: "-"))
        output.put(date &>> 32, length: 2)
        output.put(UInt8(ascii: "-"))
        output.put(date &>> 48, length: 2)
        output.put(UInt8(ascii: "T"))
        let time = PropertyListByteWriter.eightDigits(
            UInt64(second / 3600 * 10_000 + second / 60 % 60 * 100 + second % 60)
        )
        output.put(time &>> 16, length: 2)
        output.put(UInt8(ascii: ":"))
        output.put(time &>> 32, length: 2)
        output.put(UInt8(ascii: ":"))
        output.put(time &>> 48, length: 2)
        output.put(UInt8(ascii: "Z"))
    }
}
