import Mimeograph
import MimeographTree

// The hot loop. State is in local variables and small helpers are inlined, so that it stays in registers. Large or rare code is
// in calls with plain values in and out. No called function throws: parse errors are returned as negative offsets (see
// ``JSONParseError/encoded``).
//
// For `{"a": 12, …` the loop reads the brace, the key and the colon in one turn, and the number, the comma and the next key in
// the following turn.

extension JSONScanner {
    /// Scans from `state` to the end of the text, or until the tape is full.
    static func scan(
        _ bytes: JSONBytes,
        _ tape: JSONTape,
        _ state: inout JSONScanState,
        _ members: JSONMemberPrediction,
        _ rules: JSONScanRules
    ) -> JSONScanOutcome {
        unsafe withUnsafeMutablePointer(to: &state) { state in
            // SAFETY: the pointer is valid during the call.
            scan(bytes, tape, unsafe JSONRunningState(state), members, rules)
        }
    }

    @inline(never)
    private static func scan(
        _ bytes: JSONBytes,
        _ tape: JSONTape,
        _ state: JSONRunningState,
        _ members: JSONMemberPrediction,
        _ rules: JSONScanRules
    ) -> JSONScanOutcome {
        var cursor = state.value.cursor
        var used = state.value.used
        // The number of the last member of the innermost object, for prediction.
        var last = 0
        state.value.end = tape.end(ofContainerAt: state.value.container, depth: state.value.depth)
        // A turn writes two words for a value, or a word for a container and one for its first key, and one for the next
        // key.
        let limit = tape.capacity &- 4

        while used <= limit {
            if state.value.remaining == 0 { return .parseError(JSONParseError(.elements, at: cursor)) }
            state.value.remaining &-= 1

            let byte = bytes[cursor]
            switch byte {
            case UInt8(ascii: "\""):
                cursor = string(bytes, at: cursor, tape, used)
                if cursor < 0 { return .parseError(JSONParseError(encoded: cursor)) }
                used &+= 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                // In an object, and outside of all containers, numbers are read one at a time. Most are short integers.
                let isArray = state.value.end == UInt8(ascii: "]")
                if !isArray, let end = shortInteger(bytes, at: cursor, tape, used) {
                    cursor = end
                    used &+= 1
                    break
                }
                let quota = isArray ? min(state.value.remaining &+ 1, (limit &- used) &>> 1 &+ 1) : 1
                let run = numbers(bytes, at: cursor, tape, used, quota: quota)
                if run.next < 0 { return .parseError(JSONParseError(encoded: run.next)) }
                cursor = run.next
                used = run.used
                state.value.count &+= run.count &- 1
                state.value.remaining &-= run.count &- 1
            case UInt8(ascii: "{"):
                if state.value.depth == rules.depth { return .parseError(JSONParseError(.depth, at: cursor)) }
                let next = Int(members[member: last].opening)
                let isPredicted = members.isFound(next, in: bytes, at: cursor)
                var first = cursor
                if !isPredicted { first = spaceEnd(bytes, from: cursor &+ 1, state, depth: 1, isFirst: true) }
                if isPredicted || bytes[first] != UInt8(ascii: "}") {
                    tape[used] =
                        TapeWord(
                            .object,
                            payload: min(state.value.count, TapeWord.maximumPayload),
                            offset: state.value.container
                        ).bits
                    state.value.container = used
                    used &+= 1
                    state.value.count = 0
                    members[outside: state.value.depth] = last
                    state.value.depth &+= 1
                    state.value.end = UInt8(ascii: "}")
                    if isPredicted {
                        tape[used] = members[member: next].key(at: cursor)
                        used &+= 1
                        cursor &+= members[member: next].width
                        last = next
                        continue
                    }
                    (cursor, last) = key(bytes, at: first, from: cursor, tape, used, members, last)
                    if cursor < 0 { return .parseError(JSONParseError(encoded: cursor)) }
                    used &+= 1
                    continue
                }
                used &+= 1
                tape[used &- 1] = TapeWord(.object, offset: used).bits
                cursor = first &+ 1
            case UInt8(ascii: "["):
                if state.value.depth == rules.depth { return .parseError(JSONParseError(.depth, at: cursor)) }
                if bytes[cursor &+ 1] == UInt8(ascii: "]") {
                    used &+= 1
                    tape[used &- 1] = TapeWord(.array, offset: used).bits
                    cursor &+= 2
                    break
                }
                let first = spaceEnd(bytes, from: cursor &+ 1, state, depth: 1, isFirst: true)
                if bytes[first] != UInt8(ascii: "]") {
                    tape[used] =
                        TapeWord(
                            .array,
                            payload: min(state.value.count, TapeWord.maximumPayload),
                            offset: state.value.container
                        ).bits
                    state.value.container = used
                    used &+= 1
                    state.value.count = 0
                    state.value.depth &+= 1
                    state.value.end = UInt8(ascii: "]")
                    cursor = first
                    continue
                }
                used &+= 1
                tape[used &- 1] = TapeWord(.array, offset: used).bits
                cursor = first &+ 1
            case UInt8(ascii: "n"):
                if bytes.half(at: cursor) != 0x6C6C_756E { return .parseError(literalError(bytes, at: cursor)) }
                cursor &+= 4
                if rules.stripping != .keep, state.value.end != 0 {
                    if state.value.end == UInt8(ascii: "}") {
                        // Stripping only drops the word of the key.
                        used &-= 1
                        state.value.count &-= 1
                        break
                    }
                    if rules.stripping == .objectMembersAndArrayElements {
                        state.value.count &-= 1
                        break
                    }
                }
                tape[used] = TapeWord(.null).bits
                used &+= 1
            case UInt8(ascii: "t"):
                if bytes.half(at: cursor) != 0x6575_7274 { return .parseError(literalError(bytes, at: cursor)) }
                tape[used] = TapeWord(.true).bits
                used &+= 1
                cursor &+= 4
            case UInt8(ascii: "f"):
                if bytes.half(at: cursor &+ 1) != 0x6573_6C61 { return .parseError(literalError(bytes, at: cursor)) }
                tape[used] = TapeWord(.false).bits
                used &+= 1
                cursor &+= 5
            case 0x20, 0x0A, 0x0D, 0x09:
                // Only after a predicted key.
                cursor = otherSpaceEnd(bytes, from: cursor)
                state.value.remaining &+= 1
                continue
            default:
                let isComma = byte == UInt8(ascii: "]") && state.value.end == byte
                return .parseError(JSONParseError(isComma ? .trailingComma : .expectedValue, at: cursor))
            }
            state.value.count &+= 1

            // After a value: a comma and the next one, or the ends of any number of containers.
            while true {
                var byte = bytes[cursor]
                if byte <= 0x20 {
                    cursor = spaceEnd(bytes, from: cursor, state, depth: -1, isFirst: false)
                    byte = bytes[cursor]
                }
                if byte == UInt8(ascii: ","), state.value.end == UInt8(ascii: "}") {
                    let next = Int(members[member: last].following)
                    if members.isFound(next, in: bytes, at: cursor) {
                        tape[used] = members[member: next].key(at: cursor)
                        used &+= 1
                        cursor &+= members[member: next].width
                        last = next
                        break
                    }
                    let first = spaceEnd(bytes, from: cursor &+ 1, state, depth: 0, isFirst: false)
                    (cursor, last) = key(bytes, at: first, from: cursor, tape, used, members, last)
                    if cursor < 0 { return .parseError(JSONParseError(encoded: cursor)) }
                    used &+= 1
                    break
                }
                if byte == UInt8(ascii: ","), state.value.end != 0 {
                    cursor = spaceEnd(bytes, from: cursor &+ 1, state, depth: 0, isFirst: false)
                    break
                }
                if state.value.end == 0 {
                    if cursor != bytes.count, !rules.endsAfterRoot {
                        return .parseError(JSONParseError(.contentAfterRoot, at: cursor))
                    }
                    state.value.used = used
                    state.value.cursor = cursor
                    return .done
                }
                if byte != state.value.end {
                    let isObject = state.value.end == UInt8(ascii: "}")
                    return .parseError(
                        JSONParseError(isObject ? .expectedCommaOrObjectEnd : .expectedCommaOrArrayEnd, at: cursor)
                    )
                }
                cursor &+= 1
                let opened = TapeWord(bits: tape[state.value.container])
                tape[state.value.container] =
                    TapeWord(
                        state.value.end == UInt8(ascii: "}") ? .object : .array,
                        payload: min(state.value.count, TapeWord.maximumPayload),
                        offset: used
                    ).bits
                state.value.container = opened.offset
                state.value.count = opened.payload &+ 1
                state.value.depth &-= 1
                if state.value.end == UInt8(ascii: "}") { last = members[outside: state.value.depth] }
                state.value.end = tape.end(ofContainerAt: state.value.container, depth: state.value.depth)
            }
        }
        state.value.cursor = cursor
        state.value.used = used
        return .needsSpace
    }

