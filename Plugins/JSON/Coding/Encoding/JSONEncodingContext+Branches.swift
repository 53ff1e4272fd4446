/// Contexts that hang on a frame of another one.
extension JSONEncodingContext {
    /// The text of a branch, its open frame closed.
    func finish() throws -> [UInt8] {
        while !frames.isEmpty { try pop() }
        if let misuse { throw misuse }
        return text.bytes
    }

    /// An encoder for a branch's only value.
    func branchEncoder() -> JSONValueEncoder {
        // A branch begins empty and its depth was checked with the frame it hangs on, unless that was the deepest.
        guard let frame = try? push(.none) else {
            misuse = EncodingError.invalidValue(
                "",
                errorContext("Values are nested more than \(JSONEncodingSettings.maximumDepth) deep.")
            )
            return JSONValueEncoder(context: self, frame: 0, serial: -1)
        }
        return JSONValueEncoder(context: self, frame: frame, serial: frames[frame].serial)
    }
}
