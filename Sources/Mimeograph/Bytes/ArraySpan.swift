#if canImport(Darwin)
    // Swift's own properties with these names need macOS 26 and iOS 26, because an array of objects may be a bridged NSArray there.
    // Arrays of plain values never are, so these work on the older systems of the manifest. They hide Swift's own.
    extension Array where Element: BitwiseCopyable {
        /// The elements.
        @usableFromInline
        package var span: Span<Element> {
            @_lifetime(borrow self)
            borrowing get {
                // SAFETY: the elements stay where they are as long as the array is borrowed, and the span lives no longer.
                let elements = unsafe withUnsafeBufferPointer { unsafe $0 }
                return unsafe _overrideLifetime(elements.span, borrowing: self)
            }
        }

        /// The elements, to be changed in place.
        package var mutableSpan: MutableSpan<Element> {
            @_lifetime(&self)
            mutating get {
                // SAFETY: no other access is possible as long as the span lives, which uses the array exclusively.
                let elements = unsafe withUnsafeMutableBufferPointer { unsafe $0 }
                return unsafe _overrideLifetime(elements.mutableSpan, mutating: &self)
            }
        }
    }
#endif
