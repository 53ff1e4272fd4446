import Mimeograph
import MimeographBinaryTree
import MimeographTree

/// Writes a value on a tape as MessagePack, in the shortest form of each part; a float takes four bytes where it fits them.
///
/// Source: https://github.com/msgpack/msgpack/blob/master/spec.md
struct MessagePackPrinter: ~Copyable {
    var printer: BinaryPrinter

    /// The bytes of the value at an index.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for what the format cannot hold, with the path to it from that
    ///   value on.
    static func bytes(
        of document: TapeDocument,
        at root: Int = 0,
        sortedKeys: Bool = false,
        mayRepeatKeys: Bool = true
    ) throws(SerializationError) -> [UInt8] {
        let order: TapeWalk.KeyOrder = sortedKeys ? .byBytes : .asWritten
        var printer = MessagePackPrinter(
            printer: BinaryPrinter(document, at: root, order: order, mayRepeatKeys: mayRepeatKeys, as: "MessagePack")
        )
        try printer.run()
        return printer.printer.finish()
    }

    /// The indices of the keys that came before, of maps that are no objects.
    static func repeatedKeys(of document: TapeDocument) -> [Int] {
        var printer = MessagePackPrinter(
            printer: BinaryPrinter(document, at: 0, order: .byBytes, as: "MessagePack")
        )
        // What was read can be written.
        try? printer.run()
        return printer.printer.repeatedKeys
    }

    private mutating func run() throws(SerializationError) {
        while let step = printer.next() {
            switch step {
            case .member(let key):
                append(stringAt: key)
                printer.enter(valueOfKeyAt: key)
            case .value(let index): try append(valueAt: index)
            case .end: break
            }
        }
    }

    private mutating func append(valueAt index: Int) throws(SerializationError) {
        let word = printer.view.word(at: index)
        switch word.tag {
        case .null: printer.append(byte: 0xC0)
        case .false: printer.append(byte: 0xC2)
        case .true: printer.append(byte: 0xC3)
        case .smallInteger: append(word.smallInteger)
        case .int64: append(Int64(bitPattern: printer.view.bits(at: index &+ 1)))
        case .uint64: printer.append(0xCF, printer.view.bits(at: index &+ 1), size: 8)
        case .double: append(double: printer.view.bits(at: index &+ 1))
        case .bigNumber:
            guard let value = printer.document.double(at: index) else {
                throw printer.cannotWrite("a number out of the range of Double")
            }
            append(double: value.bitPattern)
        case .date:
            let seconds = Double(bitPattern: printer.view.bits(at: index &+ 1))
            guard let timestamp = MessagePackTimestamp(secondsSince2001: seconds) else {
                throw printer.cannotWrite("a date out of the range of timestamps")
            }
            append(ext: 0xFF, timestamp.data[...])
        case .string, .wideString: append(stringAt: index)
        case .data:
            append(lengthOf: word.payload, 0xC4, 0xC5, 0xC6)
            printer.append(contentAt: index)
        case .array: append(count: printer.enter(arrayAt: index), short: 0x90, 0xDC)
        case .object: append(count: printer.enter(objectAt: index), short: 0x80, 0xDE)
        case .extended: try append(extensionAt: index)
        case .shared: break
        }
    }

    private mutating func append(extensionAt index: Int) throws(SerializationError) {
        let document = printer.document
        guard let (kind, number, content) = document.extended(at: index) else { return printer.append(byte: 0xC0) }
        switch kind {
        case .pairs: append(count: printer.enter(pairsAt: content), short: 0x80, 0xDE)
        case .ext:
            append(ext: UInt8(truncatingIfNeeded: number), document.content(of: document.word(at: content)))
            printer.skip(extensionAt: index)
        case .uid: throw printer.cannotWrite("a reference of a keyed archive")
        case .tag: throw printer.cannotWrite("a value with tag \(number) of CBOR")
        case .simple: throw printer.cannotWrite("the simple value \(number) of CBOR")
        }
    }
}

// MARK: - Bytes

extension MessagePackPrinter {
    private mutating func append(_ value: Int64) {
        switch value {
        case 0...0x7F, -32 ... -1: printer.append(byte: UInt8(truncatingIfNeeded: value))
        case 0x80...0xFF: printer.append(0xCC, UInt64(value), size: 1)
        case 0x100...0xFFFF: printer.append(0xCD, UInt64(value), size: 2)
        case 0x1_0000...0xFFFF_FFFF: printer.append(0xCE, UInt64(value), size: 4)
        case 0x1_0000_0000...: printer.append(0xCF, UInt64(value), size: 8)
        case (-0x80)...: printer.append(0xD0, UInt64(bitPattern: value), size: 1)
        case (-0x8000)...: printer.append(0xD1, UInt64(bitPattern: value), size: 2)
        case (-0x8000_0000)...: printer.append(0xD2, UInt64(bitPattern: value), size: 4)
        default: printer.append(0xD3, UInt64(bitPattern: value), size: 8)
        }
    }

    private mutating func append(double bits: UInt64) {
        if let single = Double(bitPattern: bits).singleBits {
            printer.append(0xCA, UInt64(single), size: 4)
        } else {
            printer.append(0xCB, bits, size: 8)
        }
    }

    @inline(__always)
    private mutating func append(stringAt index: Int) {
        let count = printer.length(ofStringAt: index)
        if count < 32 {
            printer.append(byte: 0xA0 | UInt8(truncatingIfNeeded: count))
        } else {
            append(lengthOf: count, 0xD9, 0xDA, 0xDB)
        }
        printer.append(contentAt: index)
    }

    /// Appends the head for a length of one, two or four bytes. No string of a tape, and no data, is longer.
    private mutating func append(lengthOf count: Int, _ one: UInt8, _ two: UInt8, _ four: UInt8) {
        switch count {
        case ...0xFF: printer.append(one, UInt64(count), size: 1)
        case ...0xFFFF: printer.append(two, UInt64(count), size: 2)
        default: printer.append(four, UInt64(count), size: 4)
        }
    }

    private mutating func append(count: Int, short: UInt8, _ two: UInt8) {
        switch count {
        case ..<16: printer.append(byte: short | UInt8(truncatingIfNeeded: count))
        case ...0xFFFF: printer.append(two, UInt64(count), size: 2)
        default: printer.append(two + 1, UInt64(count), size: 4)
        }
    }

    private mutating func append(ext type: UInt8, _ data: ArraySlice<UInt8>) {
        switch data.count {
        case 1, 2, 4, 8, 16: printer.append(byte: 0xD4 + UInt8(data.count.trailingZeroBitCount))
        default: append(lengthOf: data.count, 0xC7, 0xC8, 0xC9)
        }
        printer.append(byte: type)
        printer.output.append(data.span)
    }
}
