/// Ends the process if a property does not hold, with a sentence that describes the difference. libFuzzer keeps the input.
public func require(
    _ holds: Bool,
    _ sentence: @autoclosure () -> String,
    file: StaticString = #fileID,
    line: UInt = #line
) {
    if !holds { disagree(sentence(), file: file, line: line) }
}

/// Ends the process with a sentence that describes the difference.
public func disagree(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
    fatalError("A property does not hold: \(sentence)", file: file, line: line)
}
