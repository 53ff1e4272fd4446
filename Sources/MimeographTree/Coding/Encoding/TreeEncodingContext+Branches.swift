import Mimeograph

// Nested containers and super encoders; see ``TreeEncodingContext``.
//
// A branch costs its word and its value. So a program may request a million of them, one after the other or with different names.
// Only branches that it keeps at the same time have a context each.

// MARK: - Open branches

extension TreeEncodingContext {
    /// Returns the context of an open or finished branch, by its number, which counts from 1.
    private func branchContext(_ number: Int) -> TreeEncodingContext { (root ?? self).branchContexts[number - 1] }

    /// Returns the encoder of a new branch of the innermost frame.
    func branch(_ step: CodingStep, below steps: [CodingStep]) -> TreeEncoder {
        if state.branches.count - state.top.firstBranch >= Int(state.top.openBranchLimit) { finishFreeBranches() }
        state.top.hasBranches = true
        append(TapeWord(.null))
        return openBranch(at: state.words.count - 1, path: steps + [step]).branchEncoder
    }

    /// The encoder of a branch that begins here. The branch is empty. Its depth was checked with its frame, unless that was the
    /// deepest.
    private var branchEncoder: TreeEncoder {
        do {
            try push()
        } catch {
            misuse = tooDeep
            return TreeEncoder(context: self, frame: 0, serial: -1)
        }
        return encoder
    }

    /// Gives the branch of the word at an index an idle context, or a new one.
    private func openBranch(at index: Int, path: [CodingStep]) -> TreeEncodingContext {
        let number = unusedBranchContext
        let context = branchContext(number)
        context.outerDepth = outerDepth + frameCount
        context.state.openContainers = state.openContainers
        context.state.path = CodingPath(path)
        state.words[index] = TapeWord(.shared, offset: state.branches.count).bits
        state.branches.append(Branch(index: index, context: number, start: context.state.words.count))
        return context
    }

    /// The number of a context without an open branch, to which no program refers.
    private var unusedBranchContext: Int {
        let root = root ?? self
        if let number = root.idleBranchContexts.popLast() { return number }
        // Each call checks one held context, so few contexts stay there after they become free.
        if let number = root.heldBranchContexts.popLast() {
            if isKnownUniquelyReferenced(&root.branchContexts[number - 1]) {
                branchContext(number).reset()
                return number
            }
            root.heldBranchContexts.append(number)
            root.heldBranchContexts.swapAt(
                root.nextHeld % root.heldBranchContexts.count,
                root.heldBranchContexts.count - 1
            )
            root.nextHeld &+= 1
        }
        root.branchContexts.append(TreeEncodingContext(branchOf: self))
        return root.branchContexts.count
    }

    /// Makes a context available for another branch, now or when no program refers to it.
    private func release(branchContext number: Int) {
        let root = root ?? self
        if isKnownUniquelyReferenced(&root.branchContexts[number - 1]) {
            branchContext(number).reset()
            root.idleBranchContexts.append(number)
        } else {
            root.heldBranchContexts.append(number)
        }
    }

    /// Removes open branches, and keeps the finished ones.
    private func reset() {
        dropBranches(from: 0)
        state.outer.removeLast(to: 0)
        state.positions.removeLast(to: 0)
        state.top = Frame()
        if !state.memberNames.isEmpty { state.memberNames = [:] }
        if state.isMisused { misuse = nil }
    }

    /// Removes branches of values that are discarded. Whatever a program still writes there is discarded too.
    func dropBranches(from first: Int) {
        for number in first..<max(first, state.branches.count) {
            let branch = state.branches[number]
            let root = root ?? self
            if isKnownUniquelyReferenced(&root.branchContexts[branch.context - 1]) {
                branchContext(branch.context).state.words.removeLast(to: branch.start)
            }
            release(branchContext: branch.context)
        }
        state.branches.removeLast(to: first)
    }

    /// Finishes the branches of the innermost frame.
    @inline(never)
    func finishBranches() throws {
        for number in state.top.firstBranch..<state.branches.count { try finish(state.branches[number]) }
        state.branches.removeLast(to: state.top.firstBranch)
        if !state.memberNames.isEmpty { state.memberNames[state.top.serial] = nil }
    }

