/// Gives the bytes of a string, copying them only where they are not contiguous.
func withUTF8<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // SAFETY: the buffer is read only during the call of `body`.
    if let result = unsafe string.utf8.withContiguousStorageIfAvailable(body) { return result }
    return unsafe Array(string.utf8).withUnsafeBufferPointer(body)
}
