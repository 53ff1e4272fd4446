import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What all decoders and containers of one decoded document share.
///
/// Decoders and containers are small structs around a ``JSONDecodingPosition``: this context and an index into the tape.
/// The coding path is one stack in here, pushed before a type's `init(from:)` and popped after it, so that going down a
/// level allocates nothing. A container that outlives that discipline (`nestedContainer`, `superDecoder`) carries a
/// path of its own.
///
/// For `{"users":[{"name":"Ada"}]}` and a struct of structs the calls are
/// ```
/// root        value(Feed, at: 0)      path []                 Feed.init(from:)
/// "users"     nested([User], at: 2)   path [users]            an array is read here, not by its init(from:)
/// element 0   value(User, at: 3)      path [users, Index 0]   User.init(from:)
/// "name"      scalar(String, at: 5)   path unchanged          the key joins the path only in an error
/// ```
///
/// Not `Sendable`, as decoders are not: one decoding is one thread's work.
///
/// Its state is exempt from the runtime's exclusivity checks. Coding goes through classes, because decoders and containers
/// must share their state, and each access to a stored property of a class that spans a call is recorded by the runtime in
/// a thread-local set; with several accesses for each member that was a quarter of the time of encoding. The contexts keep
/// the rule by their shape instead: they are used by one thread, and no access to the state spans a call that could come
/// back here.
final class JSONDecodingContext: TreeDecodingContext {
    typealias Kind = JSONDecodableKind
    typealias Position = JSONDecodingPosition
    typealias ValueDecoder = JSONValueDecoder

    let view: JSONDocumentView
    let reading: JSONReadingOptions
    /// The strategies, where some are not the default: to copy all of them costs as much as a member.
    let strategies: JSONFormat?
    /// Whether names of members are coding keys as they are.
    let keepsKeys: Bool

    /// The keys from the root to the value whose `init(from:)` runs.
    @inline(__always)
    var path: CodingPath {
        get { unsafe state.path }
        _modify { yield unsafe &state.path }
    }

    /// Where look-ups for members begin, for each depth; deep ones share theirs.
    @inline(__always)
    subscript(hintAt depth: Int) -> MemberHint {
        // SAFETY: see the note on exclusivity above, as for all accesses to the state.
        get { unsafe MemberHint(bits: state.hints[depth & 7]) }
        set { unsafe state.hints[depth & 7] = newValue.bits }
    }

    @inline(__always)
    var uniqueness: JSONMemberUniqueness {
        _read { yield unsafe state.uniqueness }
        _modify { yield unsafe &state.uniqueness }
    }

    /// The document; made when it is first asked for where the body is small.
    var document: JSONDocument {
        if let root { return root.document }
        if let kept { return kept }
        let document = view.document()
        kept = document
        return document
    }

    private var kept: JSONDocument?
    private let small: JSONInlineDocument?

    private struct State: ~Copyable {
        var path = CodingPath()
        var hints = SIMD8<UInt64>()
        var kinds = JSONTypeCache<JSONDecodableKind>()
        var uniqueness = JSONMemberUniqueness()
    }

    @exclusivity(unchecked) private var state = State()

    /// What the last error of our own was about; an index is that of the value.
    var lastFailure: CodingFailure<Int>?
    /// The error that decoding throws at its end.
    var refusal: CodingRefusal? {
        get { (root ?? self).ownRefusal }
        set { (root ?? self).ownRefusal = newValue }
    }
    private var ownRefusal: CodingRefusal?
    var convertedNames: [ByteEqualString: String] = [:]
    var userInfo: [CodingUserInfoKey: Any] {
        if let strategies { strategies.userInfo } else { [:] }
    }

    /// The context of which this is a branch; it has what is the whole decoding's.
    let root: JSONDecodingContext?
    /// The object of which ``memberIndices`` has the members, or -1.
    let indexedObject: Int
    /// The index of the value of the last member of each name, as the coding key has it.
    let memberIndices: [ByteEqualString: Int]?

    /// Makes a branch: the context of few decoders and containers, whose path is not, or soon may not be, the path of
    /// the others, or whose members are found in an index.
    init(
        branchOf context: JSONDecodingContext,
        steps: [CodingStep],
        index: (object: Int, memberIndices: [ByteEqualString: Int])?
    ) {
        root = context.root ?? context
        kept = nil
        small = nil
        view = context.view
        reading = context.reading
        strategies = context.strategies
        keepsKeys = context.keepsKeys
        indexedObject = index?.object ?? -1
        memberIndices = index?.memberIndices
        path = CodingPath(steps)
    }

