// The hot loop. State lives in local variables and helpers are inlined, so that it stays in registers; what happens
// seldom is a call that takes and gives plain values.

extension JSONScanner {
    /// Scans from `state` to the end of the text, or until the tape is full.
    @inline(never)
    static func scan(
        _ bytes: JSONBytes,
        _ tape: JSONTape,
        _ state: inout JSONScanState,
        _ rules: JSONScanRules
    ) -> JSONScanOutcome {
        do throws(JSONFault) {
            return try run(bytes, tape, &state, rules) ? .done : .needsSpace
        } catch {
            return .fault(error)
        }
    }

    /// Whether the text was read to its end.
    @inline(__always)
    private static func run(
        _ bytes: JSONBytes,
        _ tape: JSONTape,
        _ state: inout JSONScanState,
        _ rules: JSONScanRules
    ) throws(JSONFault) -> Bool {
        var cursor = state.cursor
        var used = state.used
        var container = state.container
        var count = state.count
        var depth = state.depth
        var remaining = state.remaining
        var isObject = depth > 0 && tape[container] &>> 60 == JSONWord.Tag.object.rawValue

        while true {
            // Room for one value and for the key after it.
            if used &+ 4 > tape.capacity {
                state.cursor = cursor
                state.used = used
                state.container = container
                state.count = count
                state.depth = depth
                state.remaining = remaining
                return false
            }
            remaining &-= 1
            if remaining < 0 { throw JSONFault(.elements, at: cursor) }

            let byte = bytes[cursor]
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                (cursor, used) = try number(bytes, at: cursor, tape, used)
            case UInt8(ascii: "\""):
                cursor = try string(bytes, at: cursor, tape, used)
                used &+= 1
            case UInt8(ascii: "{"):
                if depth == rules.depth { throw JSONFault(.depth, at: cursor) }
                let first = spaceEnd(bytes, from: cursor &+ 1)
                if bytes[first] != UInt8(ascii: "}") {
                    tape[used] = JSONWord(.object, aux: min(count, JSONWord.maximumAux), index: container).bits
                    container = used
                    used &+= 1
                    count = 0
                    depth &+= 1
                    isObject = true
                    cursor = try key(bytes, at: first, tape, used)
                    used &+= 1
                    continue
                }
                used &+= 1
                tape[used &- 1] = JSONWord(.object, index: used).bits
                cursor = first &+ 1
            case UInt8(ascii: "["):
                if depth == rules.depth { throw JSONFault(.depth, at: cursor) }
                let first = spaceEnd(bytes, from: cursor &+ 1)
                if bytes[first] != UInt8(ascii: "]") {
                    tape[used] = JSONWord(.array, aux: min(count, JSONWord.maximumAux), index: container).bits
                    container = used
                    used &+= 1
                    count = 0
                    depth &+= 1
                    isObject = false
                    cursor = first
                    continue
                }
                used &+= 1
                tape[used &- 1] = JSONWord(.array, index: used).bits
                cursor = first &+ 1
            case UInt8(ascii: "n"):
                if bytes.half(at: cursor) != 0x6C6C_756E { throw literalFault(bytes, at: cursor) }
                cursor &+= 4
                if rules.stripping != .keep, depth > 0 {
                    if isObject {
                        // Not to have written the key is all there is to stripping.
                        used &-= 1
                        count &-= 1
                        break
                    }
                    if rules.stripping == .objectMembersAndArrayElements {
                        count &-= 1
                        break
                    }
                }
                tape[used] = JSONWord(.null).bits
                used &+= 1
            case UInt8(ascii: "t"):
                if bytes.half(at: cursor) != 0x6575_7274 { throw literalFault(bytes, at: cursor) }
                tape[used] = JSONWord(.true).bits
                used &+= 1
                cursor &+= 4
            case UInt8(ascii: "f"):
                if bytes.half(at: cursor &+ 1) != 0x6573_6C61 { throw literalFault(bytes, at: cursor) }
                tape[used] = JSONWord(.false).bits
                used &+= 1
                cursor &+= 5
            case UInt8(ascii: "]") where depth > 0 && !isObject:
                throw JSONFault(.trailingComma, at: cursor)
            default:
                throw JSONFault(.expectedValue, at: cursor)
            }
            count &+= 1

            // After a value: a comma and the next one, or the ends of any number of containers.
            while true {
                cursor = spaceEnd(bytes, from: cursor)
                if depth == 0 {
                    if cursor != bytes.count, !rules.endsAfterRoot { throw JSONFault(.contentAfterRoot, at: cursor) }
                    state.used = used
                    state.cursor = cursor
                    return true
                }
                let byte = bytes[cursor]
                if byte == UInt8(ascii: ",") {
                    cursor = spaceEnd(bytes, from: cursor &+ 1)
                    if isObject {
                        cursor = try key(bytes, at: cursor, tape, used)
                        used &+= 1
                    }
                    break
                }
                // The closing bracket and brace are their opening counterparts plus two.
                guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
                    throw JSONFault(isObject ? .expectedCommaOrObjectEnd : .expectedCommaOrArrayEnd, at: cursor)
                }
                cursor &+= 1
                let opened = JSONWord(bits: tape[container])
                tape[container] =
                    JSONWord(isObject ? .object : .array, aux: min(count, JSONWord.maximumAux), index: used).bits
                container = opened.low
                count = opened.aux &+ 1
                depth &-= 1
                isObject = depth > 0 && tape[container] &>> 60 == JSONWord.Tag.object.rawValue
            }
        }
    }

    /// Reads a key, the colon and the white space after it; gives the offset of the value.
    @inline(__always)
    private static func key(
        _ bytes: JSONBytes,
        at start: Int,
        _ tape: JSONTape,
        _ used: Int
    ) throws(JSONFault) -> Int {
        let byte = bytes[start]
        if byte != UInt8(ascii: "\"") {
            throw JSONFault(byte == UInt8(ascii: "}") ? .trailingComma : .expectedKey, at: start)
        }
        var cursor = try string(bytes, at: start, tape, used)
        cursor = spaceEnd(bytes, from: cursor)
        if bytes[cursor] != UInt8(ascii: ":") { throw JSONFault(.expectedColon, at: cursor) }
        return spaceEnd(bytes, from: cursor &+ 1)
    }

    /// The offset of the first byte from `start` on that is not white space.
    @inline(__always)
    static func spaceEnd(_ bytes: JSONBytes, from start: Int) -> Int {
        if bytes[start] > 0x20 { return start }
        return longSpaceEnd(bytes, from: start)
    }

    @inline(__always)
    private static func longSpaceEnd(_ bytes: JSONBytes, from start: Int) -> Int {
        var cursor = start
        while true {
            switch bytes[cursor] {
            case 0x20:
                // Indentation comes in runs.
                let other = bytes.word(at: cursor) ^ 0x2020_2020_2020_2020
                if other == 0 {
                    cursor &+= 8
                } else {
                    cursor &+= other.trailingZeroBitCount &>> 3
                }
            case 0x0A, 0x0D, 0x09: cursor &+= 1
            default: return cursor
            }
        }
    }

    /// Where exactly a text stopped to be `true`, `false` or `null`.
    @inline(never)
    private static func literalFault(_ bytes: JSONBytes, at start: Int) -> JSONFault {
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
        return JSONFault(.literal, at: start + length)
    }
}
