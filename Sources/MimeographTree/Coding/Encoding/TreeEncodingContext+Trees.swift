import Mimeograph

// MARK: - Branches

extension TreeEncodingContext {
    /// Replaces the words that were kept for the branches of the innermost frame by references to them.
    @inline(never)
    func finishBranches() throws {
        let root = root ?? self
        for branch in state.branches[state.top.firstBranch...] {
            let context = branch.context
            while context.frameCount > 0 { try context.pop() }
            if let misuse = context.misuse { throw misuse }
            let base = root.state.content.append(context.state.content)
            state.words[branch.index] = TapeWord(.shared, offset: root.finished.count).bits
            root.finished.append((context, base))
            if context.repeatsNames { repeatsNames = true }
        }
        state.branches.removeLast(state.branches.count - state.top.firstBranch)
        if !state.branchesByName.isEmpty { state.branchesByName[state.top.serial] = nil }
    }

    /// Puts the words of finished branches in the places that refer to them.
    func flatten() {
        var whole = CodingStack<UInt64>(
            capacity: finished.reduce(state.words.count) { $0 + $1.context.state.words.count }
        )
        flatten((self, 0), into: &whole)
        state.words = whole
        finished = []
    }

    private func flatten(_ branch: FinishedBranch, into whole: inout CodingStack<UInt64>) {
        var open: [(end: Int, index: Int)] = []
        var index = 0
        while true {
            while let last = open.last, last.end == index {
                let word = TapeWord(bits: whole[last.index])
                whole[last.index] = TapeWord(word.tag, payload: word.payload, offset: whole.count).bits
                open.removeLast()
            }
            if index >= branch.context.state.words.count { return }
            let word = TapeWord(bits: branch.context.state.words[index])
            index += 1
            if word.has(.shared) {
                flatten(finished[word.offset], into: &whole)
                continue
            }
            if word.isContainer || word.has(.extended) { open.append((word.offset, whole.count)) }
            // Numbers without a text tell no offset of one.
            let isMoved = word.isString || word.has(.data) || word.isLong && word.payload > 0
            let moved = TapeWord(word.tag, payload: word.payload, offset: word.offset + branch.base)
            whole.append(isMoved ? moved.bits : word.bits)
            if word.isLong || word.has(.extended) {
                whole.append(branch.context.state.words[index])
                index += 1
            }
        }
    }

    /// The encoder of a branch for a nested container or super encoder, which hangs on the innermost frame.
    func branch(_ step: CodingStep, below steps: [CodingStep]) -> TreeEncoder {
        let branch = TreeEncodingContext(branchOf: self, path: steps + [step])
        state.branches.append(Branch(index: state.words.count, context: branch))
        append(TapeWord(.null))
        // A branch begins empty and its depth was checked with the frame it hangs on, unless that was the deepest.
        do {
            try branch.push()
        } catch {
            branch.misuse = branch.tooDeep
            return TreeEncoder(context: branch, frame: 0, serial: -1)
        }
        return branch.encoder
    }

    /// The branch at the member of that name, where the innermost frame has one that is a container of that kind already, and no
    /// other value came with that name later.
    func branch(named name: String, _ container: CodingContainer) -> TreeEncoder? {
        guard let number = numberOfBranch(BranchNames.Key(name: ByteEqualString(name), container: container)) else {
            return nil
        }
        let branch = state.branches[number]
        guard let frame = branch.context.frame(0), isLast(branch) else { return nil }
        return TreeEncoder(context: branch.context, frame: 0, serial: frame.serial)
    }

    private func numberOfBranch(_ wanted: BranchNames.Key) -> Int? {
        let first = state.top.firstBranch
        if state.branches.count - first <= BranchNames.longestSearch {
            return (first..<state.branches.count).last { key(ofBranch: $0) == wanted }
        }
        var names = state.branchesByName.removeValue(forKey: state.top.serial) ?? BranchNames()
        // Each is looked at once, when the next is asked for. Of one name the last counts.
        while first + names.known < state.branches.count {
            names.numbers[key(ofBranch: first + names.known)] = first + names.known
            names.known += 1
        }
        let number = names.numbers[wanted]
        state.branchesByName[state.top.serial] = names
        return number
    }

    private func key(ofBranch number: Int) -> BranchNames.Key {
        let branch = state.branches[number]
        let name = state.content.string(of: TapeWord(bits: state.words[branch.index - 1]))
        return BranchNames.Key(name: ByteEqualString(name), container: branch.context.frame(0)?.container ?? .none)
    }

    /// Whether no member after that of a branch has its name.
    private func isLast(_ branch: Branch) -> Bool {
        if state.top.hasRisingNames, state.content.knowsAllNames { return true }
        let name = ByteEqualString(state.content.string(of: TapeWord(bits: state.words[branch.index - 1])))
        var index = branch.index + 1
        while index < state.words.count {
            let other = ByteEqualString(state.content.string(of: TapeWord(bits: state.words[index])))
            if other == name { return false }
            index = TapeWord(bits: state.words[index + 1]).end(from: index + 1)
        }
        return true
    }
}

/// The branches of a frame that has many, by their names and kinds.
struct BranchNames {
    /// So many are looked at one by one.
    static let longestSearch = 8

    struct Key: Hashable {
        let name: ByteEqualString
        let container: CodingContainer
    }

    var numbers: [Key: Int] = [:]
    /// How many of the frame's branches are in it.
    var known = 0
}

// MARK: - Names

extension TreeEncodingContext {
    /// Finds out whether the members of the innermost frame, which is an object, have different names.
    @inline(never)
    func compareNames() {
        if state.top.container == .keyed, !hasSurelyUniqueNames(), !repeatsNames { compareAllNames() }
    }

    /// Whether no two names fall on the same of 4,096 bits, chosen by their bytes; false tells nothing.
    private func hasSurelyUniqueNames() -> Bool {
        // More names than this nearly always fall on a common bit.
        if state.top.count > 128 { return false }
        let knowsAll = state.content.knowsAllNames
        // SAFETY: the 64 words are set to zero before they are read, and a bit's number is below 4,096.
        return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { bits in
            unsafe bits.initialize(repeating: 0)
            var index = state.top.start &+ 1
            while index < state.words.count {
                let name = TapeWord(bits: state.words[index])
                // Where each name has one word, that word says which it is.
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

// MARK: - Values that are trees already

extension TreeEncodingContext {
    /// Writes a value of a document, without recursion; numbers keep their texts.
    package func append(_ document: TapeDocument, at root: Int) {
        // Where to go on after each open container, where its words end, and where it begins on this tape.
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

    /// The word of a copy of what another document's word names.
    private func copy(_ word: TapeWord, _ document: TapeDocument) -> TapeWord {
        // SAFETY: the word names bytes of the document, which are only read, during the call.
        unsafe document.bytes.withUnsafeBytes { bytes in
            let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[word.offset..<word.offset + word.payload])
            return unsafe state.content.word(word.tag, of: content)
        }
    }

    /// Writes a value that was built or read, without recursion and as it is.
    ///
    /// - Throws: `EncodingError` for numbers that the format has not.
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

/// What is yet to be written of a value that was built.
private enum BuiltStep {
    case value(TreeNode)
    case name(String)
    /// The end of a container or extension whose word is at an index.
    case end(TapeWord.Tag, start: Int, payload: Int)
}
