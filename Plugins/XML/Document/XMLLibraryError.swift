extension XML {
    /// The number that libxml2 gives an error; it lies in ``SerializationError/underlying`` of what a parse throws.
    ///
    /// libxml2's own sentence is not kept, because it quotes the body.
    public struct LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
        /// The code, one of `xmlParserErrors` in libxml2's `xmlerror.h`.
        public let code: Int
        /// The part of libxml2 that reported it, one of `xmlErrorDomain`.
        public let domain: Int

        /// For example `libxml2 error 76 (domain 1)`.
        public var description: String { "libxml2 error \(code) (domain \(domain))" }
    }
}
