/// Commas, lines and names.
extension JSONEncodingContext {
    /// Writes what stands before the next element of a frame.
    @inline(__always)
    func separate(_ frame: Int) {
        if frames[frame].count > 0 { text.append(UInt8(ascii: ",")) }
        frames[frame].count += 1
        breakLine()
    }

    /// Begins a line, in pretty text.
    @inline(__always)
    func breakLine() {
        if settings.isPretty { breakPrettyLine() }
    }

    private func breakPrettyLine() {
        text.append(UInt8(ascii: "\n"))
        for _ in 0..<openContainers { text.append("  ") }
    }

    /// Writes what stands before the value of the next member of a frame.
    func beginMember(_ name: String, of frame: Int) {
        separate(frame)
        let start = text.bytes.count
        text.appendString(name, escapingSlashes: settings.escapesSlashes)
        let end = text.bytes.count
        members.append(Member(start: start, nameEnd: end, fingerprint: fingerprint(start, end)))
        if settings.isPretty { text.append(" : ") } else { text.append(UInt8(ascii: ":")) }
    }

    private func fingerprint(_ start: Int, _ end: Int) -> UInt32 {
        let bytes = text.bytes
        let length = end - start
        // The first, third-from-last and last characters between the quotation marks, and the length.
        let first = UInt32(bytes[start + 1])
        let middle = UInt32(bytes[start + length / 2])
        let last = UInt32(bytes[end - 2])
        return UInt32(truncatingIfNeeded: length) << 24 | first << 16 | middle << 8 | last
    }
}

/// What is done to the members and branches of a frame when it is closed.
extension JSONEncodingContext {
    /// Puts branches in place, drops members whose name is written again later, and sorts, each only where it must.
    func settle(_ frame: Frame) throws {
        defer {
            members.removeLast(members.count - frame.firstMember)
            branches.removeLast(branches.count - frame.firstBranch)
        }
        var fragments: [Fragment] = []
        if branches.count > frame.firstBranch {
            fragments = try branches[frame.firstBranch...].map { branch in
                (place: branch.place, offset: branch.offset, text: try branch.context.finish())
            }
        }
        if frame.container == .unkeyed {
            rewriteElements(frame, fragments)
            return
        }
        let superseded = supersededMembers(from: frame.firstMember)
        var order: [Int]?
        if settings.sortsKeys { order = sortedMembers(from: frame.firstMember) }
        if fragments.isEmpty && superseded.isEmpty && order == nil { return }
        rewriteMembers(frame, fragments, order ?? Array(0..<frame.count), without: superseded)
    }

    private typealias Fragment = (place: Int, offset: Int, text: [UInt8])

    private func rewriteElements(_ frame: Frame, _ fragments: [Fragment]) {
        guard let first = fragments.first else { return }
        let old = Array(text.bytes[first.offset...])
        text.truncate(to: first.offset)
        var done = 0
        for fragment in fragments {
            text.append(raw: old[done..<fragment.offset - first.offset])
            text.append(raw: fragment.text)
            done = fragment.offset - first.offset
        }
        text.append(raw: old[done...])
    }

    private func rewriteMembers(_ frame: Frame, _ fragments: [Fragment], _ order: [Int], without superseded: Set<Int>) {
        let bodyStart = frame.start + 1
        let old = Array(text.bytes[bodyStart...])
        let entries = members[frame.firstMember...]
        // From a member's end to the next one's name there are a comma and, in pretty text, the new line.
        let separator = settings.isPretty ? 2 + 2 * openContainers : 1
        var inserted: [Int: [UInt8]] = [:]
        for fragment in fragments { inserted[fragment.place] = fragment.text }
        text.truncate(to: bodyStart)
        var isFirst = true
        for place in order where !superseded.contains(place) {
            if !isFirst { text.append(UInt8(ascii: ",")) }
            isFirst = false
            breakLine()
            let start = entries[frame.firstMember + place].start - bodyStart
            let isLast = place + 1 == entries.count
            let end = isLast ? old.count : entries[frame.firstMember + place + 1].start - bodyStart - separator
            text.append(raw: old[start..<end])
            if let fragment = inserted[place] { text.append(raw: fragment) }
        }
    }

    /// The members, counted from the frame's first, whose name comes again later.
    private func supersededMembers(from first: Int) -> Set<Int> {
        let count = members.count - first
        if count > 48 { return supersededMembersOfMany(from: first) }
        var superseded: Set<Int> = []
        // SAFETY: indices are below the buffer's count, and no frame is opened or closed
        // meanwhile, so that the members stay where they are.
        unsafe members.withUnsafeBufferPointer { members in
            var left = first
            while left < members.count {
                let fingerprint = unsafe members[left].fingerprint
                var right = left &+ 1
                while right < members.count {
                    if unsafe members[right].fingerprint == fingerprint,
                        unsafe haveOneName(members[left], members[right])
                    {
                        superseded.insert(left - first)
                        break
                    }
                    right &+= 1
                }
                left &+= 1
            }
        }
        return superseded
    }

    private func supersededMembersOfMany(from first: Int) -> Set<Int> {
        var superseded: Set<Int> = []
        var seen: [ArraySlice<UInt8>: Int] = [:]
        seen.reserveCapacity(members.count - first)
        for place in 0..<members.count - first {
            let member = members[first + place]
            if let earlier = seen.updateValue(place, forKey: text.bytes[member.start..<member.nameEnd]) {
                superseded.insert(earlier)
            }
        }
        return superseded
    }

    private func haveOneName(_ left: Member, _ right: Member) -> Bool {
        text.bytes[left.start..<left.nameEnd].elementsEqual(text.bytes[right.start..<right.nameEnd])
    }

    /// The members, counted from the frame's first, by the UTF-8 of their names; nil where they are in that order.
    private func sortedMembers(from first: Int) -> [Int]? {
        let names = members[first...].map { unescaped(text.bytes[$0.start + 1..<$0.nameEnd - 1]) }
        var isSorted = true
        for place in names.indices.dropFirst() where isSorted {
            isSorted = !names[place].lexicographicallyPrecedes(names[place - 1])
        }
        return isSorted ? nil : names.indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }
    }

    /// The bytes of a name that this encoder has escaped.
    private func unescaped(_ name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard name.contains(UInt8(ascii: "\\")) else { return name }
        var result: ArraySlice<UInt8> = []
        var rest = name
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let escape = rest.popFirst() else {
                result.append(byte)
                continue
            }
            switch escape {
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "u"):
                result.append(UInt8(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0)
                rest = rest.dropFirst(4)
            default: result.append(escape)
            }
        }
        return result
    }
}
