import Mimeograph
import MimeographTree

// Finding the members of dictionaries by name; see ``MemberHint``.
extension PropertyListDecodingContext {
    /// Dictionaries of more members than this get an index. It bounds what one look-up costs.
    private static let mostScanned = 64

    /// The place, which must be a dictionary's, as a container needs it: with an index of the members where names cannot
    /// simply be compared.
    @inline(__always)
    func object(at place: PropertyListDecodingPlace) throws -> PropertyListDecodingPlace {
        let word = view.word(at: place.index)
        guard word.bits &>> 60 == PropertyListWord.Tag.dictionary.rawValue else {
            throw noObject(at: place.index, path: place.steps)
        }
        if word.aux < 2 || place.detour?.places != nil { return place }
        return prepared(place, word)
    }

    private func prepared(_ place: PropertyListDecodingPlace, _ word: PropertyListWord) -> PropertyListDecodingPlace {
        if word.aux <= PropertyListDecodingContext.mostScanned,
            document.shadowedMembers(ofObjectAt: place.index) == nil
        {
            return place
        }
        return place.with(places(of: place))
    }

    @inline(__always)
    func member(_ name: String, of place: PropertyListDecodingPlace) -> Int? {
        if let places = place.detour?.places { return places[ByteEqualString(name)] }
        return scan(for: name, of: place.index, depth: place.depth)
    }

    private func scan(for name: String, of dictionary: Int, depth: Int) -> Int? {
        let view = view
        let start = self[hintAt: depth].start(in: dictionary)
        let end = view.word(at: dictionary).low
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

    private func places(of place: PropertyListDecodingPlace) -> [ByteEqualString: Int] {
        var places: [ByteEqualString: Int] = [:]
        let dictionary = view.word(at: place.index)
        places.reserveCapacity(dictionary.aux)
        var current = place.index + 1
        while current < dictionary.low {
            places[ByteEqualString(document.string(at: current))] = view.resolved(current + 1)
            current = view.index(after: current + 1)
        }
        return places
    }

    func name(at index: Int) -> String { document.string(at: index) }

    func names(of place: PropertyListDecodingPlace) -> [String] {
        let isUnique = place.detour?.places == nil
        var seen: Set<ByteEqualString> = []
        var names: [String] = []
        let end = view.word(at: place.index).low
        var current = place.index + 1
        while current < end {
            let name = document.string(at: current)
            if isUnique || seen.insert(ByteEqualString(name)).inserted { names.append(name) }
            current = view.index(after: current + 1)
        }
        return names
    }
}
