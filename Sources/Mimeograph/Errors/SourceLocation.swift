/// A position in a body.
public struct SourceLocation: Hashable, Sendable {
    /// The number of bytes before the position.
    public let offset: Int
    /// The line, counted from 1; LF, CR and CRLF each end one. 0 for a body without lines, as in binary formats.
    public let line: Int
    /// The column in bytes, counted from 1; 0 for a body without lines.
    public let column: Int

    /// Makes a location from known numbers.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Makes the location of a byte in a body without lines, as in binary formats.
    ///
    /// - Parameter offset: The number of bytes before the position.
    public init(offset: Int) { self.init(offset: offset, line: 0, column: 0) }

    /// Finds the line and column of a byte offset. It reads all bytes before the offset, so call it only after a failure.
    ///
    /// - Parameters:
    ///   - offset: The number of bytes before the position; clamped to `0...bytes.count`.
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
    /// For example `line 3, column 17 (byte 120)`, or `byte 120` for a body without lines.
    public var description: String {
        line == 0 ? "byte \(offset)" : "line \(line), column \(column) (byte \(offset))"
    }
}
