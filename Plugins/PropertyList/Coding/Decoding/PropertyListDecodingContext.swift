import Mimeograph
import MimeographTree

/// What all decoders and containers of one decoded document share.
///
/// Decoders and containers are small structs around a ``PropertyListDecodingPosition``: this context and an index into the
/// tape. The coding path is one stack in here, pushed before a type's `init(from:)` and popped after it, so that going down
/// a level allocates nothing. A container that outlives that discipline (`nestedContainer`, `superDecoder`) carries a path
/// of its own.
///
/// For `{users = ({name = Ada;});}` and a struct of structs the calls are
/// ```
/// root        value(Feed, at: 0)      path []                 Feed.init(from:)
/// "users"     nested([User], at: 2)   path [users]            an array is read here, not by its init(from:)
/// element 0   value(User, at: 3)      path [users, Index 0]   User.init(from:)
/// "name"      scalar(String, at: 5)   path unchanged          the key joins the path only in an error
/// ```
/// A container that several others refer to is on the tape once. Every index that is handed on here is that of the
/// container itself, so that nothing below looks for references; the reader has counted what they come to.
///
/// Not `Sendable`, as decoders are not: one decoding is one thread's work.
///
/// Its state is exempt from the runtime's exclusivity checks, which would record each access to a stored property that spans
/// a call. The contexts keep the rule by their shape instead: they are used by one thread, and no access to the state spans
/// a call that could come back here.
final class PropertyListDecodingContext: TreeDecodingContext {
    typealias Kind = PropertyListDecodableKind
    typealias Position = PropertyListDecodingPosition
    typealias ValueDecoder = PropertyListValueDecoder

    let document: PropertyListDocument
    let view: PropertyListDocumentView
    let userInfo: [CodingUserInfoKey: Any]

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

    private struct State {
        var path = CodingPath()
        var hints = SIMD8<UInt64>()
        var kinds = PropertyListTypeCache<PropertyListDecodableKind>()
    }

    @exclusivity(unchecked) private var state = State()

    /// What the last error of our own was about; an index is that of the value.
    var lastFailure: CodingFailure<Int>?
    /// The error that decoding throws at its end.
    var refusal: CodingRefusal?

    init(document: PropertyListDocument, userInfo: [CodingUserInfoKey: any Sendable]) {
        self.document = document
        view = PropertyListDocumentView(document)
        self.userInfo = userInfo
    }

    /// The word of the value; null where it is absent.
    @inline(__always)
    func word(at index: Int) -> PropertyListWord { view.word(at: index) }

    @inline(__always)
    func isNull(at index: Int) -> Bool { view.isNull(at: index) }

    /// What to do for a type.
    @inline(__always)
    func kind<T: Decodable>(of type: T.Type) -> PropertyListDecodableKind {
        if let known = unsafe state.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return remember(PropertyListDecodableKind(of: type), of: type)
    }

    /// The same for the type of the elements of an array or a dictionary.
    func kind<T: Decodable>(ofElement type: T.Type) -> PropertyListDecodableKind {
        if let known = unsafe state.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return remember(PropertyListDecodableKind(ofElement: type), of: type)
    }

    @inline(never)
    private func remember<T: Decodable>(
        _ kind: PropertyListDecodableKind,
        of type: T.Type
    ) -> PropertyListDecodableKind {
        unsafe state.kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }
}

// MARK: - Values

extension PropertyListDecodingContext {
    /// The value of the whole document.
    func root<T: Decodable>(_ type: T.Type) throws -> T {
        try unlessRefused { try value(type, PropertyListDecodableKind(of: type), at: 0) }
    }

    /// A value of any type; ``path`` leads to it.
    @inline(__always)
    func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        try value(type, kind(of: type), at: index)
    }

    /// The same for a type whose kind is known.
    func value<T: Decodable>(_ type: T.Type, _ kind: PropertyListDecodableKind, at index: Int) throws -> T {
        switch kind {
        case .plain: try plainValue(type, at: index)
        case .date: reinterpret(try date(at: index), as: type)
        case .data: reinterpret(try data(at: index), as: type)
        case .decimal: reinterpret(try decimal(at: index), as: type)
        case .scalar: try scalarValue(type, at: index)
        case .propertyList: reinterpret(propertyList(at: index), as: type)
        case .composite(let composite): try value(type, from: composite, at: index)
        }
    }

    /// A value of a type that reads itself.
    @inline(__always)
    private func plainValue<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        // A type this small holds no text: it is an enumeration, whose cases the compiler compares with the text.
        // A unit of UTF-16 makes two marks at most.
        if MemoryLayout<T>.size <= 2, word(at: index).payload > StreamSafeText.longestRun / 2 {
            try checkComparable(at: index)
        }
        return try T(from: decoder(at: index))
    }

    private func checkComparable(at index: Int) throws {
        guard let text = string(at: index), !StreamSafeText.holds(text) else { return }
        throw incomparable(at: index, path: path.steps)
    }

    private func scalarValue<T>(_ type: T.Type, at index: Int) throws -> T {
        if let value = scalar(type, at: index) { return value }
        throw scalarFailure(type, at: index, path: path.steps)
    }

    private func value<T, Composite: PropertyListDecodableComposite>(
        _ type: T.Type,
        from composite: Composite.Type,
        at index: Int
    ) throws -> T {
        reinterpret(try Composite.decode(at: index, from: self), as: type)
    }

    /// The decoder for the value that ``path`` leads to.
    @inline(__always)
    func decoder(at index: Int) -> PropertyListValueDecoder {
        PropertyListValueDecoder(position: PropertyListDecodingPosition(context: self, index: index, depth: path.count))
    }
}
