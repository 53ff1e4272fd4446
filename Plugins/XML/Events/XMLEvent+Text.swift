public import Mimeograph

extension XML.Event {
    /// A text, a CDATA section or a comment, of which a string is made when it is asked for.
    ///
    /// It keeps those events in memory that came with it; keep its ``string`` rather than itself.
    public struct Text: Hashable, Sendable, CustomStringConvertible {
        private let batch: XMLEventBatch
        private let index: Int32

        init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        /// The text, with references replaced and line ends as LF.
        public var string: String { batch.string(of: index) }

        /// The same as ``string``.
        public var description: String { string }

        /// The length in bytes of UTF-8.
        public var utf8Count: Int { batch.utf8Count(of: index) }

        /// Whether there is nothing but white space, as between elements that are indented. Source: XML 1.0 §2.3.
        public var isWhiteSpace: Bool {
            withUTF8 { bytes in
                for index in 0..<bytes.count {
                    switch bytes[index] {
                    case 0x20, 0x09, 0x0A, 0x0D: continue
                    default: return false
                    }
                }
                return true
            }
        }

        /// Lends the bytes of the text, which are valid UTF-8.
        ///
        /// - Throws: What the body throws.
        public func withUTF8<Result, Failure: Error>(
            _ body: (Span<UInt8>) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try batch.withUTF8(of: index, body)
        }

        /// Where it begins.
        public var location: SourceLocation { batch.location(of: index) }

        /// Whether both have the same characters.
        public static func == (one: Text, other: Text) -> Bool {
            ByteEqualString(one.string) == ByteEqualString(other.string)
        }

        /// Feeds what `==` compares.
        public func hash(into hasher: inout Hasher) { hasher.combine(ByteEqualString(string)) }
    }

    /// A processing instruction. Source: XML 1.0 §2.6.
    public struct Instruction: Hashable, Sendable {
        private let batch: XMLEventBatch
        private let index: Int32

        init(batch: XMLEventBatch, index: Int32) {
            self.batch = batch
            self.index = index
        }

        /// Whom it is for.
        public var target: String { batch.name(of: index).local }

        /// What follows the target, "" for nothing.
        public var content: String { batch.string(of: index) }

        /// Where it begins.
        public var location: SourceLocation { batch.location(of: index) }

        /// Whether both say the same to the same target.
        public static func == (one: Instruction, other: Instruction) -> Bool {
            ByteEqualString(one.target) == ByteEqualString(other.target)
                && ByteEqualString(one.content) == ByteEqualString(other.content)
        }

        /// Feeds what `==` compares.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(ByteEqualString(target))
            hasher.combine(ByteEqualString(content))
        }
    }
}
