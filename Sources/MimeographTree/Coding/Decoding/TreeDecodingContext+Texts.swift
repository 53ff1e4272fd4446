import Mimeograph

// Texts as scalars and as lists; see ``TextRules``. Nothing here runs for a format that has typed scalars.

// MARK: - Scalars

extension TreeDecodingContext {
    /// The index of the scalar that a list is, too: the last text of a repeated name, or the only field of a row. The index itself, if there
    /// is no list; nil if the list is no scalar.
    func scalarIndex(_ index: Int) -> Int? {
        guard view.word(at: index).has(.extended) else { return index }
        if textShape == .nested { return view.word(at: index + 2).isObject ? nil : index + 2 }
        guard let fields = otherArray(at: index, orText: false), fields.count == 1 else { return nil }
        return view.resolved(fields.start)
    }

    /// The bytes of the text at an index; nil if there is none.
    @inline(__always)
    private func bytes(at index: Int) -> UnsafeBufferPointer<UInt8>? {
        let word = view.word(at: index)
        guard word.has(.string), view.hasBytes(of: word) else { return unsafe bytesOfList(at: index, word) }
        // SAFETY: so many bytes are there, as long as the context reads them.
        return unsafe UnsafeBufferPointer(
            start: view.bytes.baseAddress.map { unsafe $0 + word.offset },
            count: word.payload
        )
    }

    @inline(never)
    private func bytesOfList(at index: Int, _ word: TapeWord) -> UnsafeBufferPointer<UInt8>? {
        guard word.has(.extended), let scalar = scalarIndex(index), view.has(.string, at: scalar) else { return nil }
        return unsafe bytes(at: scalar)
    }

    /// The text that is not a plain one: that of a list, or of null.
    func textString(at index: Int, _ word: TapeWord) -> String? {
        if word.has(.extended) { return scalarIndex(index).flatMap { string(at: $0) } }
        // Behind the end there is no row any more.
        return unsafe textShape == .rows && word.has(.null) && index < view.words.count ? "" : nil
    }

    @inline(__always)
    func textInteger<I: FixedWidthInteger>(_ type: I.Type, at index: Int) -> I? {
        guard let text = unsafe bytes(at: index), let first = text.baseAddress else { return nil }
        return unsafe TextNumber.integer(type, first, text.count)
    }

    @inline(never)
    func textBoolean(at index: Int) -> Bool? {
        guard let text = unsafe bytes(at: index) else { return nil }
        return unsafe format.texts?.boolean(Span(_unsafeElements: text))
    }

    @inline(__always)
    func textDouble(at index: Int) -> Double? {
        guard let text = unsafe bytes(at: index), let first = text.baseAddress else { return nil }
        return unsafe TextNumber.double(first, text.count)
    }

    func textFloat(at index: Int) -> Float? {
        guard let text = unsafe bytes(at: index), let first = text.baseAddress else { return nil }
        return unsafe TextNumber.float(first, text.count)
    }

    /// Calls `body` with the bytes of the text at an index.
    func withText<Result>(at index: Int, _ body: (Span<UInt8>) -> Result?) -> Result? {
        guard let text = unsafe bytes(at: index) else { return nil }
        return unsafe body(Span(_unsafeElements: text))
    }

    // MARK: Nil

    /// Whether a list is null, as its scalar is.
    func isNullList(_ index: Int) -> Bool { scalarIndex(index).map { view.has(.null, at: $0) } ?? false }

    /// Whether a value that is not null is nil for an optional of a type.
    @inline(never)
    func isNilText<Wrapped>(_ word: TapeWord, at index: Int, for type: Wrapped.Type) -> Bool {
        switch word.tag {
        case .string:
            if word.payload > 0 || Wrapped.self == String.self { return false }
            // Where an empty field is a text, a field that is not even quoted stands at 0, and is nil for what is no text.
            return CodingScalar.refusesEmptyText(type)
                || textShape == .rows && word.offset == 0 && !(type is any RawRepresentable.Type)
        case .extended:
            guard let scalar = scalarIndex(index) else { return false }
            let word = view.word(at: scalar)
            // Each null of a repeated name is an element, unless a scalar is wanted.
            if textShape == .nested, word.has(.null) {
                return Wrapped.self == String.self || CodingScalar.refusesEmptyText(type)
            }
            return word.has(.null) || isNilText(word, at: scalar, for: type)
        // Nothing is written for nil at the root.
        case .object: return textShape == .nested && word.payload == 0
        default: return false
        }
    }

