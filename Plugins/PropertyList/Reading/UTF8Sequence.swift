/// Characters of several bytes in UTF-8. Source: RFC 3629 §4.
enum UTF8Sequence {
    /// The bytes of the character that begins at an offset, 2 to 4; nil where none does.
    @inline(__always)
    static func length(in bytes: PropertyListBytes, at start: Int) -> Int? {
        let first = bytes[start]
        let second = bytes[start &+ 1]
        let third = bytes[start &+ 2]
        switch first {
        case 0xC2...0xDF: return second & 0xC0 == 0x80 ? 2 : nil
        case 0xE0...0xEF:
            let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
            let high: UInt8 = first == 0xED ? 0x9F : 0xBF
            return second >= low && second <= high && third & 0xC0 == 0x80 ? 3 : nil
        case 0xF0...0xF4:
            let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
            let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
            let fourth = bytes[start &+ 3]
            return second >= low && second <= high && third & 0xC0 == 0x80 && fourth & 0xC0 == 0x80 ? 4 : nil
        default: return nil
        }
    }
}
