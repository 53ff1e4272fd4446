#if compiler(<6.3)
    // What the standard library has from Swift 6.3 on. Source: SE-0485.

    extension Array {
        /// Makes an array of what is written into its storage.
        ///
        /// - Parameter capacity: The most elements.
        /// - Throws: What the closure throws.
        package init<Failure: Error>(
            capacity: Int,
            initializingWith initializer: (inout OutputSpan<Element>) throws(Failure) -> Void
        ) throws(Failure) {
            var failure: Failure?
            // SAFETY: the span covers the storage, which outlives it, and says how much of it was initialised.
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

        /// Appends what is written into the storage.
        ///
        /// - Parameter capacity: The most elements.
        /// - Throws: What the closure throws.
        package mutating func append<Failure: Error>(
            addingCapacity capacity: Int,
            initializingWith initializer: (inout OutputSpan<Element>) throws(Failure) -> Void
        ) throws(Failure) {
            append(contentsOf: try Array(capacity: capacity, initializingWith: initializer))
        }
    }
#endif
