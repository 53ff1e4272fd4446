import Mimeograph
import MimeographTree

/// What all contexts of one encoding share: the bytes that words point into, finished branches, and what is known of types.
final class PropertyListEncodingStore {
    let userInfo: [CodingUserInfoKey: Any]

    // Exempt from exclusivity checks as the contexts' states are.
    @exclusivity(unchecked) private var kinds = PropertyListTypeCache<PropertyListEncodableKind>()
    @exclusivity(unchecked) private var content: [UInt8] = []
    @exclusivity(unchecked) private var pool: [UInt64] = []
    /// Whether something was too large for a word; asked once, at the end.
    private(set) var isOverfull = false

    init(userInfo: [CodingUserInfoKey: any Sendable]) {
        self.userInfo = userInfo
        unsafe content.reserveCapacity(1_024)
    }

    /// What to do for a type.
    @inline(__always)
    func kind<T: Encodable>(of type: T.Type) -> PropertyListEncodableKind {
        if let known = unsafe kinds.kind(of: ObjectIdentifier(type)) { return known }
        return remember(PropertyListEncodableKind(of: type), of: type)
    }

    /// The same for the type of the elements of an array or a dictionary.
    func kind<T: Encodable>(ofElement type: T.Type) -> PropertyListEncodableKind {
        if let known = unsafe kinds.kind(of: ObjectIdentifier(type)) { return known }
        return remember(PropertyListEncodableKind(ofElement: type), of: type)
    }

    @inline(never)
    private func remember<T: Encodable>(
        _ kind: PropertyListEncodableKind,
        of type: T.Type
    ) -> PropertyListEncodableKind {
        unsafe kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }
}

// MARK: - Words

extension PropertyListEncodingStore {
    /// The word of a string.
    @inline(__always)
    func word(of text: String) -> TapeWord {
        var text = text
        // SAFETY: the buffer is only read, during the call.
        return text.withUTF8 { unsafe word(.string, of: UnsafeRawBufferPointer($0)) }
    }

    /// The word of content, which is copied. What no word can describe counts as empty, and is remembered.
    @inline(__always)
    func word(_ tag: TapeWord.Tag, of bytes: UnsafeRawBufferPointer) -> TapeWord {
        let start = unsafe content.count
        guard bytes.count <= TapeWord.maximumPayload, start <= PropertyListReader.maximumCount - bytes.count
        else {
            isOverfull = true
            return TapeWord(tag)
        }
        unsafe content.append(contentsOf: bytes)
        return TapeWord(tag, payload: bytes.count, offset: start)
    }

    /// The word of a container that ends before an index.
    @inline(__always)
    func word(_ container: PropertyListContainer, count: Int, end: Int) -> TapeWord {
        if count > TapeWord.maximumPayload || end > Int(UInt32.max) { isOverfull = true }
        return TapeWord(container == .array ? .array : .object, payload: count, offset: end)
    }

    /// Whether two strings' words name the same bytes.
    func areEqual(_ word: TapeWord, _ text: String) -> Bool {
        if word.tag != .string { return false }
        return unsafe content[word.offset..<word.offset + word.payload].elementsEqual(text.utf8)
    }
}

// MARK: - Branches

extension PropertyListEncodingStore {
    /// Keeps the words of a finished branch, and gives the word that stands for it in another tape: its own where it is one
    /// word, else one that refers to it.
    func keep(_ branch: [UInt64]) -> TapeWord {
        guard let root = branch.first else { return TapeWord(.null) }
        if branch.count == 1, !TapeWord(bits: root).isContainer { return TapeWord(bits: root) }
        return TapeWord(.shared, offset: append(branch))
    }

    /// Appends words whose containers end at indices of their own, and gives the index of the first.
    private func append(_ words: [UInt64]) -> Int {
        let base = unsafe pool.count
        if base + words.count > Int(UInt32.max) {
            isOverfull = true
            return 0
        }
        var index = 0
        while index < words.count {
            let word = TapeWord(bits: words[index])
            // References lead into the pool already.
            let isMoved = word.isContainer || word.has(.extended)
            let moved = isMoved ? TapeWord(word.tag, payload: word.payload, offset: word.offset + base).bits : word.bits
            unsafe pool.append(moved)
            if word.width == 2, index + 1 < words.count {
                unsafe pool.append(words[index + 1])
                index += 1
            }
            index += 1
        }
        return base
    }

    /// The finished document, and the index of its root. The store is empty afterwards.
    func document(_ root: consuming [UInt64], format: PropertyListFileFormat) -> (TapeDocument, root: Int) {
        unsafe content.append(contentsOf: repeatElement(0, count: PaddedBytes.padding))
        let bytes = unsafe content
        unsafe content = []
        if unsafe pool.isEmpty { return (TapeDocument(bytes: bytes, tape: root, form: format.form), 0) }
        let index = append(root)
        return (TapeDocument(bytes: bytes, tape: unsafe pool, form: format.form), index)
    }
}
