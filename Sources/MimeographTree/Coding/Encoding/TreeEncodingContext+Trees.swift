import Mimeograph

// MARK: - Names

extension TreeEncodingContext {
    /// Checks whether the members of the innermost frame have different names, if it is an object.
    @inline(never)
    func compareNames() {
        if state.top.container == .keyed, !hasSurelyUniqueNames(), !repeatsNames { compareAllNames() }
    }

    /// Whether no two names share one of 4,096 bits, chosen by their bytes. If false, the names may still be unique.
    private func hasSurelyUniqueNames() -> Bool {
        // With more names than this, two nearly always share a bit.
        if state.top.count > 128 { return false }
        let knowsAll = state.content.knowsAllNames
        // SAFETY: the 64 words are set to zero before they are read, and a bit's number is below 4,096.
        return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { bits in
            unsafe bits.initialize(repeating: 0)
            var index = state.top.start &+ 1
            while index < state.words.count {
                let name = TapeWord(bits: state.words[index])
                // If each name has one word, that word identifies it.
                let number =
                    knowsAll ? name.bits &* 0x9E37_79B9_7F4A_7C15 &>> 52 : state.content.fingerprint(of: name) &>> 20
                let bit = Int(truncatingIfNeeded: number & 4_095)
                let mask: UInt64 = 1 &<< UInt64(bit & 63)
                if unsafe bits[bit &>> 6] & mask != 0 { return false }
                unsafe bits[bit &>> 6] |= mask
                index = TapeWord(bits: state.words[index &+ 1]).end(from: index &+ 1)
            }
            return true
        }
    }

    @inline(never)
    private func compareAllNames() {
        var names: Set<ByteEqualString> = []
        var index = state.top.start + 1
        while index < state.words.count {
            let name = state.content.string(of: TapeWord(bits: state.words[index]))
            if !names.insert(ByteEqualString(name)).inserted { repeatsNames = true }
            index = TapeWord(bits: state.words[index + 1]).end(from: index + 1)
        }
    }
}

// MARK: - Values that are already trees

extension TreeEncodingContext {
    /// Writes a value of a document, without recursion. Numbers keep their texts.
    package func append(_ document: TapeDocument, at root: Int) {
        // For each open container: the index to continue at after it, the end of its words, and its start on this tape.
        var open: [(next: Int, end: Int, start: Int)] = []
        var index = root
        repeat {
            let source = document.word(at: index).target(from: index)
            let word = document.word(at: source)
            var next = document.index(after: index)
            switch word.tag {
            case .array, .object:
                open.append((next, word.offset, state.words.count))
                append(word)
                next = source + 1
                if word.isObject, document.shadowedMembers(ofObjectAt: source) != nil { repeatsNames = true }
            case .extended:
                open.append((next, word.offset, state.words.count))
                append(word, document.long(at: source))
                next = source + 2
            case .string, .data: append(copy(word, document))
            case .wideString: write(document.string(of: word))
            case .int64, .uint64, .double, .bigNumber, .date:
                let copied = word.payload > 0 ? copy(word, document) : TapeWord(word.tag)
                append(copied, document.long(at: source))
            case .null, .false, .true, .smallInteger, .shared: append(word)
            }
            index = next
            while let last = open.last, last.end == index {
                let word = TapeWord(bits: state.words[last.start])
                state.words[last.start] = TapeWord(word.tag, payload: word.payload, offset: state.words.count).bits
                index = last.next
                open.removeLast()
            }
        } while !open.isEmpty
    }

    /// Copies the content of another document's word, and returns the new word.
    private func copy(_ word: TapeWord, _ document: TapeDocument) -> TapeWord {
        // SAFETY: the word refers to bytes of the document, which are only read, during the call.
        unsafe document.bytes.withUnsafeBytes { bytes in
            let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[word.offset..<word.offset + word.payload])
            return unsafe state.content.word(word.tag, of: content)
        }
    }

    /// Writes a value that was built or parsed, unchanged and without recursion.
    ///
    /// - Throws: `EncodingError` for numbers that the format does not have.
    func append(_ node: TreeNode) throws {
        var steps = [BuiltStep.value(node)]
        while let step = steps.popLast() {
            switch step {
            case .name(let name): write(name)
            case .end(let tag, let start, let payload):
                state.words[start] = TapeWord(tag, payload: payload, offset: state.words.count).bits
            case .value(let value):
                let start = state.words.count
                switch value.storage {
                case .read(let document, let index): append(document, at: index)
                case .array(let elements):
                    append(TapeWord(.null))
                    steps.append(.end(.array, start: start, payload: min(elements.count, TapeWord.maximumPayload)))
                    for element in elements.reversed() { steps.append(.value(element)) }
                case .object(let members):
                    append(TapeWord(.null))
                    steps.append(
                        .end(.object, start: start, payload: min(members.keys.count, TapeWord.maximumPayload))
                    )
                    for (name, value) in zip(members.keys, members.values).reversed() {
                        steps.append(.value(value))
                        steps.append(.name(name))
                    }
                case .extended(let kind, let number, let content):
                    append(TapeWord(.extended), number)
                    steps.append(.end(.extended, start: start, payload: kind.rawValue))
                    if let content = content.first { steps.append(.value(content)) }
                default: try append(scalar: value)
                }
            }
        }
    }

    private func append(scalar node: TreeNode) throws {
        switch node.storage {
        case .boolean(let value): write(value)
        case .integer(let value): _ = write(integer: value)
        case .unsigned(let value): _ = write(integer: value)
        case .real(let value): if !write(value) { throw unwritable(value) }
        case .string(let value): write(value)
        case .data(let value): unsafe value.withUnsafeBytes { unsafe append(.data, of: $0) }
        case .date(let value): append(TapeWord(.date), value.bitPattern)
        // Null itself, whatever the format writes for nil.
        case .null, .array, .object, .extended, .read: append(TapeWord(.null))
        }
    }
}

/// A pending step of writing a value that was built.
private enum BuiltStep {
    case value(TreeNode)
    case name(String)
    /// The end of a container or extension whose word is at an index.
    case end(TapeWord.Tag, start: Int, payload: Int)
}
