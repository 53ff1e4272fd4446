public import Mimeograph

/// Ends the process if a parser's error breaks its contract: a declared code, a valid position, and the figures of a limit.
///
/// - Parameters:
///   - error: The parser's error.
///   - input: The parser's input.
///   - codes: The codes that the parser's documentation names.
public func require(
    _ error: SerializationError,
    fits input: [UInt8],
    codes: Set<SerializationError.Code>,
    file: StaticString = #fileID,
    line: UInt = #line
) {
    require(codes.contains(error.code), "the error has the code \(error.code): \(error)", file: file, line: line)
    if let location = error.location {
        // A body of a binary format has no lines.
        let isWhole = location.line >= 1 && location.column >= 1 || location.line == 0 && location.column == 0
        let isInside = 0...input.count ~= location.offset
        require(isInside && isWhole, "\(location) is not in the \(input.count) bytes: \(error)", file: file, line: line)
    }
    let namesLimit = (error.limit != nil) == (error.code == .limitExceeded)
    require(namesLimit, "the code and the limit disagree: \(error)", file: file, line: line)
    require(!error.description.isEmpty, "the error has no description", file: file, line: line)
}
