import Mimeograph

/// A small parser for tests: lines end with LF, `!` is a syntax error, and an incomplete last line is truncated.
struct LineParser: IncrementalParser {
    private var line: [UInt8] = []
    private var offset = 0
    private(set) var chunks = 0

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [String]) throws(SerializationError) {
        chunks += 1
        for index in chunk.indices {
            let byte = chunk[index]
            if byte == UInt8(ascii: "!") { throw SerializationError(.syntax, "No shouting at byte \(offset).") }
            offset += 1
            if byte == 0x0A {
                elements.append(String(decoding: line, as: UTF8.self))
                line = []
            } else {
                line.append(byte)
            }
        }
    }

    mutating func finish(into elements: inout [String]) throws(SerializationError) {
        if !line.isEmpty { throw SerializationError(.truncated, "The last line does not end.") }
    }
}

/// The result of a parser: its elements, and the failure that ended them.
struct Outcome: Equatable {
    var elements: [String] = []
    var failure: String?
}
