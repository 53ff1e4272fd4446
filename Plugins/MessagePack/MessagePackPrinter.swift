package import Mimeograph
package import MimeographBinaryTree
import MimeographTree

// Writes a value on a tape as MessagePack, with each part in its shortest form. A float takes four bytes if it fits.
//
// Source: https://github.com/msgpack/msgpack/blob/master/spec.md

extension MessagePackFormat {
    package func write(with printer: inout BinaryPrinter) throws(SerializationError) {
        while let step = printer.next() {
            switch step {
            case .member(let key):
                printer.append(stringAt: key)
                printer.enter(valueOfKeyAt: key)
            case .value(let index): try printer.append(valueAt: index)
            case .end: break
            }
        }
    }
}

extension BinaryPrinter {
    fileprivate mutating func append(valueAt index: Int) throws(SerializationError) {
        let word = view.word(at: index)
        switch word.tag {
        case .null: append(byte: 0xC0)
        case .false: append(byte: 0xC2)
        case .true: append(byte: 0xC3)
        case .smallInteger: append(word.smallInteger)
        case .int64: append(Int64(bitPattern: view.bits(at: index &+ 1)))
        case .uint64: append(0xCF, view.bits(at: index &+ 1), size: 8)
        case .double: append(double: view.bits(at: index &+ 1))
        case .bigNumber:
            guard let value = document.double(at: index) else {
                throw cannotWrite("a number outside the range of Double")
            }
            append(double: value.bitPattern)
        case .date:
            let seconds = Double(bitPattern: view.bits(at: index &+ 1))
            guard let timestamp = MessagePackTimestamp(secondsSince2001: seconds) else {
                throw cannotWrite("a date outside the range of timestamps")
            }
            append(ext: 0xFF, timestamp.data[...])
        case .string, .wideString: append(stringAt: index)
        case .data:
            append(lengthOf: word.payload, 0xC4, 0xC5, 0xC6)
            append(contentAt: index)
        case .array: append(count: enter(arrayAt: index), short: 0x90, 0xDC)
        case .object: append(count: enter(objectAt: index), short: 0x80, 0xDE)
        case .extended: try append(extensionAt: index)
        case .shared: break
        }
    }

    private mutating func append(extensionAt index: Int) throws(SerializationError) {
        guard let (kind, number, content) = document.extended(at: index) else { return append(byte: 0xC0) }
        switch kind {
        case .pairs: append(count: enter(pairsAt: content), short: 0x80, 0xDE)
        case .ext:
            append(ext: UInt8(truncatingIfNeeded: number), document.content(of: document.word(at: content)))
            skip(extensionAt: index)
        case .uid: throw cannotWrite("a reference of a keyed archive")
        case .list, .note: throw cannotWrite("a list of texts")
        case .tag: throw cannotWrite("a value with tag \(number) of CBOR")
        case .simple: throw cannotWrite("the simple value \(number) of CBOR")
        }
    }
}

// MARK: - Bytes

extension BinaryPrinter {
    private mutating func append(_ value: Int64) {
        switch value {
        case 0...0x7F, -32 ... -1: append(byte: UInt8(truncatingIfNeeded: value))
        case 0x80...0xFF: append(0xCC, UInt64(value), size: 1)
        case 0x100...0xFFFF: append(0xCD, UInt64(value), size: 2)
        case 0x1_0000...0xFFFF_FFFF: append(0xCE, UInt64(value), size: 4)
        case 0x1_0000_0000...: append(0xCF, UInt64(value), size: 8)
        case (-0x80)...: append(0xD0, UInt64(bitPattern: value), size: 1)
        case (-0x8000)...: append(0xD1, UInt64(bitPattern: value), size: 2)
        case (-0x8000_0000)...: append(0xD2, UInt64(bitPattern: value), size: 4)
        default: append(0xD3, UInt64(bitPattern: value), size: 8)
        }
    }

    private mutating func append(double bits: UInt64) {
        if let single = Double(bitPattern: bits).singleBits {
            append(0xCA, UInt64(single), size: 4)
        } else {
            append(0xCB, bits, size: 8)
        }
    }

    @inline(__always)
    fileprivate mutating func append(stringAt index: Int) {
        let count = length(ofStringAt: index)
        if count < 32 {
            append(byte: 0xA0 | UInt8(truncatingIfNeeded: count))
        } else {
            append(lengthOf: count, 0xD9, 0xDA, 0xDB)
        }
        append(contentAt: index)
    }

    /// Appends the head for a length of one, two or four bytes. No string or data on a tape is longer.
    private mutating func append(lengthOf count: Int, _ one: UInt8, _ two: UInt8, _ four: UInt8) {
        switch count {
        case ...0xFF: append(one, UInt64(count), size: 1)
        case ...0xFFFF: append(two, UInt64(count), size: 2)
        default: append(four, UInt64(count), size: 4)
        }
    }

    private mutating func append(count: Int, short: UInt8, _ two: UInt8) {
        switch count {
        case ..<16: append(byte: short | UInt8(truncatingIfNeeded: count))
        case ...0xFFFF: append(two, UInt64(count), size: 2)
        default: append(two + 1, UInt64(count), size: 4)
        }
    }

    private mutating func append(ext type: UInt8, _ data: ArraySlice<UInt8>) {
        switch data.count {
        case 1, 2, 4, 8, 16: append(byte: 0xD4 + UInt8(data.count.trailingZeroBitCount))
        default: append(lengthOf: data.count, 0xC7, 0xC8, 0xC9)
        }
        append(byte: type)
        output.append(data.span)
    }
}
