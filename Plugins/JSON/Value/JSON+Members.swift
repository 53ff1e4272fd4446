extension JSON {
    /// The members, where it is an object; else nil.
    public var object: Members? {
        switch storage {
        case .object(let object): return Members(base: .built(object))
        case .parsed(let document, let index):
            guard document.word(at: index).tag == .object else { return nil }
            return Members(base: .parsed(document, index, superseded: document.supersededMembers(ofObjectAt: index)))
        default: return nil
        }
    }

    /// The members of an object in order, each key once; keys and values are read while they are asked for.
    ///
    /// Of two members with one key only the last is here. To find that out, making this value looks at each key once.
    public struct Members: Collection, Sendable {
        enum Base: Sendable {
            case built(JSONObject)
            /// The superseded keys are nil where there are none, because nil costs nothing to copy.
            case parsed(JSONDocument, Int, superseded: [Int]?)
        }

        let base: Base

        /// A key and its value.
        public typealias Element = (key: String, value: JSON)

        /// A place in an object.
        public struct Index: Comparable, Hashable, Sendable {
            /// Of the member in a built object, of its key's word in a parsed one.
            let place: Int
            /// How many of the superseded members come before.
            let skipped: Int

            /// Whether the left one comes first.
            public static func < (left: Index, right: Index) -> Bool { left.place < right.place }
        }

        /// The number of keys.
        public var count: Int {
            switch base {
            case .built(let object): return object.keys.count
            case .parsed(let document, let index, let superseded):
                return document.count(ofContainerAt: index) - (superseded?.count ?? 0)
            }
        }

        /// The place of the first member.
        public var startIndex: Index {
            switch base {
            case .built: Index(place: 0, skipped: 0)
            case .parsed(_, let index, _): counting(from: Index(place: index + 1, skipped: 0))
            }
        }

        /// The place after the last member.
        public var endIndex: Index {
            switch base {
            case .built(let object): Index(place: object.keys.count, skipped: 0)
            case .parsed(let document, let index, let superseded):
                Index(place: document.word(at: index).low, skipped: superseded?.count ?? 0)
            }
        }

        /// The place after another, which must not be the end.
        public func index(after index: Index) -> Index {
            switch base {
            case .built: Index(place: index.place + 1, skipped: 0)
            case .parsed(let document, _, _):
                counting(from: Index(place: document.index(after: index.place + 1), skipped: index.skipped))
            }
        }

        /// The first place from `index` on whose member counts.
        private func counting(from index: Index) -> Index {
            guard case .parsed(let document, _, let superseded?) = base else { return index }
            var index = index
            while index.skipped < superseded.count, superseded[index.skipped] == index.place {
                index = Index(place: document.index(after: index.place + 1), skipped: index.skipped + 1)
            }
            return index
        }

        /// The member at a place, which must not be the end.
        public subscript(index: Index) -> Element {
            switch base {
            case .built(let object): (object.keys[index.place], object.values[index.place])
            case .parsed(let document, _, _):
                (document.string(at: index.place), JSON(document, at: index.place + 1))
            }
        }

        /// The value of a key, or nil where the object has no such key.
        public subscript(key: String) -> JSON? {
            switch base {
            case .built(let object): object[key]
            case .parsed(let document, let index, _):
                document.value(forKey: key, inObjectAt: index).map { JSON(document, at: $0) }
            }
        }

        /// Goes through the members.
        public struct Iterator: IteratorProtocol {
            private let base: Base
            private var place: Int
            private let end: Int
            private var skipped = 0

            init(_ base: consuming Base) {
                switch base {
                case .built(let object):
                    place = 0
                    end = object.keys.count
                case .parsed(let document, let index, _):
                    place = index + 1
                    end = document.word(at: index).low
                }
                self.base = base
            }

            /// The next member, or nil after the last.
            public mutating func next() -> Element? {
                switch base {
                case .built(let object):
                    guard place < end else { return nil }
                    let index = place
                    place = index &+ 1
                    return (object.keys[index], object.values[index])
                case .parsed(let document, _, let superseded):
                    if let superseded {
                        while skipped < superseded.count, superseded[skipped] == place {
                            skipped += 1
                            place = document.index(after: place &+ 1)
                        }
                    }
                    guard place < end else { return nil }
                    let key = place
                    place = document.index(after: key &+ 1)
                    return (document.string(at: key), JSON(document, at: key &+ 1))
                }
            }
        }

        /// Goes through the members.
        public consuming func makeIterator() -> Iterator { Iterator(base) }

        /// The keys in order.
        public var keys: some Collection<String> { lazy.map(\.key) }

        /// The values in order.
        public var values: some Collection<JSON> { lazy.map(\.value) }
    }
}
