extension PropertyList {
    /// The members, where it is a dictionary; else nil.
    public var dictionary: Members? {
        switch storage {
        case .dictionary(let members): return Members(base: .built(members))
        case .parsed(let document, let index):
            guard document.word(at: index).tag == .dictionary else { return nil }
            if let superseded = document.supersededMembers(ofDictionaryAt: index) {
                return Members(base: .filtered(document, index, superseded: superseded))
            }
            return Members(base: .parsed(document, index))
        default: return nil
        }
    }

    /// The members of a dictionary in order, each key once; keys and values are read while they are asked for.
    ///
    /// Of two members with one key only the last is here. To find that out, making this value looks at each key once.
    public struct Members: Collection, Sendable {
        /// Each case is one reference, so that it costs no more to copy than that; the rarer ones have a box of their own.
        enum Base: Sendable {
            case parsed(PropertyListDocument, Int)
            /// A dictionary with keys that stand again later; they are in ascending order.
            indirect case filtered(PropertyListDocument, Int, superseded: [Int])
            indirect case built(PropertyListMembers)
        }

        let base: Base

        /// A key and its value.
        public typealias Element = (key: String, value: PropertyList)

        /// A place in a dictionary.
        public struct Index: Comparable, Hashable, Sendable {
            /// Of the member in a built dictionary, of its key's word in one that was read.
            let place: Int
            /// How many of the superseded members come before.
            let skipped: Int

            /// Whether the left one comes first.
            public static func < (left: Index, right: Index) -> Bool { left.place < right.place }
        }

        /// The number of keys.
        public var count: Int {
            switch base {
            case .parsed(let document, let index): document.word(at: index).aux
            case .filtered(let document, let index, let superseded): document.word(at: index).aux - superseded.count
            case .built(let members): members.keys.count
            }
        }

        /// The place of the first member.
        public var startIndex: Index {
            switch base {
            case .parsed(_, let index), .filtered(_, let index, _): counting(from: Index(place: index + 1, skipped: 0))
            case .built: Index(place: 0, skipped: 0)
            }
        }

        /// The place after the last member.
        public var endIndex: Index {
            switch base {
            case .parsed(let document, let index): Index(place: document.word(at: index).low, skipped: 0)
            case .filtered(let document, let index, let superseded):
                Index(place: document.word(at: index).low, skipped: superseded.count)
            case .built(let members): Index(place: members.keys.count, skipped: 0)
            }
        }

        /// The place after another, which must not be the end.
        public func index(after index: Index) -> Index {
            switch base {
            case .parsed(let document, _), .filtered(let document, _, _):
                counting(from: Index(place: document.index(after: index.place + 1), skipped: index.skipped))
            case .built: Index(place: index.place + 1, skipped: 0)
            }
        }

        /// The first place from `index` on whose member counts.
        private func counting(from index: Index) -> Index {
            guard case .filtered(let document, _, let superseded) = base else { return index }
            var index = index
            while index.skipped < superseded.count, superseded[index.skipped] == index.place {
                index = Index(place: document.index(after: index.place + 1), skipped: index.skipped + 1)
            }
            return index
        }

        /// The member at a place, which must not be the end.
        public subscript(index: Index) -> Element {
            switch base {
            case .parsed(let document, _), .filtered(let document, _, _):
                (document.string(at: index.place), PropertyList.light(document, at: index.place + 1))
            case .built(let members): (members.keys[index.place], members.values[index.place])
            }
        }

        /// The value of a key, or nil where the dictionary has no such key.
        public subscript(key: String) -> PropertyList? {
            switch base {
            case .parsed(let document, let index), .filtered(let document, let index, _):
                document.value(forKey: key, inDictionaryAt: index).map { PropertyList(document, at: $0) }
            case .built(let members): members[key]
            }
        }

        /// Goes through the members.
        public struct Iterator: IteratorProtocol {
            private let members: Members
            private var place: Int
            private let end: Int
            private var skipped: Int

            init(_ members: consuming Members) {
                let start = members.startIndex
                place = start.place
                skipped = start.skipped
                end = members.endIndex.place
                self.members = members
            }

            /// The next member, or nil after the last.
            public mutating func next() -> Element? {
                guard place < end else { return nil }
                let index = place
                switch members.base {
                case .parsed(let document, _):
                    place = document.index(after: index &+ 1)
                    return (document.string(at: index), PropertyList.light(document, at: index &+ 1))
                case .filtered, .built: return nextElsewhere()
                }
            }

            private mutating func nextElsewhere() -> Element {
                let index = Index(place: place, skipped: skipped)
                let next = members.index(after: index)
                place = next.place
                skipped = next.skipped
                return members[index]
            }
        }

        /// Goes through the members.
        public consuming func makeIterator() -> Iterator { Iterator(self) }

        /// The keys in order.
        public var keys: some Collection<String> { lazy.map(\.key) }

        /// The values in order.
        public var values: some Collection<PropertyList> { lazy.map(\.value) }
    }
}
