import Mimeograph
import MimeographTree

/// A writer that turns the tape of a value into pairs.
///
/// The name of a value grows at each level, and is escaped when the value is written. For
/// `["a": ["b": 1, "c": [2]]]`:
/// ```
/// key   a      a[b]             a[c]   a[c][]
/// text         a%5Bb%5D=1              a%5Bb%5D=1&a%5Bc%5D%5B%5D=2
/// ```
/// The recursion is as deep as the tree, whose depth the encoder limits to ``QueryEncoder/maximumDepth``.
struct QueryWriter: ~Copyable {
    private let options: QueryEncoder
    private let keepsKeys: Bool
    private var text: QueryText
    /// The name of the next value, without escapes.
    private var key: [UInt8] = []
    /// The parts of the text that belong to the values of one container; see ``write(_:)``.
    private var segments: [Range<Int>] = []

    init(_ options: QueryEncoder, capacity: Int = 256) {
        self.options = options
        if case .useDefaultKeys = options.keys { keepsKeys = true } else { keepsKeys = false }
        text = QueryText(
            capacity: capacity,
            allowed: options.allowedCharacters,
            spacesArePluses: options.spaces == .plusReplaced
        )
    }

    /// Returns the written text and leaves the writer empty.
    mutating func finish() -> [UInt8] { text.finish() }

    // MARK: Pairs

    /// Writes one pair of strings.
    @inline(__always)
    mutating func write(_ name: String, _ value: String) {
        if text.count > 0 { text.append(UInt8(ascii: "&")) }
        if keepsKeys { escape(name) } else { escape(options.keys.apply(to: name)) }
        text.append(UInt8(ascii: "="))
        escape(value)
    }

    @inline(__always)
    private mutating func escape(_ string: String) { text.append(escaping: string) }

    // MARK: Values

    /// Writes the members at the root of a tape; returns false if the root is neither an object nor null.
    ///
    /// - Parameter repeatsNames: Whether members may share a name because a value was replaced.
    mutating func write(_ tape: TapeView, repeatsNames: Bool) -> Bool {
        let root = QueryNode(tape, at: 0)
        if root.word.has(.null) { return true }
        guard root.word.isObject else { return false }
        write(root.container(repeatsNames: repeatsNames, keepsNothing: options.marksNothing), of: tape, isRoot: true)
        return true
    }

    /// Writes the values of a container below the name in ``key``.
    ///
    /// A value that writes nothing leaves no trace, not even an `&`. If finished pairs are sorted, this records the part of the
    /// text for each value and sorts the parts at the end.
    private mutating func write(_ container: QueryContainer, of tape: TapeView, isRoot: Bool = false) {
        let start = text.count
        let firstSegment = segments.count
        let outer = key
        let sortsPairs = options.order == .sortedPairs
        let isNumbered = container.hasContainers || options.marksNothing && container.isOneNull
        let arrays = isNumbered ? options.arraysOfContainers ?? options.arrays : options.arrays
        for index in order(of: container, tape) {
            let value = container.values[index]
            let before = text.count
            if before > start { text.append(UInt8(ascii: "&")) }
            let segment = text.count
            switch container.kind {
            case .members: appendKey(container.names[index], of: tape, isRoot: isRoot)
            case .set where options.sets == .repeatedKey: break
            case .elements, .set: appendKey(index, arrays)
            }
            write(value, of: tape, in: container)
            if text.count == segment, options.marksNothing, marks(value, in: container) { writeKey() }
            key.removeAll(keepingCapacity: true)
            key += outer
            if text.count == segment {
                text.truncate(to: before)
            } else if sortsPairs {
                segments.append(segment..<text.count)
            }
        }
        if sortsPairs {
            sort(from: start, segments[firstSegment...])
            segments.removeLast(segments.count - firstSegment)
        }
    }

    /// Returns whether to write the name of a value that writes nothing, so that it is read back correctly.
    ///
    /// Without the name, later elements would move up, a dictionary would lose a key, and an enumeration case without a payload
    /// would disappear. A property that is nil, or an empty list or dictionary, needs no field.
    private func marks(_ value: QueryNode, in container: QueryContainer) -> Bool {
        if container.kind != .members || container.isUnordered { return true }
        return value.word.isObject ? value.note != .dictionary : value.note == .own
    }

    private mutating func write(_ value: QueryNode, of tape: TapeView, in container: QueryContainer) {
        let word = value.word
        switch word.tag {
        case .array, .object:
            let inner = value.container(repeatsNames: container.repeatsNames, keepsNothing: options.marksNothing)
            write(inner, of: tape)
        case .string where !options.endsLinesWithCRLF, .data:
            writeKey()
            text.append(UInt8(ascii: "="))
            unsafe tape.withBytes(of: word) { unsafe text.append(escaping: $0) }
        case .null:
            switch options.nulls {
            case .dropKey: break
            case .dropValue: writePair("")
            case .null: writePair("null")
            case .bareKey: writeKey()
            case .custom(let text): writePair(text)
            }
        default: if let text = scalar(value) { writePair(text) }
        }
    }

    /// Returns the text of a string, number or Boolean.
    private func scalar(_ value: QueryNode) -> String? {
        let word = value.word
        switch word.tag {
        case .string, .bigNumber: return value.tape.utf8String(of: word)
        case .true: return options.booleans == .numeric ? "1" : "true"
        case .false: return options.booleans == .numeric ? "0" : "false"
        case .smallInteger: return String(word.smallInteger)
        case .int64: return String(Int64(bitPattern: value.bits))
        case .uint64: return String(value.bits)
        case .double:
            let number = Double(bitPattern: value.bits)
            // The number was encoded from a four-byte `Float`.
            return word.offset == 4 ? fraction(Float(number)) : fraction(number)
        default: return nil
        }
    }

