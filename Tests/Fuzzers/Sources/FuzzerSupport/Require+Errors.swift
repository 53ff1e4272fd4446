public import Mimeograph

/// Ends the process where an error of a parser is not what a caller may rely on: a code that it declares, a place that is
/// in the input, and, for a limit, the figures.
///
/// - Parameters:
///   - error: What the parser threw.
///   - input: What it was given.
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
    require(namesLimit, "only an exceeded limit names one: \(error)", file: file, line: line)
    require(!error.description.isEmpty, "the error says nothing", file: file, line: line)
}
