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
    @inline(never)
    static func scan(
        _ bytes: JSONBytes,
        _ tape: JSONTape,
        _ state: inout JSONScanState,
        _ members: JSONMemberPrediction,
        _ rules: JSONScanRules
    ) -> JSONScanOutcome {
        var cursor = state.cursor
        var used = state.used
        var container = state.container
        var count = state.count
        var depth = state.depth
        var remaining = state.remaining
        var prediction = state.prediction
        // The number of the last member, for prediction.
        var last = 0
        // The byte that ends the innermost open container; zero outside of all containers.
        var end = tape.end(ofContainerAt: container, depth: depth)
        // A turn writes two words for a value, or a word for a container and one for its first key, and one for the next
        // key.
        let limit = tape.capacity &- 4

        while used <= limit {
            if remaining == 0 { return .parseError(JSONParseError(.elements, at: cursor)) }
            remaining &-= 1

            let byte = bytes[cursor]
            switch byte {
            case UInt8(ascii: "\""):
                cursor = string(bytes, at: cursor, tape, used)
                if cursor < 0 { return .parseError(JSONParseError(encoded: cursor)) }
                used &+= 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                // In an object, and outside of all containers, numbers are read one at a time.
                let quota = end != UInt8(ascii: "]") ? 1 : min(remaining &+ 1, (limit &- used) &>> 1 &+ 1)
                let run = numbers(bytes, at: cursor, tape, used, quota: quota)
                if run.next < 0 { return .parseError(JSONParseError(encoded: run.next)) }
                cursor = run.next
                used = run.used
                count &+= run.count &- 1
                remaining &-= run.count &- 1
            case UInt8(ascii: "{"):
                if depth == rules.depth { return .parseError(JSONParseError(.depth, at: cursor)) }
                prediction.open()
                let next = members.opening(last)
                let member = members[next]
                let isPredicted = members.isFound(member, at: cursor)
                var first = cursor
                if !isPredicted { first = spaceEnd(bytes, from: cursor &+ 1, &prediction, isFirst: true) }
                if isPredicted || bytes[first] != UInt8(ascii: "}") {
                    tape[used] = TapeWord(.object, payload: min(count, TapeWord.maximumPayload), offset: container).bits
                    container = used
                    used &+= 1
                    count = 0
                    depth &+= 1
                    end = UInt8(ascii: "}")
                    if isPredicted {
                        tape[used] = member.key(at: cursor)
                        used &+= 1
                        cursor &+= member.width
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
                prediction.close()
            case UInt8(ascii: "["):
                if depth == rules.depth { return .parseError(JSONParseError(.depth, at: cursor)) }
                if bytes[cursor &+ 1] == UInt8(ascii: "]") {
                    used &+= 1
                    tape[used &- 1] = TapeWord(.array, offset: used).bits
                    cursor &+= 2
                    break
                }
                prediction.open()
                let first = spaceEnd(bytes, from: cursor &+ 1, &prediction, isFirst: true)
                if bytes[first] != UInt8(ascii: "]") {
                    tape[used] = TapeWord(.array, payload: min(count, TapeWord.maximumPayload), offset: container).bits
                    container = used
                    used &+= 1
                    count = 0
                    depth &+= 1
                    end = UInt8(ascii: "]")
                    cursor = first
                    continue
                }
                used &+= 1
                tape[used &- 1] = TapeWord(.array, offset: used).bits
                cursor = first &+ 1
                prediction.close()
            case UInt8(ascii: "n"):
                if bytes.half(at: cursor) != 0x6C6C_756E { return .parseError(literalError(bytes, at: cursor)) }
                cursor &+= 4
                if rules.stripping != .keep, end != 0 {
                    if end == UInt8(ascii: "}") {
                        // Stripping only drops the word of the key.
                        used &-= 1
                        count &-= 1
                        break
                    }
                    if rules.stripping == .objectMembersAndArrayElements {
                        count &-= 1
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
                remaining &+= 1
                continue
            default:
                let isComma = byte == UInt8(ascii: "]") && end == byte
                return .parseError(JSONParseError(isComma ? .trailingComma : .expectedValue, at: cursor))
            }
            count &+= 1

            // After a value: a comma and the next one, or the ends of any number of containers.
            while true {
                var byte = bytes[cursor]
                if byte <= 0x20 {
                    prediction.close()
                    cursor = spaceEnd(bytes, from: cursor, &prediction, isFirst: false)
                    prediction.open()
                    byte = bytes[cursor]
                }
                if byte == UInt8(ascii: ","), end != 0 {
                    if end == UInt8(ascii: "]") {
                        cursor = spaceEnd(bytes, from: cursor &+ 1, &prediction, isFirst: false)
                        break
                    }
                    let next = members.following(last)
                    let member = members[next]
                    if members.isFound(member, at: cursor) {
                        tape[used] = member.key(at: cursor)
                        used &+= 1
                        cursor &+= member.width
                        last = next
                        break
                    }
                    (cursor, last) = otherMember(bytes, at: cursor, tape, used, members, last, prediction)
                    if cursor < 0 { return .parseError(JSONParseError(encoded: cursor)) }
                    used &+= 1
                    break
                }
                if end == 0 {
                    if cursor != bytes.count, !rules.endsAfterRoot {
                        return .parseError(JSONParseError(.contentAfterRoot, at: cursor))
                    }
                    state.used = used
                    state.cursor = cursor
                    return .done
                }
                if byte != end {
                    let isObject = end == UInt8(ascii: "}")
                    return .parseError(
                        JSONParseError(isObject ? .expectedCommaOrObjectEnd : .expectedCommaOrArrayEnd, at: cursor)
                    )
                }
                cursor &+= 1
                prediction.close()
                let opened = TapeWord(bits: tape[container])
                tape[container] =
                    TapeWord(
                        end == UInt8(ascii: "}") ? .object : .array,
                        payload: min(count, TapeWord.maximumPayload),
                        offset: used
                    ).bits
                container = opened.offset
                count = opened.payload &+ 1
                depth &-= 1
                end = tape.end(ofContainerAt: container, depth: depth)
            }
        }
        state.cursor = cursor
        state.used = used
        state.container = container
        state.count = count
        state.depth = depth
        state.remaining = remaining
        state.prediction = prediction
        return .needsSpace
    }

    /// Reads the member whose comma is at `start`, with the result of ``key(_:at:from:_:_:_:_:)``.
    @inline(never)
    private static func otherMember(
        _ bytes: JSONBytes,
        at start: Int,
        _ tape: JSONTape,
        _ used: Int,
        _ members: JSONMemberPrediction,
        _ last: Int,
        _ prediction: JSONSpacePrediction
    ) -> (next: Int, member: Int) {
        var first = start &+ 1
        if bytes[first] <= 0x20 {
            first =
                prediction.predicts(bytes, at: first)
                ? first &+ prediction.indentation : otherSpaceEnd(bytes, from: first)
        }
        return key(bytes, at: first, from: start, tape, used, members, last)
    }

    /// Reads an unexpected key, the colon and the white space after it.
    ///
    /// - Parameters:
    ///   - start: The offset at which the key should begin.
    ///   - begin: The offset of the comma or the brace before it.
    ///   - last: The number of the member before this one.
    /// - Returns: The offset of the value, or an encoded error, and the number of this member.
    @inline(__always)
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
        return (cursor, isPlain ? members.learn(from: begin, to: cursor, key: word, after: last) : 0)
    }

    /// Returns the offset of the first byte from `start` that is not white space.
    ///
    /// The prediction covers the space between values: nothing, or the end of a line and indentation.
    @inline(__always)
    static func spaceEnd(_ bytes: JSONBytes, from start: Int, _ prediction: inout JSONSpacePrediction, isFirst: Bool)
        -> Int
    {
        let byte = bytes[start]
        if byte > 0x20 { return start }
        if prediction.predicts(bytes, at: start) { return start &+ prediction.indentation }
        let end = otherSpaceEnd(bytes, from: start)
        if byte == 0x0A { prediction.learn(length: end &- start, isFirst: isFirst) }
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
