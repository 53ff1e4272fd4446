/// Calls `body` with a span over the bytes of any collection, and copies them only if they are not contiguous.
///
/// - Parameters:
///   - bytes: `[UInt8]`, a slice, `Data`, `string.utf8`, or any other collection of bytes.
///   - body: A closure that receives the span, which is valid only during the call.
@inlinable
public func withBytes<Bytes: Collection<UInt8>, Result, Failure: Error>(
    of bytes: Bytes,
    _ body: (Span<UInt8>) throws(Failure) -> Result
) throws(Failure) -> Result {
    // The standard library's call rethrows an untyped error, so the typed error leaves the closure in a variable. So does the
    // result: the optimizer of Swift 6.3 loses a nested optional that a closure returns if the inner type uses all its bits.
    var failure: Failure?
    var result: Result?
    _ = bytes.withContiguousStorageIfAvailable { buffer in
        // SAFETY: the buffer is valid and unchanged for the duration of this closure, and the span cannot outlive it.
        let span = unsafe Span(_unsafeElements: buffer)
        do throws(Failure) {
            result = try body(span)
        } catch {
            failure = error
        }
    }
    if let failure { throw failure }
    if let result { return result }
    return try body(Array(bytes).span)
}

extension Array where Element == UInt8 {
    /// Copies the bytes of a span.
    public init(_ span: Span<UInt8>) {
        // The standard library would write a count of 0 into the empty array that all threads share.
        if span.isEmpty {
            self = []
            return
        }
        // SAFETY: the span's storage is valid during the closure, and the buffer has room for exactly its count.
        unsafe self.init(unsafeUninitializedCapacity: span.count) { buffer, count in
            unsafe span.withUnsafeBufferPointer { source in
                count = unsafe buffer.initialize(fromContentsOf: source)
            }
        }
    }

    /// Appends a copy of the bytes of a span.
    package mutating func append(copying bytes: Span<UInt8>) {
        // SAFETY: the buffer is only read, during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}

#if compiler(<6.3)
    // Swift 6.3 and later have this in the standard library. Source: SE-0485.

    extension Array {
        /// Makes an array from the elements that a closure writes into its storage.
        ///
        /// - Parameter capacity: The maximum number of elements.
        package init<Failure: Error>(
            capacity: Int,
            initializingWith initializer: (inout OutputSpan<Element>) throws(Failure) -> Void
        ) throws(Failure) {
            var failure: Failure?
            // SAFETY: the span covers the storage, which outlives it, and says how much of it was initialized.
            unsafe self.init(unsafeUninitializedCapacity: capacity) { buffer, count in
                var span = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
                do throws(Failure) {
                    try initializer(&span)
                } catch {
                    failure = error
                }
                count = unsafe span.finalize(for: buffer)
            }
            if let failure { throw failure }
        }
    }
#endif