    /// Finishes the branches of the innermost frame to which no program can still write.
    @inline(never)
    private func finishFreeBranches() {
        let first = state.top.firstBranch
        var kept = first
        for number in first..<state.branches.count {
            let branch = state.branches[number]
            if !branch.staysOpen, isFree(branch), (try? finish(branch)) != nil { continue }
            state.branches[kept] = branch
            state.words[branch.index] = TapeWord(.shared, offset: kept).bits
            kept += 1
        }
        state.branches.removeLast(to: kept)
        state.top.openBranchLimit = max(Branch.fewest, UInt32(clamping: 2 * (kept - first)))
    }

    /// Ends the value of a branch, makes its word refer to the value, and releases its context.
    private func finish(_ branch: Branch) throws {
        try branchContext(branch.context).closeFrames()
        state.words[branch.index] = TapeWord(.shared, payload: branch.context, offset: branch.start).bits
        release(branchContext: branch.context)
    }

    private func closeFrames() throws {
        while frameCount > 0 { try pop() }
        if let misuse { throw misuse }
    }

    /// Whether only the encoding refers to a branch and the branches in it, and none of them has an error.
    private func isFree(_ branch: Branch) -> Bool {
        let root = root ?? self
        guard isKnownUniquelyReferenced(&root.branchContexts[branch.context - 1]) else { return false }
        let context = root.branchContexts[branch.context - 1]
        guard context.frameCount == 1, !context.state.isMisused else { return false }
        for number in 0..<context.state.branches.count where !context.isFree(context.state.branches[number]) {
            return false
        }
        return true
    }
}

// MARK: - Branches that are requested again

extension TreeEncodingContext {
    /// Returns the branch of the last member with that name in the innermost frame; nil if it is not a container of that kind.
    func branch(
        named name: String,
        _ container: CodingContainer,
        _ step: CodingStep,
        below steps: [CodingStep]
    ) -> TreeEncoder? {
        guard state.top.hasBranches, let index = indexOfLastMember(named: name) else { return nil }
        let word = TapeWord(bits: state.words[index])
        guard word.has(.shared) else { return nil }
        if word.payload > 0 {
            return reopenBranch(at: index, container, path: steps + [step])
        }
        let context = branchContext(state.branches[word.offset].context)
        guard let frame = context.frame(0), frame.container == container else { return nil }
        return TreeEncoder(context: context, frame: 0, serial: frame.serial)
    }

    /// Copies the container of a finished branch to the end of a context, to continue it.
    @inline(never)
    private func reopenBranch(at index: Int, _ container: CodingContainer, path: [CodingStep]) -> TreeEncoder? {
        let word = TapeWord(bits: state.words[index])
        let source = branchContext(word.payload)
        let header = TapeWord(bits: source.state.words[word.offset])
        guard header.has(container == .keyed ? .object : .array) else { return nil }
        let context = openBranch(at: index, path: path)
        // A branch with many words stays open, so that they are not copied again and again.
        if header.offset - word.offset > Branch.mostCopied {
            state.branches[state.branches.count - 1].staysOpen = true
        }
        let encoder = context.branchEncoder
        if !context.state.isMisused {
            context.begin()
            context.state.top.container = container
            context.copyElements(of: header, from: source, after: word.offset)
        }
        return encoder
    }

    /// Copies the content of a container to the end of the tape.
    private func copyElements(of header: TapeWord, from source: TreeEncodingContext, after start: Int) {
        let distance = state.words.count - start - 1
        let end = header.offset
        var index = start + 1
        var next = index
        var count = 0
        while index < end {
            let word = TapeWord(bits: source.state.words[index])
            if index == next {
                count += 1
                next = word.end(from: index)
            }
            if word.isContainer || word.has(.extended) {
                append(TapeWord(word.tag, payload: word.payload, offset: word.offset + distance))
            } else if word.hasText, source !== self {
                append(state.content.word(copying: word, of: source.state.content))
            } else {
                append(word)
            }
            if word.width == 2 { append(TapeWord(bits: source.state.words[index + 1])) }
            index += word.width
        }
        state.top.count = header.isObject ? count / 2 : count
        state.top.hasBranches = true
        state.top.hasRisingNames = false
        state.content.doubtNames()
    }

