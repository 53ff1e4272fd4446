import Mimeograph
import MimeographJSON
import MimeographTree

/// The document of one evaluation, and the work that remains.
///
/// A value is known by the index of its word on the tape. Nothing is created for a value that is only visited. Code that runs must
/// keep ``document`` alive, because ``view`` does not.
struct JSONPathRun {
    let document: TapeDocument
    let view: TapeView
    let root: Int
    let limits: JSONPathLimits
    private let allowedSteps: Int
    private var remaining: Int
    /// The hidden members of objects, by object: those whose key occurs again. Only the last member of a key counts.
    private var hidden: [Int: Set<Int>] = [:]
    /// The patterns from the document that were compiled; nil for malformed ones.
    private var patterns: [ByteEqualString: IRegexp?] = [:]

    /// The number of members from which on the document's own table is faster than a search.
    private static let fewMembers = 32
    /// The most compiled patterns that are kept.
    private static let mostPatterns = 64

    init(_ position: DocumentPosition, limits: JSONPathLimits) {
        document = position.document
        view = TapeView(document)
        root = position.index
        self.limits = limits
        allowedSteps = limits.steps(forWords: document.tape.count)
        remaining = allowedSteps
    }

    /// Counts steps.
    @inline(__always)
    mutating func spend(_ steps: Int) throws(SerializationError) {
        remaining &-= steps
        if remaining < 0 { throw limits.exceeded(.steps, allowedSteps) }
    }

    /// Returns the index of a value's own word: of the container, if the word refers to one, and of the content of tags.
    @inline(__always)
    func resolved(_ index: Int) -> Int {
        let word = view.word(at: index)
        return word.has(.shared) || word.has(.extended) ? view.untagged(view.resolved(index)) : index
    }
}

// MARK: - Children

extension JSONPathRun {
    /// Returns the index of the value of a member; nil if the object at an index has no such member.
    mutating func member(_ name: JSONPathName, of object: Int) throws(SerializationError) -> Int? {
        let word = view.word(at: object)
        if word.payload >= Self.fewMembers {
            try spend(8)
            return document.index(ofKey: name.text, inObjectAt: object)
        }
        try spend(1 + word.payload / 4)
        // SAFETY: the buffer is only read, during the call.
        return unsafe name.bytes.withUnsafeBufferPointer { bytes in
            var found: Int?
            var index = object &+ 1
            while index < word.offset {
                if unsafe view.hasName(bytes, at: index)
                    || view.has(.wideString, at: index) && document.stringMatches(at: index, name.text)
                {
                    found = index &+ 1
                }
                index = view.index(after: index &+ 1)
            }
            return found
        }
    }

    /// Returns the offset of an element from the start, and the index of its word; nil if the array at an index has no such
    /// element. A negative offset counts from the end.
    mutating func element(_ offset: Int, of array: Int) throws(SerializationError) -> (offset: Int, index: Int)? {
        try spend(8)
        let count = document.count(ofContainerAt: array)
        let offset = offset < 0 ? count + offset : offset
        guard offset >= 0, offset < count else { return nil }
        return (offset, document.index(ofElement: offset, inArrayAt: array))
    }

    /// Whether an object repeats a key. If so, ``isHidden(_:in:)`` knows the members that do not count.
    mutating func hasHiddenMembers(_ object: Int) throws(SerializationError) -> Bool {
        let count = view.word(at: object).payload
        // A small object is checked again each time, which takes less time than finding the result of the last time.
        if count >= Self.fewMembers, let known = hidden[object] { return !known.isEmpty }
        try spend(count)
        if view.hasUniqueKeys(ofObjectAt: object) {
            if count >= Self.fewMembers { hidden[object] = [] }
            return false
        }
        hidden[object] = Set(document.shadowedMembers(ofObjectAt: object) ?? [])
        return true
    }

    /// Whether the member whose key is at an index has the key of a later member.
    func isHidden(_ key: Int, in object: Int) -> Bool { hidden[object]?.contains(key) ?? false }

    /// Returns the number of members of an object, each key once.
    mutating func memberCount(of object: Int) throws(SerializationError) -> Int {
        let count = document.count(ofContainerAt: object)
        return try hasHiddenMembers(object) ? count - (hidden[object]?.count ?? 0) : count
    }
}

// MARK: - Patterns

extension JSONPathRun {
    /// Returns a pattern that the document or a function provides; nil if it is malformed.
    mutating func compiled(_ pattern: String) throws(SerializationError) -> IRegexp? {
        try spend(1 + pattern.utf8.count / 4)
        let key = ByteEqualString(pattern)
        if let known = patterns[key] { return known }
        let compiled = try IRegexp.compile(pattern, limits: limits)
        try spend(compiled?.program.count ?? 0)
        if patterns.count >= Self.mostPatterns { patterns.removeAll() }
        patterns[key] = .some(compiled)
        return compiled
    }
}
