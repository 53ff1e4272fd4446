import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// Finding the members of objects by name; see ``MemberHint``.
extension JSONDecodingContext {
    /// Objects of more members than this get an index. It bounds what one look-up costs.
    private static let mostScanned = 64

    /// The place, which must be an object's, as a container needs it: with an index of the members where names cannot
    /// simply be compared.
    @inline(__always)
    func object(at place: JSONDecodingPlace) throws -> JSONDecodingPlace {
        let word = view.word(at: place.index)
        guard word.bits &>> 60 == JSONWord.Tag.object.rawValue else {
            throw noObject(at: place.index, path: place.steps)
        }
        if keepsKeys && word.aux < 2 || indexedObject == place.index { return place }
        return prepared(place, word)
    }

    private func prepared(_ place: JSONDecodingPlace, _ word: JSONWord) -> JSONDecodingPlace {
        if keepsKeys, word.aux <= JSONDecodingContext.mostScanned,
            reading.duplicateKeys == .refuse || hasUniqueNames(place.index, word)
        {
            return place
        }
        return place.with(places(of: place))
    }

    @inline(__always)
    func member(_ name: String, of place: JSONDecodingPlace) -> Int? {
        if indexedObject == place.index { return indexed(name) }
        return scan(for: name, of: place.index, depth: place.depth)
    }

    @inline(never)
    private func indexed(_ name: String) -> Int? { places?[ByteEqualString(name)] }

    private func scan(for name: String, of object: Int, depth: Int) -> Int? {
        let view = view
        let start = self[hintAt: depth].start(in: object)
        let end = view.word(at: object).low
        // Not `withUTF8`, which takes a copy to change and counts it.
        // SAFETY: the buffer of the name is only read, during the call.
        let found: Int?? = unsafe name.utf8.withContiguousStorageIfAvailable { wanted in
            if start < end, unsafe view.hasName(wanted, at: start) { return start &+ 1 }
            return unsafe JSONDecodingContext.search(view, for: wanted, from: start, in: object)
        }
        guard let found else {
            return scan(for: String(decoding: Array(name.utf8), as: UTF8.self), of: object, depth: depth)
        }
        if let found { self[hintAt: depth] = MemberHint(object: object, next: view.index(after: found)) }
        return found
    }

    /// What is not where it was expected.
    @inline(never)
    private static func search(
        _ view: JSONDocumentView,
        for name: UnsafeBufferPointer<UInt8>,
        from start: Int,
        in object: Int
    ) -> Int? {
        unsafe view.value(of: name, from: start, to: view.word(at: object).low)
            ?? view.value(of: name, from: object &+ 1, to: start)
    }

    private func places(of place: JSONDecodingPlace) -> [ByteEqualString: Int] {
        var places: [ByteEqualString: Int] = [:]
        let object = view.word(at: place.index)
        places.reserveCapacity(object.aux)
        var custom: (path: [any CodingKey], convert: ([any CodingKey]) -> any CodingKey)?
        if case .custom(let convert) = strategies?.keyDecoding { custom = (place.codingPath, convert) }
        var current = place.index + 1
        while current < object.low {
            var name = view.string(view.word(at: current))
            if let custom {
                name = custom.convert(custom.path + [PlainCodingKey(name)]).stringValue
            } else if !keepsKeys {
                name = camelCase(name)
            }
            places[ByteEqualString(name)] = current + 1
            current = view.index(after: current + 1)
        }
        return places
    }

    private func camelCase(_ name: String) -> String {
        let context = root ?? self
        if let known = context.convertedNames[ByteEqualString(name)] { return known }
        let converted = SnakeCase.camelCase(name) { $0.capitalized }
        context.convertedNames[ByteEqualString(name)] = converted
        return converted
    }

    @inline(__always)
    func name(at index: Int) -> String { view.string(view.word(at: index)) }

    func names(of place: JSONDecodingPlace) -> [String] {
        if indexedObject == place.index, let places { return places.sorted { $0.value < $1.value }.map(\.key.text) }
        var names: [String] = []
        let end = view.word(at: place.index).low
        var current = place.index + 1
        while current < end {
            names.append(view.string(view.word(at: current)))
            current = view.index(after: current + 1)
        }
        return names
    }
}
