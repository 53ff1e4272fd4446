import Mimeograph

/// A note about a value that a printer of texts needs, because its words do not say it. It precedes the value, as an extension.
package enum TextNote: UInt64 {
    /// A `Set`: the order of its elements has no meaning.
    case set
    /// A `Dictionary`: the order of its members has no meaning. It is a list of keys and values if the keys are not names.
    case dictionary
    /// An empty list of a type of the program. Unlike an array, a decoder does not make it from a missing value.
    case own
    /// A value that was built exactly as it is written: its members may share a name.
    case verbatim
    /// A value whose `encode(to:)` wrote nothing.
    case unwritten
}

/// The note for the values of a type.
enum TypeNote {
    case set, dictionary, own, optional, none

    init(_ type: any Any.Type) {
        switch type {
        case is any AnySet.Type: self = .set
        case is any AnyDictionary.Type: self = .dictionary
        case is any EmptyDecodable.Type: self = type is any TreeEncodableOptional.Type ? .optional : .none
        default: self = .own
        }
    }
}

private protocol AnySet {}
extension Set: AnySet {}

private protocol AnyDictionary {}
extension Dictionary: AnyDictionary {}

private protocol TreeEncodableOptional {}
extension Optional: TreeEncodableOptional {}

// Only formats of texts have notes; see ``TextRules``.
extension TreeEncodingContext {
    /// Writes a value of any type, whose kind is known, with its note.
    @inline(never)
    func textElement<T: Encodable>(_ value: T, _ kind: EncodableKind) throws {
        switch kind {
        case .plain, .composite: break
        default: return try typedElement(value, kind)
        }
        let note = typeNote(of: T.self)
        let start = state.words.count
        switch note {
        case .set: append(TapeWord(.extended), TextNote.set.rawValue)
        case .dictionary: append(TapeWord(.extended), TextNote.dictionary.rawValue)
        case .own, .optional, .none: break
        }
        try typedElement(value, kind)
        switch note {
        case .set, .dictionary: endNote(from: start)
        case .own: noteOwn(from: start)
        case .optional:
            // An optional of an empty list is decoded as nil, whatever the type of the list is.
            if self.note(at: start) == .own { writeEmptyList(at: start) }
        case .none: break
        }
    }

    private func typeNote(of type: any Any.Type) -> TypeNote {
        if let known = state.notes.kind(of: ObjectIdentifier(type)) { return known }
        let note = TypeNote(type)
        state.notes.remember(note, of: ObjectIdentifier(type))
        return note
    }

    private func note(at start: Int) -> TextNote? {
        guard start + 1 < state.words.count, TapeWord(bits: state.words[start]).has(.extended) else { return nil }
        return TextNote(rawValue: state.words[start + 1])
    }

    private func endNote(from start: Int) {
        state.words[start] =
            TapeWord(.extended, payload: TapeWord.Extension.note.rawValue, offset: state.words.count).bits
    }

    /// Adds the note for an empty list that a type of the program has written.
    private func noteOwn(from start: Int) {
        let list = note(at: start) == .set ? start + 2 : start
        guard state.words.count == list + 1, TapeWord(bits: state.words[list]).isArray else { return }
        state.words.removeLast(to: start)
        append(TapeWord(.extended), TextNote.own.rawValue)
        writeEmptyList(at: start + 2)
        endNote(from: start)
    }

    /// Writes the result for a value that wrote nothing: an empty field in a row, otherwise an empty object.
    @inline(never)
    func appendNothing() {
        // A row has at least one field.
        if textShape == .rows, state.top.start > 0 { return append(TapeWord(.null)) }
        append(.object, count: 0, note: textShape == .nested ? .unwritten : nil) {}
    }

    private func writeEmptyList(at start: Int) {
        state.words.removeLast(to: start)
        append(TapeWord(.array, offset: start + 1))
    }
}

// MARK: - Values that write themselves as a whole

extension TreeEncodingContext {
    /// Lets a value write itself to the tape, if the encoder belongs to the format.
    ///
    /// - Returns: Whether the encoder belongs to the format.
    package static func write<T>(
        _ value: T,
        to encoder: any Encoder,
        of format: TreeFormat,
        _ write: (TreeEncodingContext) throws -> Void
    ) throws -> Bool {
        guard let encoder = encoder as? TreeEncoder, encoder.context.format === format else { return false }
        try encoder.begin(value)
        let mark = encoder.context.mark()
        do {
            try write(encoder.context)
        } catch {
            encoder.context.restore(mark)
            throw error
        }
        encoder.context.state.top.container = .single
        return true
    }

    /// Writes a container.
    ///
    /// - Parameters:
    ///   - tag: Whether it is an array or an object.
    ///   - count: The number of its elements or members.
    ///   - note: The note about it.
    ///   - contents: Writes the elements, or the names and values.
    package func append(
        _ tag: TapeWord.Tag,
        count: Int,
        note: TextNote? = nil,
        _ contents: () throws -> Void
    ) rethrows {
        let start = state.words.count
        if let note { append(TapeWord(.extended), note.rawValue) }
        let container = state.words.count
        begin()
        try contents()
        end(tag, from: container, count: count)
        if note != nil { endNote(from: start) }
    }

    /// Writes the name of a member, before its value.
    package func writeName(_ name: String) { append(state.content.word(ofName: name)) }
}