    init(document: JSONDocument, format: borrowing JSONFormat) {
        root = nil
        indexedObject = -1
        memberIndices = nil
        kept = document
        small = nil
        view = JSONDocumentView(document)
        reading = format.reading
        strategies = format.hasDefaultDecoding ? nil : copy format
        if case .useDefaultKeys = format.keyDecoding { keepsKeys = true } else { keepsKeys = false }
    }

    init(_ body: consuming JSONInlineDocument, format: borrowing JSONFormat) {
        root = nil
        indexedObject = -1
        memberIndices = nil
        view = body.view
        small = consume body
        reading = format.reading
        strategies = format.hasDefaultDecoding ? nil : copy format
        if case .useDefaultKeys = format.keyDecoding { keepsKeys = true } else { keepsKeys = false }
    }

    /// The first word of the value; null where it is absent.
    @inline(__always)
    func word(at index: Int) -> JSONWord { view.word(at: index) }

    @inline(__always)
    func isNull(at index: Int) -> Bool { view.has(.null, at: index) }

    /// What to do for a type.
    @inline(__always)
    func kind<T: Decodable>(of type: T.Type) -> JSONDecodableKind {
        if let known = JSONDecodableKind(knownBySize: type) { return known }
        if let known = unsafe state.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return findKind(of: type)
    }

    /// The same for the type of the elements of an array or a dictionary.
    func kind<T: Decodable>(ofElement type: T.Type) -> JSONDecodableKind {
        if let known = unsafe state.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return findKind(ofElement: type)
    }

    @inline(never)
    private func findKind<T: Decodable>(of type: T.Type) -> JSONDecodableKind {
        let kind = root?.kind(of: type) ?? JSONDecodableKind(of: type)
        unsafe state.kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }

    @inline(never)
    private func findKind<T: Decodable>(ofElement type: T.Type) -> JSONDecodableKind {
        let kind = root?.kind(ofElement: type) ?? JSONDecodableKind(ofElement: type)
        unsafe state.kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }
}

// MARK: - Values

extension JSONDecodingContext {
    /// A value that stands alone: the whole document, or one of several that a stream put into one document.
    func root<T: Decodable>(_ type: T.Type, at index: Int = 0) throws -> T {
        // One value needs no cache of its type's kind; the elements of a stream do.
        try unlessRefused { try value(type, index == 0 ? JSONDecodableKind(of: type) : kind(of: type), at: index) }
    }

    /// A value of any type; ``path`` leads to it.
    func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        try value(type, kind(of: type), at: index)
    }

    /// The same for a type whose kind is known.
    func value<T: Decodable>(_ type: T.Type, _ kind: JSONDecodableKind, at index: Int) throws -> T {
        switch kind {
        case .plain: try plainValue(type, at: index)
        case .date: reinterpret(try date(at: index), as: type)
        case .data: reinterpret(try data(at: index), as: type)
        case .url: reinterpret(try url(at: index), as: type)
        case .decimal: reinterpret(try decimal(at: index), as: type)
        case .scalar: try scalarValue(type, at: index)
        case .json: reinterpret(json(at: index), as: type)
        case .composite(let composite): try value(type, from: composite, at: index)
        }
    }

    /// A value of a type that reads itself.
    @inline(__always)
    private func plainValue<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        // A type this small holds no text: it is an enumeration, whose cases the compiler compares with the text.
        if MemoryLayout<T>.size <= 2, view.has(.string, at: index), word(at: index).payload > StreamSafeText.longestRun
        {
            try checkComparable(at: index)
        }
        return try T(from: decoder(at: index))
    }

    private func checkComparable(at index: Int) throws {
        guard !StreamSafeText.holds(view.string(view.word(at: index))) else { return }
        throw incomparable(at: index, path: path.steps)
    }

    private func scalarValue<T>(_ type: T.Type, at index: Int) throws -> T {
        if let value = scalar(type, at: index) { return value }
        throw scalarFailure(type, at: index, path: path.steps)
    }

    private func value<T, Composite: JSONDecodableComposite>(
        _ type: T.Type,
        from composite: Composite.Type,
        at index: Int
    ) throws -> T {
        reinterpret(try Composite.decode(at: index, from: self), as: type)
    }

    /// The decoder for the value that ``path`` leads to.
    @inline(__always)
    func decoder(at index: Int) -> JSONValueDecoder {
        JSONValueDecoder(position: JSONDecodingPosition(context: self, index: index, depth: path.count))
    }
}

extension JSONFormat {
    /// Whether values are decoded as with a format that was just made.
    fileprivate var hasDefaultDecoding: Bool {
        guard case .useDefaultKeys = keyDecoding, case .deferredToDate = dateDecoding, case .base64 = dataDecoding,
            case .throw = nonConformingFloatDecoding
        else { return false }
        return userInfo.isEmpty
    }
}
