extension String {
    /// The text of bytes that a reader has validated, so that they are not looked at again where the library lets one say so.
    ///
    /// - Parameter utf8: Valid UTF-8, which the caller vouches for.
    @unsafe @inlinable @inline(__always)
    package init(validated utf8: UnsafeBufferPointer<UInt8>) {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            unsafe self.init(decoding: utf8, as: UTF8.self)
            return
        }
        // SAFETY: the caller vouches for the bytes, and the spans live no longer than this call.
        unsafe self.init(copying: UTF8Span(unchecked: Span(_unsafeElements: utf8)))
    }
}
