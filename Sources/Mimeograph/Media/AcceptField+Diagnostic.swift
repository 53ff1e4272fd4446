extension AcceptField {
    /// A part of the field that was dropped. It says where, and never repeats what was sent.
    public struct Diagnostic: Hashable, Sendable {
        /// Where the part starts: the number of UTF-8 bytes before it, lines joined with a comma and a space.
        public let offset: Int
        /// The length of the part in UTF-8 bytes.
        public let length: Int
        /// Why it was dropped.
        public let reason: Reason

        /// Makes a diagnostic.
        public init(offset: Int, length: Int, reason: Reason) {
            self.offset = offset
            self.length = length
            self.reason = reason
        }

        /// Why a part was dropped.
        public enum Reason: Hashable, Sendable {
            /// The element is no media range with a weight; `at` is the offset of the first bad byte in the field.
            case malformed(MediaTypeSyntaxError.Reason, at: Int)
            /// ``AcceptField/maximumElementCount`` elements were already read.
            case tooManyElements
            /// The part does not end within ``AcceptField/maximumByteCount`` bytes.
            case tooLong
        }
    }
}

extension AcceptField.Diagnostic: CustomStringConvertible {
    /// Where and why, in one line.
    public var description: String {
        let why =
            switch reason {
            case .malformed(let reason, let offset): "\(reason.rawValue) (byte \(offset))"
            case .tooManyElements: "there are more than \(AcceptField.maximumElementCount) elements"
            case .tooLong: "the field is longer than \(AcceptField.maximumByteCount) bytes"
            }
        return "\(length) bytes at \(offset) were dropped: \(why)"
    }
}
