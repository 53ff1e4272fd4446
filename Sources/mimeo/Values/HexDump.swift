/// Shows bytes as hexadecimal digits and ASCII, sixteen to a line.
enum HexDump {
    /// The most bytes that are shown.
    static let limit = 256

    /// The first bytes, and how many more there are.
    static func text(_ bytes: [UInt8]) -> String {
        var lines: [String] = []
        for start in stride(from: 0, to: min(bytes.count, limit), by: 16) {
            let row = bytes[start..<min(bytes.count, limit, start + 16)]
            let digits = row.map { hexadecimal(Int($0), digits: 2) }.joined(separator: " ")
            let ascii = String(
                String.UnicodeScalarView(row.map { (0x20..<0x7F).contains($0) ? Unicode.Scalar($0) : "." })
            )
            let gap = String(repeating: " ", count: 16 * 3 - 1 - digits.count)
            lines.append("\(hexadecimal(start, digits: 8))  \(digits)\(gap)  \(ascii)")
        }
        if bytes.count > limit { lines.append("… and \(bytes.count - limit) bytes more") }
        return lines.joined(separator: "\n")
    }

    private static func hexadecimal(_ number: Int, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