    /// What a type makes of a name that is missing; nil if that is an error.
    func nothing<T>(_ type: T.Type) -> T? {
        guard textShape == .nested, let type = type as? any EmptyDecodable.Type else { return nil }
        return type.nothing as? T
    }

    /// Whether an empty field is found where a type is expected that has no empty text.
    func isEmptyField(at index: Int, for type: any Any.Type) -> Bool {
        guard textShape == .rows, type != String.self, let scalar = scalarIndex(index) else { return false }
        let word = view.word(at: scalar)
        return word.has(.null) || word.has(.string) && word.payload == 0
    }
}

// MARK: - Containers

extension TreeDecodingContext {
    /// The array that a value is, too; nil if it is none.
    ///
    /// - Parameter orText: Whether a text is a list of one. Its word is the only element.
    @inline(never)
    func otherArray(at index: Int, orText: Bool) -> TapeExtent? {
        guard let textShape else { return nil }
        let word = view.word(at: index)
        if word.has(.extended) { return view.array(at: Int(truncatingIfNeeded: view.bits(at: index + 1))) }
        if textShape == .rows { return nil }
        // A form without fields is a list of nothing, too.
        if word.has(.null) || word.isObject && word.payload == 0 {
            return TapeExtent(start: index, end: index, count: 0)
        }
        // A type may ask for lists of lists without end.
        guard orText, word.has(.string), path.count < CodingContainer.maximumDepth else { return nil }
        return TapeExtent(start: index, end: index + 1, count: 1)
    }

    /// The members that a value is, too; nil if it is none.
    @inline(never)
    func otherMembers(at index: Int) -> TapeExtent? {
        guard let textShape else { return nil }
        let word = view.word(at: index)
        if word.has(.extended) { return view.object(at: index + 2) }
        return textShape == .nested && word.has(.null) ? TapeExtent(start: index, end: index, count: 0) : nil
    }

    /// The index of the object that a value is, too; the index itself if it is none. Null is an object of nothing.
    func objectOfTexts(at index: Int) -> Int {
        view.word(at: index).has(.extended) && view.word(at: index + 2).isObject ? index + 2 : index
    }

    /// A value of a type that reads itself.
    ///
    /// A type of the program may ask for elements and nothing else, and a list of one is written as one text. So a text is a list if its
    /// type failed because it is none. A type that asks for elements only to see if there are any, and takes a text then, does not fail.
    @inline(never)
    func textValue<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        if isRow(at: index), !hasColumnNames, let dictionary = type as? any NamedMembers.Type, dictionary.haveNames {
            throw noObject(at: index, path: path.steps)
        }
        // An enumeration, as in `plainValue`; its text may be that of a list.
        if MemoryLayout<T>.size <= 2, let scalar = scalarIndex(index), view.word(at: scalar).isString {
            try checkComparable(at: scalar)
        }
        let outer = loneText
        loneText = -1
        defer { loneText = outer }
        do {
            return try T(from: decoder(at: index))
        } catch {
            guard textShape == .nested, isRefusal(error, ofTextAt: index) else { throw error }
        }
        loneText = index
        return try T(from: decoder(at: index))
    }

    /// Whether an error says that no elements were found in the text to which the path leads, and nothing else was found wrong since.
    ///
    /// The elements of a lone text are at its own index, so the path tells a refusal by the type itself from one by an element.
    private func isRefusal(_ error: any Error, ofTextAt index: Int) -> Bool {
        guard view.has(.string, at: index), let failure = (root ?? self).lastFailure, failure.location == index,
            case .typeMismatch(let type, let context)? = error as? DecodingError
        else { return false }
        return type == [Any].self && context.codingPath.count == path.count
            && path.count < CodingContainer.maximumDepth
            && context.debugDescription.hasSameBytes(as: failure.description)
    }
}
