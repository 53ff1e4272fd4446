/// A netlink message. The parser trusts none of its bytes.
///
/// Source: netlink(7): a head of 16 bytes (length, type, flags, sequence number, sender), numbers in native byte order, each
/// message and each attribute at a multiple of 4 bytes.
struct NetlinkMessage {
    /// `NLMSG_ERROR`
    static let error: UInt16 = 2

    let type: UInt16
    let sequence: UInt32
    let payload: ArraySlice<UInt8>

    /// Returns the messages of a datagram, up to the first incomplete one.
    static func messages(in datagram: [UInt8]) -> [NetlinkMessage] {
        var messages: [NetlinkMessage] = []
        var rest = datagram[...]
        while let length = rest.nativeUInt32(at: 0), let type = rest.nativeUInt16(at: 4),
            let sequence = rest.nativeUInt32(at: 8), length >= 16, length <= UInt32(clamping: rest.count)
        {
            let message = rest.prefix(Int(length))
            messages.append(NetlinkMessage(type: type, sequence: sequence, payload: message.dropFirst(16)))
            rest = rest.dropFirst(message.count.roundedUpToFour)
        }
        return messages
    }

    /// The errno of an error message, 0 if the message reports success; nil for any other message.
    var errorNumber: Int32? {
        guard type == Self.error, let number = payload.nativeUInt32(at: 0) else { return nil }
        // The system writes it negative.
        return 0 &- Int32(bitPattern: number)
    }

    /// Returns the first attribute of each type, from an offset in the payload on.
    func attributes(from offset: Int) -> [UInt16: ArraySlice<UInt8>] {
        Self.attributes(in: payload.dropFirst(offset))
    }

    /// Returns the first attribute of each type, up to the first incomplete one. Source: rtnetlink(7).
    static func attributes(in bytes: ArraySlice<UInt8>) -> [UInt16: ArraySlice<UInt8>] {
        var attributes: [UInt16: ArraySlice<UInt8>] = [:]
        var rest = bytes
        while let length = rest.nativeUInt16(at: 0), let type = rest.nativeUInt16(at: 2), length >= 4,
            Int(length) <= rest.count
        {
            // The two highest bits describe the form of the value, which the type already determines.
            let kind = type & 0x3FFF
            if attributes[kind] == nil { attributes[kind] = rest.prefix(Int(length)).dropFirst(4) }
            rest = rest.dropFirst(Int(length).roundedUpToFour)
        }
        return attributes
    }

    /// Returns a request of the given type.
    static func request(_ type: UInt16, sequence: UInt32, payload: [UInt8]) -> [UInt8] {
        let isRequest: UInt16 = 1
        return UInt32(16 + payload.count).nativeBytes + type.nativeBytes + isRequest.nativeBytes + sequence.nativeBytes
            + UInt32(0).nativeBytes + payload
    }

    /// Returns an attribute, padded to a multiple of 4 bytes.
    static func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
        let bytes = UInt16(4 + value.count).nativeBytes + type.nativeBytes + value
        return bytes + Array(repeating: 0, count: bytes.count.roundedUpToFour - bytes.count)
    }
}

extension Int {
    fileprivate var roundedUpToFour: Int { (self + 3) & ~3 }
}

extension FixedWidthInteger {
    /// The bytes in native order.
    var nativeBytes: [UInt8] {
        let little = littleEndian
        // On a big-endian machine `little` is swapped, so its lowest byte is the first one in memory there too.
        return (0..<MemoryLayout<Self>.size).map { UInt8(truncatingIfNeeded: little >> (8 * $0)) }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the number at an offset, in native byte order; nil beyond the end.
    func nativeUInt32(at offset: Int) -> UInt32? {
        guard offset >= 0, count >= 4, offset <= count - 4 else { return nil }
        var value: UInt32 = 0
        for index in 0..<4 { value |= UInt32(self[startIndex + offset + index]) << (8 * UInt32(index)) }
        return UInt32(littleEndian: value)
    }

    /// Returns the number at an offset, in native byte order; nil beyond the end.
    func nativeUInt16(at offset: Int) -> UInt16? {
        guard offset >= 0, count >= 2, offset <= count - 2 else { return nil }
        let value = UInt16(self[startIndex + offset]) | UInt16(self[startIndex + offset + 1]) << 8
        return UInt16(littleEndian: value)
    }
}
