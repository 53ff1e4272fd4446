package import Mimeograph
package import MimeographTree

extension TapeDocument {
    /// Parses a body of a binary format with one value.
    ///
    /// - Parameters:
    ///   - remedy: The remedy for a body that breaks the format's rules.
    ///   - repeatedKeys: If no map may have one key twice, returns the indices of repeated keys in maps that are not objects. Nil
    ///     if the last one counts in objects, and other maps keep both.
    /// - Throws: ``SerializationError/Code/syntax``, ``SerializationError/Code/truncated``,
    ///   ``SerializationError/Code/invalidText``, ``SerializationError/Code/emptyBody``,
    ///   ``SerializationError/Code/limitExceeded``.
    package static func read(
        _ body: Span<UInt8>,
        limits: DecodingLimits,
        remedy: String,
        refusing repeatedKeys: ((TapeDocument) -> [Int])?,
        scan: (inout BinaryScan) throws(TapeParseError) -> [UInt64]
    ) throws(SerializationError) -> TapeDocument {
        try limits.check(.inputBytes, body.count)
        var mixedMaps: [Int] = []
        var keys: [(index: Int, offset: Int)] = []
        do throws(TapeParseError) {
            let document = try read(body) { (bytes) throws(TapeParseError) in
                var state = BinaryScan(
                    bytes,
                    depth: limits.depth,
                    elements: limits.elements,
                    mixedMaps: mixedMaps,
                    recordsKeys: repeatedKeys != nil
                )
                let tape = try scan(&state)
                keys = state.keys
                if state.newMixedMaps.isEmpty { return tape }
                mixedMaps = state.newMixedMaps.sorted()
                return nil
            }
            if let repeatedKeys { try document.refuse(keys, keys.isEmpty ? [] : repeatedKeys(document)) }
            return document
        } catch {
            throw error.error(limits: limits, remedy: remedy)
        }
    }

    /// Throws for the first key, in the order of the body, that its map already had.
    ///
    /// - Parameters:
    ///   - keys: The positions of the keys of maps that are not objects.
    ///   - repeated: The indices of the repeated ones.
    private func refuse(_ keys: [(index: Int, offset: Int)], _ repeated: [Int]) throws(TapeParseError) {
        var found = offsetOfDuplicateKey() ?? .max
        let repeated = Set(repeated)
        for (index, offset) in keys where repeated.contains(index) { found = min(found, offset) }
        if found < .max { throw TapeParseError("A map has the same key a second time.", at: found) }
    }

    /// Parses a padded copy of a body.
    ///
    /// - Parameter scan: Writes the tape of a padded copy of the body, which it may change. If it returns nil, it is called a
    ///   second time, with a new copy.
    private static func read(
        _ body: Span<UInt8>,
        scan: (PaddedBytes) throws(TapeParseError) -> [UInt64]?
    ) throws(TapeParseError) -> TapeDocument {
        if body.isEmpty { throw .emptyBody }
        if body.count > Int(UInt32.max) - PaddedBytes.padding { throw .size(at: 0) }
        while true {
            var tape: [UInt64]?
            // The standard library's functions do not support typed errors, so the parse error is stored in a variable.
            var parseError: TapeParseError?
            let size = body.count + PaddedBytes.padding
            // SAFETY: the bytes are copied from the span, and the padding after them is set to zero, before the scan sees them.
            // The buffer belongs to the closure while it runs.
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
                unsafe body.withUnsafeBufferPointer { _ = unsafe buffer.update(fromContentsOf: $0) }
                unsafe buffer[body.count..<size].update(repeating: 0)
                initialized = size
                guard let base = buffer.baseAddress else { return }
                let whole = unsafe UnsafeMutableBufferPointer(start: base, count: size)
                do throws(TapeParseError) {
                    tape = try scan(unsafe PaddedBytes(whole, base: base))
                } catch {
                    parseError = error
                }
            }
            if let parseError { throw parseError }
            guard let tape else { continue }
            // Indices of words have 32 bits.
            if tape.count > Int(UInt32.max) { throw .size(at: 0) }
            return TapeDocument(bytes: bytes, tape: tape)
        }
    }
}
