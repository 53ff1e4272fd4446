import Mimeograph

/// The first bytes of a value, which say what it is and how long.
struct MessagePackHead {
    /// What the value is.
    let form: Form
    /// How many bytes the head has.
    let length: Int

    /// What a value is, and what follows its head.
    enum Form {
        case null
        case bool(Bool)
        case integer(Int64)
        case unsigned(UInt64)
        case float(Float)
        case double(Double)
        /// So many bytes of text.
        case text(Int)
        /// So many bytes.
        case binary(Int)
        /// So many bytes of a type.
        case fileExtension(Int8, Int)
        /// So many values.
        case array(Int)
        /// So many pairs of values.
        case map(Int)

        /// How many bytes follow the head.
        var payload: Int {
            switch self {
            case .text(let count), .binary(let count), .fileExtension(_, let count): count
            case .null, .bool, .integer, .unsigned, .float, .double, .array, .map: 0
            }
        }

        /// How many values follow the head.
        var values: Int {
            switch self {
            case .array(let count): count
            // A count has 32 bits, so that twice as many fit.
            case .map(let count): 2 * count
            default: 0
            }
        }
    }

    /// Reads a head.
    ///
    /// - Parameters:
    ///   - bytes: The body, or as much as has come.
    ///   - offset: Where the head begins; before the end.
    /// - Returns: nil where the body ends within the head.
    /// - Throws: The offset of a byte that means nothing.
    static func read(_ bytes: [UInt8], at offset: Int) throws(InvalidByte) -> MessagePackHead? {
        let first = bytes[offset]
        switch first {
        case 0x00...0x7F: return MessagePackHead(form: .integer(Int64(first)), length: 1)
        case 0x80...0x8F: return MessagePackHead(form: .map(Int(first & 0x0F)), length: 1)
        case 0x90...0x9F: return MessagePackHead(form: .array(Int(first & 0x0F)), length: 1)
        case 0xA0...0xBF: return MessagePackHead(form: .text(Int(first & 0x1F)), length: 1)
        case 0xC0: return MessagePackHead(form: .null, length: 1)
        case 0xC1: throw InvalidByte()
        case 0xC2, 0xC3: return MessagePackHead(form: .bool(first == 0xC3), length: 1)
        case 0xE0...0xFF: return MessagePackHead(form: .integer(Int64(Int8(bitPattern: first))), length: 1)
        default: break
        }
        let width = widths[Int(first - 0xC4)]
        let isExtension = (0xC7...0xC9).contains(first) || (0xD4...0xD8).contains(first)
        let length = 1 + width + (isExtension ? 1 : 0)
        guard bytes.count - offset >= length else { return nil }
        var number: UInt64 = 0
        for byte in bytes[offset + 1..<offset + 1 + width] { number = number << 8 | UInt64(byte) }
        let type = isExtension ? Int8(bitPattern: bytes[offset + 1 + width]) : 0
        let form = form(of: first, number, type)
        return MessagePackHead(form: form, length: length)
    }

    /// A byte that the specification never uses.
    struct InvalidByte: Error {}

    /// How many bytes of a number follow each first byte from 0xC4 to 0xDF.
    private static let widths = [
        1, 2, 4, 1, 2, 4, 4, 8, 1, 2, 4, 8, 1, 2, 4, 8, 0, 0, 0, 0, 0, 1, 2, 4, 2, 4, 2, 4,
    ]

    private static func form(of first: UInt8, _ number: UInt64, _ type: Int8) -> Form {
        // At most 32 bits wherever it is a count.
        let count = Int(truncatingIfNeeded: number)
        switch first {
        case 0xC4...0xC6: return .binary(count)
        case 0xC7...0xC9: return .fileExtension(type, count)
        case 0xCA: return .float(Float(bitPattern: UInt32(truncatingIfNeeded: number)))
        case 0xCB: return .double(Double(bitPattern: number))
        case 0xCC...0xCF: return Int64(exactly: number).map(Form.integer) ?? .unsigned(number)
        case 0xD0: return .integer(Int64(Int8(truncatingIfNeeded: number)))
        case 0xD1: return .integer(Int64(Int16(truncatingIfNeeded: number)))
        case 0xD2: return .integer(Int64(Int32(truncatingIfNeeded: number)))
        case 0xD3: return .integer(Int64(bitPattern: number))
        case 0xD4...0xD8: return .fileExtension(type, 1 << Int(first - 0xD4))
        case 0xD9...0xDB: return .text(count)
        case 0xDC, 0xDD: return .array(count)
        default: return .map(count)
        }
    }
}