    /// Reads an unexpected key, the colon and the white space after it.
    ///
    /// - Parameters:
    ///   - start: The offset at which the key should begin.
    ///   - begin: The offset of the comma or the brace before it.
    ///   - last: The number of the member before this one.
    /// - Returns: The offset of the value, or an encoded error, and the number of this member.
    @inline(never)
    private static func key(
        _ bytes: JSONBytes,
        at start: Int,
        from begin: Int,
        _ tape: JSONTape,
        _ used: Int,
        _ members: JSONMemberPrediction,
        _ last: Int
    ) -> (next: Int, member: Int) {
        let byte = bytes[start]
        if byte != UInt8(ascii: "\"") {
            return (encodedError(byte == UInt8(ascii: "}") ? .trailingComma : .expectedKey, at: start), 0)
        }
        let isFirst = bytes[begin] == UInt8(ascii: "{")
        let other = members.other(bytes, at: begin, key: start &+ 1, after: last, isFirst: isFirst)
        if other != 0 {
            tape[used] = members[member: other].key(at: begin)
            return (begin &+ members[member: other].width, other)
        }
        var cursor = string(bytes, at: start, tape, used)
        if cursor < 0 { return (cursor, 0) }
        let word = TapeWord(bits: tape[used])
        let isPlain = word.payload == cursor &- start &- 2
        if bytes[cursor] != UInt8(ascii: ":") {
            cursor = otherSpaceEnd(bytes, from: cursor)
            if bytes[cursor] != UInt8(ascii: ":") { return (encodedError(.expectedColon, at: cursor), 0) }
        }
        cursor &+= 1
        if bytes[cursor] == 0x20 { cursor &+= 1 }
        if bytes[cursor] <= 0x20 { cursor = otherSpaceEnd(bytes, from: cursor) }
        // The bytes of a key with escapes have changed, so it is not learned.
        if !isPlain { return (cursor, 0) }
        return (cursor, members.learn(bytes, from: begin, to: cursor, key: word, after: last, isFirst: isFirst))
    }

