extension JSON {
    /// The elements, where it is an array; else nil.
    public var array: Elements? {
        switch storage {
        case .array(let elements): return Elements(base: .built(elements))
        case .parsed(let document, let index):
            guard document.word(at: index).tag == .array else { return nil }
            return Elements(base: .parsed(document, index))
        default: return nil
        }
    }

    /// The elements of an array, read while they are asked for.
    ///
    /// Going from one to the next takes constant time, whatever they hold. To find the n-th of a parsed array takes time
    /// proportional to n, so iterate rather than count.
    public struct Elements: Collection, Sendable {
        enum Base: Sendable {
            case built([JSON])
            case parsed(JSONDocument, Int)
        }

        let base: Base

        /// A place in an array.
        public struct Index: Comparable, Hashable, Sendable {
            /// Of the element, counted from 0.
            public let offset: Int
            /// Of its word, in a parsed array.
            let place: Int

            /// Whether the left one comes first.
            public static func < (left: Index, right: Index) -> Bool { left.offset < right.offset }
        }

        /// The number of elements.
        public var count: Int {
            switch base {
            case .built(let elements): return elements.count
            case .parsed(let document, let index): return document.count(ofContainerAt: index)
            }
        }

        /// The place of the first element.
        public var startIndex: Index {
            switch base {
            case .built: Index(offset: 0, place: 0)
            case .parsed(_, let index): Index(offset: 0, place: index + 1)
            }
        }

        /// The place after the last element.
        public var endIndex: Index {
            switch base {
            case .built(let elements): Index(offset: elements.count, place: 0)
            case .parsed(let document, let index): Index(offset: count, place: document.word(at: index).low)
            }
        }

        /// The place after another, which must not be the end.
        public func index(after index: Index) -> Index {
            switch base {
            case .built: Index(offset: index.offset + 1, place: 0)
            case .parsed(let document, _): Index(offset: index.offset + 1, place: document.index(after: index.place))
            }
        }

        /// The element at a place, which must not be the end.
        public subscript(index: Index) -> JSON {
            switch base {
            case .built(let elements): elements[index.offset]
            case .parsed(let document, _): JSON(document, at: index.place)
            }
        }

        /// Goes through the elements.
        public struct Iterator: IteratorProtocol {
            private let base: Base
            private var place: Int
            private let end: Int

            init(_ base: consuming Base) {
                switch base {
                case .built(let elements):
                    place = 0
                    end = elements.count
                case .parsed(let document, let index):
                    place = index + 1
                    end = document.word(at: index).low
                }
                self.base = base
            }

            /// The next element, or nil after the last.
            public mutating func next() -> JSON? {
                guard place < end else { return nil }
                let index = place
                let storage: Storage
                switch base {
                case .built(let elements):
                    place = index &+ 1
                    return elements[index]
                case .parsed(let document, _):
                    // What its word holds wholly becomes a value of its own, which is cheaper than to hold the document.
                    let word = document.word(at: index)
                    switch word.tag {
                    case .null: storage = .null
                    case .false: storage = .boolean(false)
                    case .true: storage = .boolean(true)
                    case .smallInteger: storage = .integer(word.smallInteger)
                    default:
                        place = document.index(after: index)
                        return JSON(document, at: index)
                    }
                    place = index &+ 1
                    return JSON(storage: storage)
                }
            }
        }

        /// Goes through the elements.
        public consuming func makeIterator() -> Iterator { Iterator(base) }

        /// The element that has this many before it, or nil where there are not that many.
        func element(at offset: Int) -> JSON? {
            guard offset >= 0, offset < count else { return nil }
            switch base {
            case .built(let elements): return elements[offset]
            case .parsed(let document, let index):
                var place = index + 1
                for _ in 0..<offset { place = document.index(after: place) }
                return JSON(document, at: place)
            }
        }
    }
}
