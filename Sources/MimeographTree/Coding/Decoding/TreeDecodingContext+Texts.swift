import Mimeograph

// Texts as scalars and as lists; see ``TextRules``. Nothing here runs for a format with typed scalars.

// MARK: - Scalars

extension TreeDecodingContext {
    /// Returns the index of the scalar that a list also counts as: the last text of a repeated name, or the only field of a row.
    /// Returns the index itself if the value is not a list, and nil if the list is not a scalar.
    func scalarIndex(_ index: Int) -> Int? {
        guard view.word(at: index).has(.extended) else { return index }
        if textShape == .nested { return view.word(at: index + 2).isObject ? nil : index + 2 }
        guard let fields = otherArray(at: index, orText: false), fields.count == 1 else { return nil }
        return view.resolved(fields.start)
    }

    /// Returns the bytes of the text at an index; nil if there is none.
    @inline(__always)
    private func bytes(at index: Int) -> UnsafeBufferPointer<UInt8>? {
        let word = view.word(at: index)
        guard word.has(.string), view.hasBytes(of: word) else { return unsafe bytesOfList(at: index, word) }
        // SAFETY: the text has that many bytes, which are valid as long as the context reads them.
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

    /// Returns the text of a list or of null.
    func textString(at index: Int, _ word: TapeWord) -> String? {
        if word.has(.extended) { return scalarIndex(index).flatMap { string(at: $0) } }
        // An index past the end is not in a row.
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

    /// Whether the scalar of a list is null.
    func isNullList(_ index: Int) -> Bool { scalarIndex(index).map { view.has(.null, at: $0) } ?? false }

    /// Whether a value that is not null is nil for an optional of a type.
    @inline(never)
    func isNilText<Wrapped>(_ word: TapeWord, at index: Int, for type: Wrapped.Type) -> Bool {
        switch word.tag {
        case .string:
            if word.payload > 0 || Wrapped.self == String.self { return false }
            // If an empty field is a text, an unquoted empty field has the offset 0. It is nil for a type that is not a text.
            return CodingScalar.refusesEmptyText(type)
                || textShape == .rows && word.offset == 0 && !(type is any RawRepresentable.Type)
        case .extended:
            guard let scalar = scalarIndex(index) else { return false }
            let word = view.word(at: scalar)
            // Each null of a repeated name is an element, unless a scalar is requested.
            if textShape == .nested, word.has(.null) {
                return Wrapped.self == String.self || CodingScalar.refusesEmptyText(type)
            }
            return word.has(.null) || isNilText(word, at: scalar, for: type)
        // Nil at the root is written as nothing.
        case .object: return textShape == .nested && word.payload == 0
        default: return false
        }
    }

    /// Returns the empty value of a type for a missing name; nil if a missing name is an error.
    func nothing<T>(_ type: T.Type) -> T? {
        guard textShape == .nested, let type = type as? any EmptyDecodable.Type else { return nil }
        return type.nothing as? T
    }

    /// Whether the value at an index is an empty field, but the expected type is not `String`.
    func isEmptyField(at index: Int, for type: any Any.Type) -> Bool {
        guard textShape == .rows, type != String.self, let scalar = scalarIndex(index) else { return false }
        let word = view.word(at: scalar)
        return word.has(.null) || word.has(.string) && word.payload == 0
    }
}

// MARK: - Containers

extension TreeDecodingContext {
    /// Returns the array that the value can also be read as; nil if it cannot be read as an array.
    ///
    /// - Parameter orText: Whether a text counts as a list of one. The word of the text is then the only element.
    @inline(never)
    func otherArray(at index: Int, orText: Bool) -> TapeExtent? {
        guard let textShape else { return nil }
        let word = view.word(at: index)
        if word.has(.extended) { return view.array(at: Int(truncatingIfNeeded: view.bits(at: index + 1))) }
        if textShape == .rows { return nil }
        // Null and an object without members (a form without fields) are also empty lists.
        if word.has(.null) || word.isObject && word.payload == 0 {
            return TapeExtent(start: index, end: index, count: 0)
        }
        // Without the limit, a type could request lists of lists without end.
        guard orText, word.has(.string), path.count < CodingContainer.maximumDepth else { return nil }
        return TapeExtent(start: index, end: index + 1, count: 1)
    }

    /// Returns the members of the object that the value can also be read as; nil if it cannot be read as an object.
    @inline(never)
    func otherMembers(at index: Int) -> TapeExtent? {
        guard let textShape else { return nil }
        let word = view.word(at: index)
        if word.has(.extended) { return view.object(at: index + 2) }
        return textShape == .nested && word.has(.null) ? TapeExtent(start: index, end: index, count: 0) : nil
    }

    /// Returns the index of the object that the value can also be read as; otherwise the index itself. Null is an empty object.
    func objectOfTexts(at index: Int) -> Int {
        view.word(at: index).has(.extended) && view.word(at: index + 2).isObject ? index + 2 : index
    }

    /// Decodes a value of a type that reads itself.
    ///
    /// A type of the program may request elements and nothing else, and a list of one is written as one text. So a text is
    /// decoded again as a list if its type failed because it was not one. A type that requests elements only to see if there are
    /// any, and then reads a text, does not fail.
    @inline(never)
    func textValue<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        if isRow(at: index), !hasColumnNames, let dictionary = type as? any NamedMembers.Type, dictionary.haveNames {
            throw noObject(at: index, path: path.steps)
        }
        // An enumeration, as in `plainValue`; its text may be in a list.
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

    /// Whether an error says that the text at the end of the path has no elements, and no other failure has occurred since.
    ///
    /// The elements of a lone text have its own index. So the path shows whether the type itself threw the error, or an element.
    private func isRefusal(_ error: any Error, ofTextAt index: Int) -> Bool {
        guard view.has(.string, at: index), let failure = (root ?? self).lastFailure, failure.location == index,
            case .typeMismatch(let type, let context)? = error as? DecodingError
        else { return false }
        return type == [Any].self && context.codingPath.count == path.count
            && path.count < CodingContainer.maximumDepth
            && context.debugDescription.hasSameBytes(as: failure.description)
    }
}