    /// Returns the offset of the first byte from `start` that is not white space.
    ///
    /// The prediction covers the space between values: nothing, or the end of a line and indentation.
    ///
    /// - Parameters:
    ///   - depth: The number of containers around what follows, less the number of open ones.
    ///   - isFirst: Whether the first value of a container follows.
    @inline(__always)
    private static func spaceEnd(
        _ bytes: JSONBytes,
        from start: Int,
        _ state: JSONRunningState,
        depth: Int,
        isFirst: Bool
    ) -> Int {
        let byte = bytes[start]
        if byte > 0x20 { return start }
        if byte == 0x20, bytes[start &+ 1] > 0x20 { return start &+ 1 }
        let depth = state.value.depth &+ depth
        if let end = state.value.prediction.end(bytes, from: start, depth: depth) { return end }
        let end = otherSpaceEnd(bytes, from: start)
        if byte == 0x0A { state.value.prediction.learn(length: end &- start, depth: depth, isFirst: isFirst) }
        return end
    }

    /// Returns an encoded error, out of line.
    @inline(never)
    static func encodedError(_ kind: JSONParseError.Kind, at offset: Int) -> Int {
        JSONParseError(kind, at: offset).encoded
    }

    /// Returns the same for any white space.
    @inline(never)
    static func otherSpaceEnd(_ bytes: JSONBytes, from start: Int) -> Int {
        var cursor = start
        while true {
            switch bytes[cursor] {
            case 0x20: cursor &+= JSONBlock(bytes, at: cursor).spaceLength
            case 0x0A, 0x0D, 0x09: cursor &+= 1
            default: return cursor
            }
        }
    }

    /// Returns the error at the first byte that differs from `true`, `false` or `null`.
    @inline(never)
    private static func literalError(_ bytes: JSONBytes, at start: Int) -> JSONParseError {
        let expected: StaticString =
            switch bytes[start] {
            case UInt8(ascii: "t"): "true"
            case UInt8(ascii: "f"): "false"
            default: "null"
            }
        var length = 0
        for byte in expected.description.utf8 {
            if bytes[start + length] != byte { break }
            length += 1
        }
        return JSONParseError(.literal, at: start + length)
    }
}
