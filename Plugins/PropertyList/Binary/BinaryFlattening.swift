import Mimeograph
import MimeographTree

/// A run that follows the references of a binary property list from its root, and writes the tape.
///
/// It does not recurse: unfinished containers are on a stack. While a container is on the stack, its object's word is a shared
/// one with a payload of 1, so that a reference to it is recognized as a cycle. Afterwards it is a shared word, which every
/// further reference repeats. The values that such a reference represents are counted, because a few bytes of nested references
/// can represent more values than any machine holds.
struct BinaryFlattening {
    /// The limits of the whole list as if nothing were shared.
    struct Limits {
        let depth: Int
        let elements: Int
        /// The bytes of strings, keys and data; at least as many as the body has.
        let bytes: Int
        /// The bytes that further references to containers may represent; see ``BinaryFlattening/sizeOfElement``.
        let repeatedBytes: Int

        init(_ limits: DecodingLimits, bodySize: Int) {
            depth = limits.depth
            elements = limits.elements
            bytes = max(limits.outputBytes, bodySize)
            let (allowed, overflows) = bodySize.multipliedReportingOverflow(by: limits.expansionRatio)
            repeatedBytes = overflows ? .max : max(Limits.exemptBytes, allowed)
        }

        /// The same number as for content codings.
        private static let exemptBytes = 64 << 10
    }

    /// The bytes that each element counts for in a further reference to a container, besides its content: about the size of the
    /// shortest element in XML.
    static let sizeOfElement = 16

    /// An unfinished container.
    struct Frame {
        /// The offset of the next reference to a key; -1 in an array.
        var key: Int
        /// The offset of the next reference to a value.
        var value: Int
        var remaining: Int
        /// The number of elements written.
        var count = 0
        let object: Int
        /// The index of its word on the tape.
        let index: Int
    }

    let bytes: PropertyListBytes
    let trailer: BinaryTrailer
    let objects: PropertyListTape
    let tape: PropertyListTape
    let stripping: PropertyListNullStripping
    let limits: Limits
    private(set) var frames: [Frame] = []
    private(set) var used = 0
    private(set) var elements = 0
    private(set) var contentBytes = 0
    private(set) var repeatedBytes = 0
    private(set) var shared = SharedContainers()

    /// Writes the tape, and returns the number of its words.
    mutating func run() throws(PropertyListParseError) -> Int {
        try count(1, at: 8)
        guard objects[trailer.root].isContainer else {
            append(value: objects[trailer.root])
            return used
        }
        var frame = try open(trailer.root)
        while true {
            if frame.remaining == 0 {
                close(frame)
                guard let outer = frames.popLast() else { return used }
                frame = outer
                continue
            }
            frame.remaining &-= 1
            let reference = frame.value
            let object = try object(referredToAt: reference)
            frame.value &+= trailer.referenceSize
            let word = objects[object]
            if word.tag == .null, strips(inDictionary: frame.key >= 0) {
                if frame.key >= 0 { _ = try key(of: &frame) }
                continue
            }
            if frame.key >= 0 {
                // Keys count too: code that decodes or writes the list creates a string for each.
                let key = try key(of: &frame)
                try add(contentBytes: key.payload, at: reference)
                append(key)
            }
            frame.count &+= 1
            try count(1, at: reference)
            switch word.tag {
            case .array, .object:
                frames.append(frame)
                frame = try open(object)
            case .shared: try append(shared: word, at: reference)
            case .string, .wideString, .data:
                try add(contentBytes: word.payload, at: reference)
                append(word)
            default: append(value: word)
            }
        }
    }

    private func strips(inDictionary: Bool) -> Bool {
        switch stripping {
        case .keep: false
        case .dictionaryMembers: inDictionary
        case .dictionaryMembersAndArrayElements: true
        }
    }

    @inline(__always)
    private func object(referredToAt offset: Int) throws(PropertyListParseError) -> Int {
        let reference = bytes.bigEndian(at: offset) &>> trailer.referenceShift
        guard reference < UInt64(truncatingIfNeeded: objects.capacity) else {
            throw PropertyListParseError(
                .syntax,
                "A container refers to an object that is not in the offset table.",
                at: offset
            )
        }
        return Int(truncatingIfNeeded: reference)
    }

