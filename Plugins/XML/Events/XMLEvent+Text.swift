extension XML.Event {
    /// The text of an event, of which a string is made when it is asked for.
    public struct Text: Sendable {
        private let batch: XMLEventBatch
        private let index: Int32

        init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        /// The text as a string.
        public var string: String { batch.text(of: index) }

        /// How many bytes it has in UTF-8.
        public var utf8Count: Int { batch.textCount(of: index) }

        /// Whether there is nothing in it but spaces, tabs and line ends, as between the elements of a text that is laid
        /// out. Source: XML 1.0 §2.3.
        public var isWhitespace: Bool {
            // SAFETY: the bytes are read during the call only.
            unsafe batch.withText(of: index) { bytes in
                unsafe bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }
            }
        }
    }
}

extension XML.Event.Text: Hashable {
    /// Whether both are the same text.
    public static func == (one: XML.Event.Text, other: XML.Event.Text) -> Bool { one.string == other.string }

    /// Whether the text is this string.
    public static func == (text: XML.Event.Text, string: String) -> Bool { text.string == string }

    /// Feeds the text.
    public func hash(into hasher: inout Hasher) { hasher.combine(string) }
}

extension XML.Event.Text: CustomStringConvertible {
    /// The text.
    public var description: String { string }
}