    /// Returns the text of a number. The standard library's description has the fewest digits that read back as the same number.
    private func fraction(_ value: some BinaryFloatingPoint & CustomStringConvertible) -> String {
        // All NaN values have the same text, whatever their sign.
        let text = value.isNaN ? "nan" : value.description
        return options.numbers == .shortest && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    @inline(__always)
    private mutating func writePair(_ value: String) {
        writeKey()
        text.append(UInt8(ascii: "="))
        if options.endsLinesWithCRLF { text.append(escaping: value.utf8WithLineEndsAsCRLF) } else { escape(value) }
    }

    @inline(__always)
    private mutating func writeKey() {
        if keepsKeys {
            text.append(escaping: key)
        } else {
            escape(options.keys.apply(to: String(decoding: key, as: UTF8.self)))
        }
    }

    // MARK: Names

    private mutating func appendKey(_ name: TapeWord, of tape: TapeView, isRoot: Bool) {
        if isRoot {
            unsafe tape.withBytes(of: name) { unsafe key.append(contentsOf: $0) }
            return
        }
        switch options.keyPaths {
        case .brackets:
            key.append(UInt8(ascii: "["))
            unsafe tape.withBytes(of: name) { unsafe key.append(contentsOf: $0) }
            key.append(UInt8(ascii: "]"))
        case .dots:
            key.append(UInt8(ascii: "."))
            unsafe tape.withBytes(of: name) { unsafe key.append(contentsOf: $0) }
        case .custom(let subkey): key += subkey(tape.utf8String(of: name)).utf8
        }
    }

    private mutating func appendKey(_ index: Int, _ notation: QueryEncoder.ArrayNotation) {
        switch notation {
        case .brackets: key += "[]".utf8
        case .noBrackets: break
        case .indexInBrackets: key += "[\(index)]".utf8
        case .custom(let name): key = Array(name(String(decoding: key, as: UTF8.self), index).utf8)
        }
    }

    // MARK: Order

    /// Returns the indices of the values in writing order.
    private func order(of container: QueryContainer, _ tape: TapeView) -> [Int] {
        let indices = Array(container.values.indices)
        switch container.kind {
        case .elements: return indices
        case .set:
            let texts = container.values.map { scalar($0).map { QueryKeyOrder.Key($0) } }
            return indices.sorted { one, other in
                switch (texts[one], texts[other]) {
                case (let first?, let second?): first == second ? one < other : first < second
                case (_?, nil): true
                case (nil, _?): false
                case (nil, nil): one < other
                }
            }
        case .members:
            // With `sortedPairs`, the finished pairs are sorted later.
            let isSorted = options.order == .sortedKeys || (container.isUnordered && options.order == .asWritten)
            guard isSorted else { return indices }
            let keys = container.names.map { QueryKeyOrder.Key(tape.utf8String(of: $0)) }
            return indices.sorted { one, other in
                keys[one] == keys[other] ? one < other : keys[one] < keys[other]
            }
        }
    }

    /// Sorts finished pairs by their bytes.
    private mutating func sort(from start: Int, _ segments: ArraySlice<Range<Int>>) {
        let inOrder = segments.enumerated().sorted { one, other in
            text.precedes(one.element, other.element)
                || (one.offset < other.offset && !text.precedes(other.element, one.element))
        }
        var sorted: [UInt8] = []
        sorted.reserveCapacity(text.count - start)
        for (index, segment) in inOrder.enumerated() {
            if index > 0 { sorted.append(UInt8(ascii: "&")) }
            sorted += text.bytes(segment.element)
        }
        text.truncate(to: start)
        text.append(sorted)
    }
}

extension QueryEncoder.KeyNotation {
    fileprivate func apply(to key: String) -> String {
        switch self {
        case .useDefaultKeys: key
        case .convertToSnakeCase: SnakeCase.snakeCase(key)
        case .convertToKebabCase: SnakeCase.snakeCase(key, separator: "-")
        case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
        case .uppercased: key.uppercased()
        case .lowercased: key.lowercased()
        case .custom(let convert): convert(key)
        }
    }
}

/// The order in which AFNetworking sorts names: the order of `NSString`'s `compare:`.
///
/// Case and numbers have no special meaning: `10 < 2 < B < _ < a`. Characters are compared by their decomposition, so `é` comes
/// before `f`.
enum QueryKeyOrder {
    /// A name that is prepared for comparisons.
    struct Key: Comparable {
        private let text: String
        /// The scalars of the decomposed text; nil if the text is ASCII.
        private let scalars: [Unicode.Scalar]?

        init(_ text: String) {
            self.text = text
            scalars = text.utf8.allSatisfy { $0 < 0x80 } ? nil : CanonicalDecomposition.scalars(of: text)
        }

        /// Returns whether both have the same decomposition.
        static func == (one: Key, other: Key) -> Bool {
            switch (one.scalars, other.scalars) {
            case (nil, nil): one.text.hasSameBytes(as: other.text)
            case (let one?, let other?): one == other
            default: false
            }
        }

        static func < (one: Key, other: Key) -> Bool {
            switch (one.scalars, other.scalars) {
            // The standard library compares ASCII strings by their bytes, which is fast.
            case (nil, nil): one.text < other.text
            case (let scalars?, nil): scalars.lexicographicallyPrecedes(other.text.unicodeScalars)
            case (nil, let scalars?): one.text.unicodeScalars.lexicographicallyPrecedes(scalars)
            case (let one?, let other?): one.lexicographicallyPrecedes(other)
            }
        }
    }
}
