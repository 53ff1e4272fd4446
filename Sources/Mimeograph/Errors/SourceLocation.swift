/// A position in a body.
public struct SourceLocation: Hashable, Sendable {
    /// Bytes before the position; zero-based.
    public let offset: Int
    /// The line, counted from 1; LF, CR and CRLF each end one. 0 where the body has no lines, as those of binary formats.
    public let line: Int
    /// The column in bytes, counted from 1; 0 where the body has no lines.
    public let column: Int

    /// Makes a location from figures that are already known.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Makes the location of a byte in a body that has no lines, as binary formats have none.
    ///
    /// - Parameter offset: Bytes before the position.
    public init(offset: Int) { self.init(offset: offset, line: 0, column: 0) }

    /// Finds line and column of a byte offset. It reads all bytes before it, so call it only when something failed.
    ///
    /// - Parameters:
    ///   - offset: Bytes before the position; held to `0...bytes.count`.
    ///   - bytes: The body.
    public init(offset: Int, in bytes: Span<UInt8>) {
        let offset = min(max(offset, 0), bytes.count)
        var line = 1
        var lineStart = 0
        var index = 0
        while index < offset {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A || (byte == 0x0D && !(index < bytes.count && bytes[index] == 0x0A)) {
                line += 1
                lineStart = index
            }
        }
        self.init(offset: offset, line: line, column: offset - lineStart + 1)
    }
}

extension SourceLocation: CustomStringConvertible {
    /// For example `line 3, column 17 (byte 120)`, or `byte 120` where there are no lines.
    public var description: String {
        line == 0 ? "byte \(offset)" : "line \(line), column \(column) (byte \(offset))"
    }
}