    @inline(__always)
    private func key(of frame: inout Frame) throws(PropertyListParseError) -> TapeWord {
        let word = objects[try object(referredToAt: frame.key)]
        guard word.isString else {
            throw PropertyListParseError(.syntax, "A key of a dictionary is not a string.", at: frame.key)
        }
        frame.key &+= trailer.referenceSize
        return word
    }

    private mutating func open(_ object: Int) throws(PropertyListParseError) -> Frame {
        let word = objects[object]
        if frames.count >= limits.depth { throw .depth(at: word.offset) }
        let isDictionary = word.tag == .object
        let frame = Frame(
            key: isDictionary ? word.offset : -1,
            value: isDictionary ? word.offset &+ word.payload &* trailer.referenceSize : word.offset,
            remaining: word.payload,
            object: object,
            index: used
        )
        objects[object] = TapeWord(.shared, payload: 1, offset: used)
        append(word)
        return frame
    }

    private mutating func close(_ frame: Frame) {
        tape[frame.index] = TapeWord(frame.key < 0 ? .array : .object, payload: frame.count, offset: used)
        objects[frame.object] = TapeWord(.shared, offset: frame.index)
    }

    @inline(__always)
    private mutating func append(_ word: TapeWord) {
        // There is room: each reference is written only once, because each container is.
        tape[used] = word
        used &+= 1
    }

    /// Writes a value that is not a container. For some kinds, the object's word holds only the offset of the value.
    private mutating func append(value word: TapeWord) {
        switch word.tag {
        case .int64, .uint64, .double, .date:
            var bits = bytes.bigEndian(at: word.offset)
            if word.payload == 4 {
                bits = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits &>> 32))).bitPattern
            }
            append(TapeWord(word.tag, offset: word.offset))
            tape[bits: used] = bits
            used &+= 1
        case .extended:
            append(TapeWord(.extended, payload: TapeWord.Extension.uid.rawValue, offset: used + 2))
            tape[bits: used] = UInt64(word.offset)
            used &+= 1
        default: append(word)
        }
    }

    private mutating func append(shared word: TapeWord, at offset: Int) throws(PropertyListParseError) {
        if word.payload == 1 {
            throw PropertyListParseError(
                .syntax,
                "A container holds itself, by way of the references in it.",
                at: offset
            )
        }
        let measure = shared.measure(word.offset, on: tape)
        if frames.count + 1 + measure.depth > limits.depth { throw .depth(at: offset) }
        try count(measure.elements, at: offset)
        try add(contentBytes: measure.contentBytes, at: offset)
        try add(repeated: measure, at: offset)
        append(word)
    }

    /// No known writer puts one container into several others. So a list that represents many more bytes than it has is an attack
    /// on code that walks through the value, or writes it in another form.
    private mutating func add(repeated measure: SharedContainers.Measure, at offset: Int) throws(PropertyListParseError)
    {
        let (structure, overflows) = (measure.elements &+ 1).multipliedReportingOverflow(by: Self.sizeOfElement)
        let (size, overflowsToo) = structure.addingReportingOverflow(measure.contentBytes)
        let (sum, overflowsAtLast) = repeatedBytes.addingReportingOverflow(size)
        if overflows || overflowsToo || overflowsAtLast {
            if limits.repeatedBytes < .max { throw .ratio(at: offset) }
            repeatedBytes = .max
            return
        }
        if sum > limits.repeatedBytes { throw .ratio(at: offset) }
        repeatedBytes = sum
    }

    @inline(__always)
    private mutating func count(_ more: Int, at offset: Int) throws(PropertyListParseError) {
        // Neither is above the limit, but the limit may be the largest integer.
        let (sum, overflows) = elements.addingReportingOverflow(more)
        if overflows || sum > limits.elements { throw .elements(at: offset) }
        elements = sum
    }

    @inline(__always)
    private mutating func add(contentBytes more: Int, at offset: Int) throws(PropertyListParseError) {
        let (sum, overflows) = contentBytes.addingReportingOverflow(more)
        if overflows || sum > limits.bytes { throw .expansion(at: offset) }
        contentBytes = sum
    }
}
