import Mimeograph
import MimeographTree

// Finding the members of dictionaries by name; see ``MemberHint``.
extension PropertyListDecodingContext {
    /// Dictionaries of more members than this get an index. It bounds what one look-up costs.
    private static let mostScanned = 64

    /// The position, which must be that of a dictionary, as a container needs it: with an index of the members where names cannot
    /// simply be compared.
    @inline(__always)
    func object(at position: PropertyListDecodingPosition) throws -> PropertyListDecodingPosition {
        let word = view.word(at: position.index)
        guard word.bits &>> 60 == PropertyListWord.Tag.dictionary.rawValue else {
            throw noObject(at: position.index, path: position.steps)
        }
        if word.payload < 2 || position.branch?.memberIndices != nil { return position }
        return prepared(position, word)
    }

    private func prepared(_ position: PropertyListDecodingPosition, _ word: PropertyListWord)
        -> PropertyListDecodingPosition
    {
        if word.payload <= PropertyListDecodingContext.mostScanned,
            document.shadowedMembers(ofObjectAt: position.index) == nil
        {
            return position
        }
        return position.with(memberIndices(of: position))
    }

    @inline(__always)
    func member(_ name: String, of position: PropertyListDecodingPosition) -> Int? {
        if let memberIndices = position.branch?.memberIndices { return memberIndices[ByteEqualString(name)] }
        return scan(for: name, of: position.index, depth: position.depth)
    }

    private func scan(for name: String, of dictionary: Int, depth: Int) -> Int? {
        let view = view
        let start = self[hintAt: depth].start(in: dictionary)
        let end = view.word(at: dictionary).offset
        var text = name
        // SAFETY: the buffer of the name is only read, during the call.
        var value = text.withUTF8 { wanted in
            unsafe view.value(of: wanted, from: start, to: end)
                ?? view.value(of: wanted, from: dictionary &+ 1, to: start)
        }
        // Only the binary format has keys in UTF-16, and none of ASCII.
        if value == nil, document.format == .binary, name.utf8.contains(where: { $0 >= 0x80 }) {
            value = document.index(ofKey: name, inObjectAt: dictionary)
        }
        guard let value else { return nil }
        self[hintAt: depth] = MemberHint(object: dictionary, next: view.index(after: value))
        return view.resolved(value)
    }

    private func memberIndices(of position: PropertyListDecodingPosition) -> [ByteEqualString: Int] {
        var memberIndices: [ByteEqualString: Int] = [:]
        let dictionary = view.word(at: position.index)
        memberIndices.reserveCapacity(dictionary.payload)
        var current = position.index + 1
        while current < dictionary.offset {
            memberIndices[ByteEqualString(document.string(at: current))] = view.resolved(current + 1)
            current = view.index(after: current + 1)
        }
        return memberIndices
    }

    func name(at index: Int) -> String { document.string(at: index) }

    func names(of position: PropertyListDecodingPosition) -> [String] {
        let isUnique = position.branch?.memberIndices == nil
        var seen: Set<ByteEqualString> = []
        var names: [String] = []
        let end = view.word(at: position.index).offset
        var current = position.index + 1
        while current < end {
            let name = document.string(at: current)
            if isUnique || seen.insert(ByteEqualString(name)).inserted { names.append(name) }
            current = view.index(after: current + 1)
        }
        return names
    }
}
