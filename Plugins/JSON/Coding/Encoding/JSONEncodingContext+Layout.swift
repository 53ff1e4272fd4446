import Mimeograph
import MimeographTree

/// Commas, lines and names.
extension JSONEncodingContext {
    @inline(__always)
    func beginElement(of frame: Int) {
        let count = frames[frame].count
        frames[frame].count = count &+ 1
        separate(isFirst: count == 0)
    }

    /// Writes what stands before an element.
    @inline(__always)
    func separate(isFirst: Bool) {
        if !isFirst { text.append(UInt8(ascii: ",")) }
        if isPretty { breakPrettyLine() }
    }

    /// Begins a line, in pretty text.
    @inline(never)
    func breakPrettyLine() {
        text.append(UInt8(ascii: "\n"))
        for _ in 0..<JSONWritingOptions.indentation(openContainers) { text.append(UInt8(ascii: " ")) }
    }

    /// Writes what stands before the value of the next member of a frame.
    func beginMember(_ name: String, of frame: Int) {
        beginElement(of: frame)
        let start = text.count
        text.appendString(name, escapingSlashes: settings.escapesSlashes)
        members.append(Member(start: start, nameEnd: text.count))
        fingerprints.append(text.fingerprint(from: start))
        appendColon()
    }

    /// Writes what stands between a name and its value.
    @inline(__always)
    func appendColon() {
        if isPretty { text.append(UInt8(ascii: " ")) }
        text.append(UInt8(ascii: ":"))
        if isPretty { text.append(UInt8(ascii: " ")) }
    }
}

/// What is done to the members and branches of a frame when it is closed.
extension JSONEncodingContext {
    /// Inserts branches, drops members whose name is written again later, and sorts, each only where it must.
    @inline(__always)
    func finishMembers(of frame: Frame) throws {
        if branches.count == frame.firstBranch, !settings.sortsKeys,
            frame.container == .unkeyed || hasUniqueNames(from: frame.firstMember)
        {
            dropMembers(of: frame)
            return
        }
        try rewrite(frame)
    }

    @inline(never)
    private func rewrite(_ frame: Frame) throws {
        defer {
            dropMembers(of: frame)
            branches.removeLast(branches.count - frame.firstBranch)
        }
        let fragments = try branches[frame.firstBranch...].map { branch in
            (index: branch.index, offset: branch.offset, text: try branch.context.finish())
        }
        if frame.container == .unkeyed {
            rewriteElements(frame, fragments)
            return
        }
        let entries = (frame.firstMember..<members.count).map { members[$0] }
        let shadowed = shadowedMembers(of: entries)
        let order = settings.sortsKeys ? sortedMembers(of: entries) : nil
        if fragments.isEmpty && shadowed.isEmpty && order == nil { return }
        rewriteMembers(frame, entries, fragments, order ?? Array(0..<frame.count), without: shadowed)
    }

    private typealias Fragment = (index: Int, offset: Int, text: [UInt8])

    private func rewriteElements(_ frame: Frame, _ fragments: [Fragment]) {
        guard let first = fragments.first else { return }
        let old = text.bytes(first.offset..<text.count)
        text.truncate(to: first.offset)
        var done = 0
        for fragment in fragments {
            text.append(raw: old.span.extracting(done..<fragment.offset - first.offset))
            text.append(raw: fragment.text.span)
            done = fragment.offset - first.offset
        }
        text.append(raw: old.span.extracting(done...))
    }

    private func rewriteMembers(
        _ frame: Frame,
        _ entries: [Member],
        _ fragments: [Fragment],
        _ order: [Int],
        without shadowed: Set<Int>
    ) {
        let bodyStart = frame.start + 1
        let old = text.bytes(bodyStart..<text.count)
        // From a member's end to the next one's name there are a comma and, in pretty text, the new line.
        let separator = isPretty ? 2 + JSONWritingOptions.indentation(openContainers) : 1
        var inserted: [Int: [UInt8]] = [:]
        for fragment in fragments { inserted[fragment.index] = fragment.text }
        text.truncate(to: bodyStart)
        var isFirst = true
        for index in order where !shadowed.contains(index) {
            separate(isFirst: isFirst)
            isFirst = false
            let start = entries[index].start - bodyStart
            let isLast = index + 1 == entries.count
            let end = isLast ? old.count : entries[index + 1].start - bodyStart - separator
            text.append(raw: old.span.extracting(start..<end))
            if let fragment = inserted[index] { text.append(raw: fragment.span) }
        }
    }

    @inline(__always)
    private func dropMembers(of frame: Frame) {
        members.removeLast(to: frame.firstMember)
        fingerprints.removeLast(to: frame.firstMember)
    }

    /// Whether the names of the members from one on surely differ; false for more than 64, whose names are not compared.
    @inline(__always)
    private func hasUniqueNames(from first: Int) -> Bool {
        let count = members.count &- first
        return count < 2 || count <= 64 && !fingerprints.hasTwins(from: first)
    }

    /// The members whose name comes again later.
    private func shadowedMembers(of entries: [Member]) -> Set<Int> {
        var shadowed: Set<Int> = []
        var seen: [[UInt8]: Int] = [:]
        seen.reserveCapacity(entries.count)
        for (index, member) in entries.enumerated() {
            if let earlier = seen.updateValue(index, forKey: text.bytes(member.start..<member.nameEnd)) {
                shadowed.insert(earlier)
            }
        }
        return shadowed
    }

    /// The members by the UTF-8 of their names; nil where they are in that order.
    private func sortedMembers(of entries: [Member]) -> [Int]? {
        let names = entries.map { unescaped(text.bytes($0.start + 1..<$0.nameEnd - 1)[...]) }
        var isSorted = true
        for index in names.indices.dropFirst() where isSorted {
            isSorted = !names[index].lexicographicallyPrecedes(names[index - 1])
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

/// Contexts that hang on a frame of another one.
extension JSONEncodingContext {
    /// The text of a branch, its open frame closed.
    func finish() throws -> [UInt8] {
        while frames.count > 0 { try pop() }
        if let misuse { throw misuse }
        return text.finish()
    }

    /// An encoder for a branch's only value.
    func branchEncoder() -> JSONValueEncoder {
        // A branch begins empty and its depth was checked with the frame it hangs on, unless that was the deepest.
        guard let frame = try? push() else {
            misuse = tooDeep
            return JSONValueEncoder(context: self, frame: 0, serial: -1)
        }
        return JSONValueEncoder(context: self, frame: frame, serial: frames[frame].serial)
    }

    /// The branch at the member of that name, where the frame has one that is a container of that kind already.
    func branch(named name: String, _ container: CodingContainer, of frame: Int) -> JSONValueEncoder? {
        let frame = frames[frame]
        guard branches.count > frame.firstBranch else { return nil }
        var quoted = JSONByteWriter(capacity: 64)
        quoted.appendString(name, escapingSlashes: settings.escapesSlashes)
        let fingerprint = quoted.fingerprint(from: 0)
        let wanted = quoted.finish()
        for branch in branches[frame.firstBranch...] {
            let context = branch.context
            let index = frame.firstMember + branch.index
            guard fingerprints[index] == fingerprint, context.frames.count > 0,
                context.frames[0].container == container
            else { continue }
            let member = members[index]
            if text.bytes(member.start..<member.nameEnd) == wanted {
                return JSONValueEncoder(context: context, frame: 0, serial: context.frames[0].serial)
            }
        }
        return nil
    }
}
