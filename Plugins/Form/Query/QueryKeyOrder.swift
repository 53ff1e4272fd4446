import Mimeograph

/// The order in which AFNetworking sorts names: that of `NSString`'s `compare:`.
///
/// Case and numbers have no special meaning, `10 < 2 < B < _ < a`. Characters are compared as what they are made of, so
/// that `é` comes before `f`.
enum QueryKeyOrder {
    /// A name that is made ready to be compared.
    struct Key: Comparable {
        private let text: String
        /// What the text is made of; nil where the text says it itself, because all of it is ASCII.
        private let scalars: [Unicode.Scalar]?

        init(_ text: String) {
            self.text = text
            scalars = text.utf8.allSatisfy { $0 < 0x80 } ? nil : CanonicalDecomposition.scalars(of: text)
        }

        /// Whether neither comes before the other: they are made of the same.
        static func == (one: Key, other: Key) -> Bool {
            switch (one.scalars, other.scalars) {
            case (nil, nil): one.text.hasSameBytes(as: other.text)
            case (let one?, let other?): one == other
            default: false
            }
        }

        static func < (one: Key, other: Key) -> Bool {
            switch (one.scalars, other.scalars) {
            // Of ASCII the standard library compares the bytes, and fast.
            case (nil, nil): one.text < other.text
            case (let scalars?, nil): scalars.lexicographicallyPrecedes(other.text.unicodeScalars)
            case (nil, let scalars?): one.text.unicodeScalars.lexicographicallyPrecedes(scalars)
            case (let one?, let other?): one.lexicographicallyPrecedes(other)
            }
        }
    }
}
