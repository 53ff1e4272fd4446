/// The order in which AFNetworking sorts names: that of `NSString`'s `compare:`.
///
/// Case and numbers have no special meaning: `10 < 2 < B < _ < a`. A letter with a mark on it comes right after the letter.
enum QueryKeyOrder {
    /// A name that is made ready to be compared.
    struct Key: Comparable {
        private let text: String

        init(_ text: String) { self.text = text }

        static func < (one: Key, other: Key) -> Bool { one.text < other.text }
    }
}
