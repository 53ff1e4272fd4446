/// What is remembered of members from one text to the next, where all of them lie in one buffer: see
/// ``JSONMemberPrediction``.
struct JSONKeyCache {
    private static let places = 512

    private var members: [JSONPredictedKey] = []
    private var numbers: [UInt16] = []

    /// Forgets all members, because the bytes of the buffer have changed. Its last bytes are the padding, all zero.
    mutating func forget(_ bytes: JSONBytes) {
        let absent = JSONPredictedKey(absentFrom: bytes)
        if members.isEmpty {
            members = Array(repeating: absent, count: JSONKeyCache.places)
            numbers = Array(repeating: 0, count: JSONKeyCache.places)
            return
        }
        members[0] = absent
        for index in numbers.indices { numbers[index] = 0 }
    }

    /// Calls `body` with what is known; ``forget(_:)`` was called before with the same bytes.
    ///
    /// - Parameters:
    ///   - bytes: The buffer.
    ///   - start: The offset in it at which the text begins that is scanned.
    ///   - body: What needs the foresight, for as long as it runs.
    @inline(__always)
    mutating func withForesight<Result>(
        of bytes: JSONBytes,
        from start: Int,
        _ body: (JSONMemberPrediction) -> Result
    ) -> Result {
        unsafe members.withUnsafeMutableBufferPointer { members in
            unsafe numbers.withUnsafeMutableBufferPointer { numbers in
                // SAFETY: all members are initialized, and numbers are those of members or 0; both last as long as the
                // closure runs.
                body(unsafe JSONMemberPrediction(members: members, numbers: numbers, source: bytes, shift: start))
            }
        }
    }
}
