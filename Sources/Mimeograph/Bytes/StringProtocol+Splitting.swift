extension StringProtocol where SubSequence == Substring {
    /// The parts between the places where a character of ASCII stands.
    ///
    /// `split(separator:)` goes by what a reader sees as one character: it does not split at a semicolon that a combining mark
    /// follows, and takes CR LF for one. What a peer sends is cut at bytes, as everybody else on the wire cuts it.
    ///
    /// - Parameters:
    ///   - separator: The character.
    ///   - most: After how many of them nothing more is split.
    package func parts(at separator: Unicode.Scalar, most: Int = .max) -> [Substring] {
        utf8.split(separator: UInt8(ascii: separator), maxSplits: most, omittingEmptySubsequences: false)
            .map { self[$0.startIndex..<$0.endIndex] }
    }
}
