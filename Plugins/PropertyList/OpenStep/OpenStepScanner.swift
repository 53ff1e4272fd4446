import Mimeograph
import MimeographTree

/// A scanner that reads the text of an OpenStep property list in one pass; see ``OpenStepReader``.
struct OpenStepScanner {
    /// The syntax that may come next.
    private enum State {
        case value, afterValue, elementOrEnd, keyOrEnd, afterKey
    }

    /// An open container.
    private struct Frame {
        enum Kind {
            case array, dictionary
            /// A dictionary without braces, which ends with the text.
            case strings
        }

        let kind: Kind
        let index: Int
        var count = 0
    }

    let bytes: PropertyListBytes
    let depth: Int
    private(set) var tape: [UInt64] = []
    var cursor = 0
    private var remaining: Int
    private var frames: [Frame] = []
    private var state = State.value

    init(bytes: PropertyListBytes, depth: Int, elements: Int) {
        self.bytes = bytes
        self.depth = depth
        remaining = elements
    }

    /// Writes the tape.
    mutating func scan() throws(PropertyListParseError) {
        try skipSpace()
        if cursor >= bytes.count || beginsString(bytes[cursor]) {
            let first = cursor < bytes.count ? try string() : nil
            try skipSpace()
            if let first, cursor >= bytes.count {
                try count(at: 0)
                append(first)
                return
            }
            // There is more than a string: the members of a dictionary.
            try open(.strings)
            state = .keyOrEnd
            if let first {
                append(first)
                state = .afterKey
            }
        }
        while true {
            try skipSpace()
            switch state {
            case .value: try value()
            case .afterValue:
                guard let frame = frames.last else {
                    if cursor < bytes.count { throw parseError("There is something after the property list.") }
                    return
                }
                try separator(in: frame)
            case .elementOrEnd:
                if bytes[cursor] == UInt8(ascii: ")") { try close() } else { state = .value }
            case .keyOrEnd: try keyOrEnd()
            case .afterKey: try afterKey()
            }
        }
    }

    private mutating func value() throws(PropertyListParseError) {
        try count(at: cursor)
        switch bytes[cursor] {
        case UInt8(ascii: "("):
            try open(.array)
            cursor += 1
            state = .elementOrEnd
        case UInt8(ascii: "{"):
            try open(.dictionary)
            cursor += 1
            state = .keyOrEnd
        case UInt8(ascii: "<"):
            append(try data())
            state = .afterValue
        default:
            append(try string())
            state = .afterValue
        }
    }

    private mutating func separator(in frame: Frame) throws(PropertyListParseError) {
        if frame.kind == .array {
            switch bytes[cursor] {
            case UInt8(ascii: ","):
                cursor += 1
                state = .elementOrEnd
            case UInt8(ascii: ")"): try close()
            default: throw parseError("Expected a comma or the end of the array.")
            }
            return
        }
        guard bytes[cursor] == UInt8(ascii: ";") else {
            throw parseError("Expected a semicolon after a value of a dictionary.")
        }
        cursor += 1
        state = .keyOrEnd
    }

    private mutating func keyOrEnd() throws(PropertyListParseError) {
        if frames.last?.kind == .strings, cursor >= bytes.count {
            try close()
        } else if frames.last?.kind == .dictionary, bytes[cursor] == UInt8(ascii: "}") {
            try close()
        } else {
            append(try string())
            state = .afterKey
        }
    }

    private mutating func afterKey() throws(PropertyListParseError) {
        switch bytes[cursor] {
        case UInt8(ascii: "="):
            cursor += 1
            state = .value
        case UInt8(ascii: ";"):
            // A key alone is its own value.
            try count(at: cursor)
            cursor += 1
            tape.append(tape[tape.count - 1])
            state = .keyOrEnd
        default: throw parseError("Expected an equals sign or a semicolon after a key.")
        }
    }

    private mutating func open(_ kind: Frame.Kind) throws(PropertyListParseError) {
        if frames.count >= depth { throw .depth(at: cursor) }
        frames.append(Frame(kind: kind, index: tape.count))
        append(TapeWord(.array))
    }

    private mutating func close() throws(PropertyListParseError) {
        guard let frame = frames.popLast() else { return }
        if frame.count > TapeWord.maximumPayload { throw .size(at: cursor) }
        if frame.kind != .strings { cursor += 1 }
        let word = TapeWord(
            frame.kind == .array ? .array : .object,
            payload: frame.count,
            offset: tape.count
        )
        tape[frame.index] = word.bits
        state = .afterValue
    }

    private mutating func append(_ word: TapeWord) { tape.append(word.bits) }

    /// Counts a value.
    private mutating func count(at offset: Int) throws(PropertyListParseError) {
        if remaining <= 0 { throw .elements(at: offset) }
        remaining -= 1
        if !frames.isEmpty { frames[frames.count - 1].count += 1 }
    }

    /// Returns a parse error at the cursor, or, if the text has ended, the error that it ends too early.
    func parseError(_ message: StaticString) -> PropertyListParseError {
        if cursor >= bytes.count {
            return PropertyListParseError(
                .truncated,
                "The body ends in the middle of the property list.",
                at: bytes.count
            )
        }
        return PropertyListParseError(.syntax, message, at: cursor)
    }
}
