extension PropertyList {
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
    /// Going from one to the next takes constant time, whatever they hold. To find the n-th of an array that was read
    /// takes time proportional to n, so iterate rather than count.
    public struct Elements: Collection, Sendable {
        enum Base: Sendable {
            case built([PropertyList])
            case parsed(PropertyListDocument, Int)
        }

        let base: Base

        /// A place in an array.
        public struct Index: Comparable, Hashable, Sendable {
            /// Of the element, counted from 0.
            public let offset: Int
            /// Of its word, in an array that was read.
            let place: Int

            /// Whether the left one comes first.
            public static func < (left: Index, right: Index) -> Bool { left.offset < right.offset }
        }

        /// The number of elements.
        public var count: Int {
            switch base {
            case .built(let elements): return elements.count
            case .parsed(let document, let index): return document.word(at: index).aux
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
        public subscript(index: Index) -> PropertyList {
            switch base {
            case .built(let elements): elements[index.offset]
            case .parsed(let document, _): PropertyList(document, at: index.place)
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
            public mutating func next() -> PropertyList? {
                guard place < end else { return nil }
                let index = place
                switch base {
                case .built(let elements):
                    place = index &+ 1
                    return elements[index]
                case .parsed(let document, _):
                    place = document.index(after: index)
                    return PropertyList.light(document, at: index)
                }
            }
        }

        /// Goes through the elements.
        public consuming func makeIterator() -> Iterator { Iterator(base) }

        /// The element that has this many before it, or nil where there are not that many.
        func element(at offset: Int) -> PropertyList? {
            guard offset >= 0, offset < count else { return nil }
            switch base {
            case .built(let elements): return elements[offset]
            case .parsed(let document, let index):
                var place = index + 1
                for _ in 0..<offset { place = document.index(after: place) }
                return PropertyList(document, at: place)
            }
        }
    }

    /// The value at an index of a document. What its word holds wholly becomes a value of its own, which is cheaper than to
    /// hold the document.
    @inline(__always)
    static func light(_ document: PropertyListDocument, at index: Int) -> PropertyList {
        let word = document.word(at: index)
        switch word.tag {
        case .false: return PropertyList(storage: .boolean(false))
        case .true: return PropertyList(storage: .boolean(true))
        case .smallInteger: return PropertyList(storage: .integer(word.smallInteger))
        case .real, .singleReal: return PropertyList(storage: .real(document.real(of: word)))
        case .date: return PropertyList(storage: .date(document.real(of: word)))
        default: return PropertyList(document, at: index)
        }
    }
}
