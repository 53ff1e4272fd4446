/// ISO 8859-1, whose bytes are the first 256 characters of Unicode.
enum Latin1 {
    /// Decodes bytes to a string.
    ///
    /// ASCII is copied unchanged; every other byte becomes two. Runs of the same kind are written eight bytes at once.
    static func string(_ bytes: UnsafeRawBufferPointer) -> String {
        var more = 0
        // SAFETY: the bytes are only read, within their count.
        for index in 0..<bytes.count { more += unsafe Int(bytes[index] >> 7) }
        if more == 0 { return unsafe String(decoding: bytes, as: UTF8.self) }
        // The writer stores two bytes for each one, so it may write one byte past the text. That byte is never read.
        let utf8 = unsafe [UInt8](unsafeUninitializedCapacity: bytes.count + more + 1) { buffer, count in
            // SAFETY: `more` bounds the bytes that are written by the capacity, and no byte beyond `bytes` is read.
            guard let start = buffer.baseAddress else { return }
            count = unsafe write(bytes, to: UnsafeMutableRawPointer(start))
        }
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            // SAFETY: the bytes were encoded just above, so they are valid UTF-8. Validating costs more than encoding.
            return unsafe String(copying: UTF8Span(unchecked: utf8.span))
        }
        return String(decoding: utf8, as: UTF8.self)
    }

    /// Writes the bytes as UTF-8 and returns the length of the text. May write one byte past it.
    private static func write(_ bytes: UnsafeRawBufferPointer, to start: UnsafeMutableRawPointer) -> Int {
        let high: UInt64 = 0x8080_8080_8080_8080
        var from = 0
        var at = 0
        while from < bytes.count {
            if from + 8 <= bytes.count {
                let eight = unsafe bytes.loadUnaligned(fromByteOffset: from, as: UInt64.self)
                if eight & high == 0 {
                    unsafe start.storeBytes(of: eight, toByteOffset: at, as: UInt64.self)
                    from += 8
                    at += 8
                    continue
                }
                if eight & high == high, UInt16(littleEndian: 1) == 1 {
                    let wide = unsafe SIMD8<UInt16>(
                        truncatingIfNeeded: bytes.loadUnaligned(fromByteOffset: from, as: SIMD8<UInt8>.self)
                    )
                    let pairs = (wide &>> 6) | ((wide & 0x3F) &<< 8) | 0x80C0
                    unsafe start.storeBytes(of: pairs, toByteOffset: at, as: SIMD8<UInt16>.self)
                    from += 8
                    at += 16
                    continue
                }
            }
            let byte = unsafe UInt16(bytes[from])
            let isMore = byte >> 7
            let pair = isMore == 0 ? byte : 0x80C0 | byte >> 6 | (byte & 0x3F) << 8
            unsafe start.storeBytes(of: pair.littleEndian, toByteOffset: at, as: UInt16.self)
            from += 1
            at += 1 + Int(isMore)
        }
        return at
    }

    static func string(_ bytes: [UInt8]) -> String { unsafe bytes.withUnsafeBytes { unsafe string($0) } }

    /// Encodes a string, or returns nil if it has a character that ISO 8859-1 lacks.
    static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }
}
