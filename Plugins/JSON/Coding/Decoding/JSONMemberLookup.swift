/// Finding the members of objects by name.
///
/// Types ask for their keys in the order in which their values were written, most of the time. So a look-up begins
/// after the member that was found last and goes round once. That finds the right one of two members with one name only
/// where there are no two, which is checked once, when a container is made. Objects that fail the check, large ones, and
/// all objects under a strategy that changes keys get an index instead.
///
/// For `{"id":1,"name":"Ada","tags":[]}`: `id` is the first member, `name` the next, `tags` the next: three comparisons.
/// Had the type asked for `tags` first, that would have been the third comparison, and `id` then the fourth.
struct JSONMemberHint {
    var object = -1
    var next = 0
}

/// How the members of one object are found.
enum JSONMemberLookup {
    /// By comparing names, from the hint on.
    case scan
    /// By an index.
    case index(JSONMemberIndex)
}

/// The last member of each name.
final class JSONMemberIndex {
    /// Name, as the coding key has it, to the index of the value.
    var places: [JSONKey: Int] = [:]
}

extension JSONDecodingContext {
    /// Objects of more members than this get an index. It bounds what one look-up costs.
    private static let mostScanned = 64

    /// How the members of the object at an index are best found.
    func lookup(in object: Int, path: JSONDecodingPath) -> JSONMemberLookup {
        guard case .useDefaultKeys = format.keyDecoding else { return .index(index(of: object, path: path)) }
        let count = word(at: object).aux
        if count > JSONDecodingContext.mostScanned { return .index(index(of: object, path: path)) }
        if count < 2 || format.reading.duplicateKeys == .refuse { return .scan }
        return uniqueness.holds(for: object, in: document) ? .scan : .index(index(of: object, path: path))
    }

    /// The index of the value of a member, or nil.
    @inline(__always)
    func member(_ name: String, of object: Int, by lookup: JSONMemberLookup, depth: Int) -> Int? {
        switch lookup {
        case .scan: scan(for: name, of: object, depth: depth)
        case .index(let index): index.places[JSONKey(name)]
        }
    }

    private func scan(for name: String, of object: Int, depth: Int) -> Int? {
        let end = document.word(at: object).low
        let slot = depth & 31
        let hint = hints[slot]
        let start = hint.object == object ? hint.next : object + 1
        var current = start
        while current < end {
            let value = current + 1
            let after = document.index(after: value)
            if document.stringMatches(at: current, name) {
                hints[slot] = JSONMemberHint(object: object, next: after)
                return value
            }
            current = after
        }
        current = object + 1
        while current < start {
            let value = current + 1
            let after = document.index(after: value)
            if document.stringMatches(at: current, name) {
                hints[slot] = JSONMemberHint(object: object, next: after)
                return value
            }
            current = after
        }
        return nil
    }

    private func index(of object: Int, path: JSONDecodingPath) -> JSONMemberIndex {
        let index = JSONMemberIndex()
        let end = word(at: object).low
        index.places.reserveCapacity(word(at: object).aux)
        var custom: (path: [any CodingKey], convert: ([any CodingKey]) -> any CodingKey)?
        if case .custom(let convert) = format.keyDecoding { custom = (path.codingPath(in: self), convert) }
        var current = object + 1
        while current < end {
            var name = document.string(at: current)
            if let custom {
                name = custom.convert(custom.path + [JSONCodingKey(stringValue: name)]).stringValue
            } else if case .convertFromSnakeCase = format.keyDecoding {
                name = camelCase(name)
            }
            index.places[JSONKey(name)] = current + 1
            current = document.index(after: current + 1)
        }
        return index
    }

    private func camelCase(_ name: String) -> String {
        if let known = convertedNames[name] { return known }
        let converted = JSONSnakeCase.camelCase(name)
        convertedNames[name] = converted
        return converted
    }

    /// All names of an object in the order of the document, each once, as coding keys have them.
    func names(of object: Int, by lookup: JSONMemberLookup) -> [String] {
        var names: [String] = []
        switch lookup {
        case .index(let index):
            names = index.places.sorted { $0.value < $1.value }.map(\.key.text)
        case .scan:
            let end = word(at: object).low
            var current = object + 1
            while current < end {
                names.append(document.string(at: current))
                current = document.index(after: current + 1)
            }
        }
        return names
    }
}

/// Tells whether an object has two members of one name, in one pass over its names.
///
/// An open-addressing table that is never cleared: each entry holds the number of the check that wrote it.
struct JSONMemberUniqueness {
    private static let size = 256
    private var table = [UInt64](repeating: 0, count: size)
    private var check: UInt64 = 0

    /// Whether the names of the object differ. It must have no more members than a quarter of the table.
    mutating func holds(for object: Int, in document: JSONDocument) -> Bool {
        check += 1
        let end = document.word(at: object).low
        var current = object + 1
        while current < end {
            let word = document.word(at: current)
            var slot = fingerprint(of: word, in: document)
            while true {
                let entry = table[slot]
                if entry >> 32 != check & 0xFFFF_FFFF { break }
                let other = document.word(at: Int(entry & 0xFFFF_FFFF))
                if other.aux == word.aux, isEqual(word, other, in: document) { return false }
                slot = (slot + 1) & (JSONMemberUniqueness.size - 1)
            }
            table[slot] = check << 32 | UInt64(current)
            current = document.index(after: current + 1)
        }
        return true
    }

    private func fingerprint(of word: JSONWord, in document: JSONDocument) -> Int {
        let (offset, length) = (word.low, word.aux)
        var mix = UInt64(length) << 24
        if length > 0 {
            mix |= UInt64(document.bytes[offset])
            mix |= UInt64(document.bytes[offset + length / 2]) << 8
            mix |= UInt64(document.bytes[offset + length - 1]) << 16
        }
        return Int(truncatingIfNeeded: (mix &* 0x9E37_79B9_7F4A_7C15) &>> 56)
    }

    private func isEqual(_ left: JSONWord, _ right: JSONWord, in document: JSONDocument) -> Bool {
        var offset = 0
        while offset < left.aux {
            if document.bytes[left.low + offset] != document.bytes[right.low + offset] { return false }
            offset += 1
        }
        return true
    }
}
