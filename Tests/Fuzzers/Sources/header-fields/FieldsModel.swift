/// Header fields as a plain list, implemented in the simplest way.
struct FieldsModel {
    private(set) var lines: [(name: String, value: String)] = []

    /// Source: RFC 9110 §5.6.2.
    static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Source: RFC 9110 §5.1, §5.5.
    static func mayStand(_ name: String, _ value: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy(isToken) && !value.utf8.contains { [0, 0x0A, 0x0D].contains($0) }
    }

    func values(of name: String) -> [String] { lines.filter { Self.same($0.name, name) }.map(\.value) }

    mutating func append(_ name: String, _ value: String) { lines.append((name, trimmed(value))) }

    mutating func set(_ name: String, _ value: String) {
        guard let first = lines.firstIndex(where: { Self.same($0.name, name) }) else { return append(name, value) }
        let before = lines[..<first]
        let after = lines[(first + 1)...].filter { !Self.same($0.name, name) }
        lines = before + [(name, trimmed(value))] + after
    }

    mutating func remove(_ name: String) { lines.removeAll { Self.same($0.name, name) } }

    /// Compares names. Names are ASCII, so this is the comparison in the RFC.
    private static func same(_ one: String, _ other: String) -> Bool { one.lowercased() == other.lowercased() }

    private func trimmed(_ value: String) -> String {
        var bytes = Array(value.utf8)[...]
        while bytes.first == 0x20 || bytes.first == 0x09 { bytes.removeFirst() }
        while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }
}
