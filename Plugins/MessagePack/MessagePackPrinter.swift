package import Mimeograph
package import MimeographBinaryTree
package import MimeographTree

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
        case .null: Parts.appendNull(to: &output)
        case .false: Parts.append(false, to: &output)
        case .true: Parts.append(true, to: &output)
        case .smallInteger: Parts.append(word.smallInteger, to: &output)
        case .int64: Parts.append(Int64(bitPattern: view.bits(at: index &+ 1)), to: &output)
        case .uint64: Parts.append(view.bits(at: index &+ 1), to: &output)
        case .double: Parts.append(Double(bitPattern: view.bits(at: index &+ 1)), to: &output)
        case .bigNumber:
            guard let value = document.double(at: index) else {
                throw cannotWrite("a number outside the range of Double")
            }
            Parts.append(value, to: &output)
        case .date:
            let seconds = Double(bitPattern: view.bits(at: index &+ 1))
            guard let timestamp = MessagePackTimestamp(secondsSince2001: seconds) else {
                throw cannotWrite("a date outside the range of timestamps")
            }
            append(ext: 0xFF, timestamp.data[...])
        case .string, .wideString: append(stringAt: index)
        case .data:
            Parts.append(lengthOf: word.payload, 0xC4, 0xC5, 0xC6, to: &output)
            append(contentAt: index)
        case .array: Parts.append(headOfArray: enter(arrayAt: index), to: &output)
        case .object: Parts.append(headOfMap: enter(objectAt: index), to: &output)
        case .extended: try append(extensionAt: index)
        case .shared: break
        }
    }

    private mutating func append(extensionAt index: Int) throws(SerializationError) {
        guard let (kind, number, content) = document.extended(at: index) else { return append(byte: 0xC0) }
        switch kind {
        case .pairs: Parts.append(headOfMap: enter(pairsAt: content), to: &output)
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

private typealias Parts = MessagePackFormat.Parts

extension BinaryPrinter {
    @inline(__always)
    fileprivate mutating func append(stringAt index: Int) {
        Parts.append(headOfString: length(ofStringAt: index), to: &output)
        append(contentAt: index)
    }

    private mutating func append(ext type: UInt8, _ data: ArraySlice<UInt8>) {
        switch data.count {
        case 1, 2, 4, 8, 16: append(byte: 0xD4 + UInt8(data.count.trailingZeroBitCount))
        default: Parts.append(lengthOf: data.count, 0xC7, 0xC8, 0xC9, to: &output)
        }
        append(byte: type)
        output.append(data.span)
    }
}

extension MessagePackFormat {
    package enum Parts: BinaryParts {
        @inline(__always)
        package static func appendNull(to output: inout ByteBuffer) { output.append(0xC0) }
        @inline(__always)
        package static func append(_ value: Bool, to output: inout ByteBuffer) { output.append(value ? 0xC3 : 0xC2) }
        @inline(__always)
        package static func append(_ value: UInt64, to output: inout ByteBuffer) { output.append(0xCF, value, size: 8) }

        package static func append(_ value: Int64, to output: inout ByteBuffer) {
            switch value {
            case 0...0x7F, -32 ... -1: output.append(UInt8(truncatingIfNeeded: value))
            case 0x80...0xFF: output.append(0xCC, UInt64(value), size: 1)
            case 0x100...0xFFFF: output.append(0xCD, UInt64(value), size: 2)
            case 0x1_0000...0xFFFF_FFFF: output.append(0xCE, UInt64(value), size: 4)
            case 0x1_0000_0000...: output.append(0xCF, UInt64(value), size: 8)
            case (-0x80)...: output.append(0xD0, UInt64(bitPattern: value), size: 1)
            case (-0x8000)...: output.append(0xD1, UInt64(bitPattern: value), size: 2)
            case (-0x8000_0000)...: output.append(0xD2, UInt64(bitPattern: value), size: 4)
            default: output.append(0xD3, UInt64(bitPattern: value), size: 8)
            }
        }

        @inline(__always)
        package static func append(_ value: Double, to output: inout ByteBuffer) {
            if let single = value.singleBits {
                output.append(0xCA, UInt64(single), size: 4)
            } else {
                output.append(0xCB, value.bitPattern, size: 8)
            }
        }

        @inline(__always)
        package static func append(headOfString count: Int, to output: inout ByteBuffer) {
            if count < 32 {
                output.append(0xA0 | UInt8(truncatingIfNeeded: count))
            } else {
                append(lengthOf: count, 0xD9, 0xDA, 0xDB, to: &output)
            }
        }

        /// Appends the head for a length of one, two or four bytes. No string or data on a tape is longer.
        fileprivate static func append(
            lengthOf count: Int,
            _ one: UInt8,
            _ two: UInt8,
            _ four: UInt8,
            to output: inout ByteBuffer
        ) {
            switch count {
            case ...0xFF: output.append(one, UInt64(count), size: 1)
            case ...0xFFFF: output.append(two, UInt64(count), size: 2)
            default: output.append(four, UInt64(count), size: 4)
            }
        }

        @inline(__always)
        package static func append(headOfArray count: Int, to output: inout ByteBuffer) {
            append(count: count, short: 0x90, 0xDC, to: &output)
        }

        @inline(__always)
        package static func append(headOfMap count: Int, to output: inout ByteBuffer) {
            append(count: count, short: 0x80, 0xDE, to: &output)
        }

        @inline(__always)
        private static func append(count: Int, short: UInt8, _ two: UInt8, to output: inout ByteBuffer) {
            switch count {
            case ..<16: output.append(short | UInt8(truncatingIfNeeded: count))
            case ...0xFFFF: output.append(two, UInt64(count), size: 2)
            default: output.append(two + 1, UInt64(count), size: 4)
            }
        }
    }
}