    /// Returns the index of the value of the last member with a name in the innermost frame, which is an object.
    private func indexOfLastMember(named name: String) -> Int? {
        var name = name
        // SAFETY: the buffer is only read, during the call.
        return name.withUTF8 { unsafe indexOfLastMember(named: UnsafeRawBufferPointer($0)) }
    }

    private func indexOfLastMember(named name: UnsafeRawBufferPointer) -> Int? {
        if state.top.count > MemberNames.longestSearch {
            var names =
                state.memberNames.removeValue(forKey: state.top.serial) ?? MemberNames(next: state.top.start + 1)
            // Each member is added once, before a search. If names are equal, the last one counts.
            while names.next < state.words.count {
                let hash = state.content.hash(of: TapeWord(bits: state.words[names.next]))
                names.indices[hash] = UInt32(truncatingIfNeeded: names.next + 1)
                names.next = endOfMember(at: names.next)
            }
            let found = unsafe names.indices[EncodedContent.hash(of: name)].map(Int.init)
            state.memberNames[state.top.serial] = names
            guard let found, unsafe state.content.isSame(TapeWord(bits: state.words[found - 1]), name) else {
                return nil
            }
            return found
        }
        var index = state.top.start + 1
        var last: Int?
        while index < state.words.count {
            if unsafe state.content.isSame(TapeWord(bits: state.words[index]), name) { last = index + 1 }
            index = endOfMember(at: index)
        }
        return last
    }

    private func endOfMember(at index: Int) -> Int { TapeWord(bits: state.words[index + 1]).end(from: index + 1) }
}

/// The members, by name, of a frame that has many.
struct MemberNames {
    /// The largest number of members that are searched one by one.
    static let longestSearch = 16

    /// The index of the last member's value, by a hash of its name that a peer cannot predict.
    var indices: [Int: UInt32] = [:]
    /// The index of the next member that is not in ``indices``.
    var next: Int
}

// MARK: - The whole encoding

extension TreeEncodingContext {
    /// Replaces the words that refer to branches with the values of the branches.
    func flatten() {
        var bases: [Int] = []
        var count = state.words.count
        for context in branchContexts {
            bases.append(state.content.append(context.state.content))
            count += context.state.words.count
            if context.repeatsNames { repeatsNames = true }
        }
        var whole = CodingStack<UInt64>(capacity: count)
        var open: [(end: Int, index: Int)] = []
        flatten(self, from: 0, base: 0, bases, &open, into: &whole)
        state.words = whole
        forgetBranches()
    }

    /// Releases all branches, which refer to the encoding.
    func forgetBranches() {
        branchContexts = []
        idleBranchContexts = []
        heldBranchContexts = []
    }

    private func flatten(
        _ context: TreeEncodingContext,
        from start: Int,
        base: Int,
        _ bases: [Int],
        _ open: inout [(end: Int, index: Int)],
        into whole: inout CodingStack<UInt64>
    ) {
        let outer = open.count
        var index = start
        repeat {
            let word = TapeWord(bits: context.state.words[index])
            index += 1
            if word.has(.shared) {
                let branch = branchContexts[word.payload - 1]
                flatten(branch, from: word.offset, base: bases[word.payload - 1], bases, &open, into: &whole)
            } else {
                if word.isContainer || word.has(.extended) { open.append((word.offset, whole.count)) }
                whole.append(word.hasText ? word.moved(by: base).bits : word.bits)
                if word.width == 2 {
                    whole.append(context.state.words[index])
                    index += 1
                }
            }
            while open.count > outer, open[open.count - 1].end == index {
                let begin = open.removeLast().index
                let word = TapeWord(bits: whole[begin])
                whole[begin] = TapeWord(word.tag, payload: word.payload, offset: whole.count).bits
            }
        } while open.count > outer
    }
}

extension TapeWord {
    /// Whether the word refers to bytes on the tape of an encoding. A number without a text has no offset of bytes.
    fileprivate var hasText: Bool { isString || has(.data) || isLong && payload > 0 }

    fileprivate func moved(by base: Int) -> TapeWord { TapeWord(tag, payload: payload, offset: offset + base) }
}
