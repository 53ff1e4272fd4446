#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What all decoders and containers of one decoded document share.
///
/// Decoders and containers are small structs around a ``JSONDecodingPlace``: this context and an index into the tape.
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
final class JSONDecodingContext {
    /// The index of a value that is not there; it reads as null.
    static let absent = Int(UInt32.max)

    let document: JSONDocument
    let view: JSONDocumentView
    let format: JSONFormat
    /// Whether names of members are coding keys as they are.
    let keepsKeys: Bool

    /// The keys from the root to the value whose `init(from:)` runs.
    @inline(__always)
    var path: [JSONPathStep] {
        get { state.value.path }
        _modify { yield &state.value.path }
    }

    /// Where look-ups for members begin, for each depth; deep ones share theirs.
    let hints = JSONTable(repeating: JSONMemberHint(), bits: 4)

    @inline(__always)
    var uniqueness: JSONMemberUniqueness {
        get { state.value.uniqueness }
        _modify { yield &state.value.uniqueness }
    }

    private struct State {
        var path: [JSONPathStep] = []
        var kinds = JSONTypeMemo<JSONDecodableKind>()
        var uniqueness = JSONMemberUniqueness()
    }

    private let state = JSONCell(State())

    /// What the last error of our own was about; see ``JSONCodingReport``.
    var lastFailure: (description: String, index: Int)?
    var convertedNames: [String: String] = [:]
    lazy var userInfo: [CodingUserInfoKey: Any] = format.userInfo

    init(document: JSONDocument, format: JSONFormat) {
        self.document = document
        view = JSONDocumentView(document)
        self.format = format
        if case .useDefaultKeys = format.keyDecoding { keepsKeys = true } else { keepsKeys = false }
    }

    deinit {
        hints.destroy()
        state.value.kinds.destroy()
        state.value.uniqueness.destroy()
        state.destroy()
    }

    /// The first word of the value; null where it is absent.
    @inline(__always)
    func word(at index: Int) -> JSONWord { view.word(at: index) }

    @inline(__always)
    func isNull(at index: Int) -> Bool { view.has(.null, at: index) }

    /// What to do for a type.
    @inline(__always)
    func kind<T: Decodable>(of type: T.Type) -> JSONDecodableKind {
        if let known = state.value.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return newKind(of: type)
    }

    @inline(never)
    private func newKind<T: Decodable>(of type: T.Type) -> JSONDecodableKind {
        let kind = JSONDecodableKind(type)
        state.value.kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }
}

// MARK: - Values

extension JSONDecodingContext {
    /// A value that stands alone: the whole document, or one of several that a stream put into one document.
    func root<T: Decodable>(_ type: T.Type, at index: Int = 0) throws -> T {
        // One value needs no memo of its type's kind; the elements of a stream do.
        try value(type, index == 0 ? JSONDecodableKind(type) : kind(of: type), at: index)
    }

    /// A value of any type; ``path`` leads to it.
    func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        try value(type, kind(of: type), at: index)
    }

    /// The same for a type whose kind is known.
    func value<T: Decodable>(_ type: T.Type, _ kind: JSONDecodableKind, at index: Int) throws -> T {
        switch kind {
        case .plain: try T(from: decoder(at: index))
        case .date: reinterpret(try date(at: index), as: type)
        case .data: reinterpret(try data(at: index), as: type)
        case .url: reinterpret(try url(at: index), as: type)
        case .decimal: reinterpret(try decimal(at: index), as: type)
        case .scalar: try scalarValue(type, at: index)
        case .json: reinterpret(json(at: index), as: type)
        case .composite(let composite): try value(type, from: composite, at: index)
        }
    }

    private func scalarValue<T>(_ type: T.Type, at index: Int) throws -> T {
        if let value = scalar(type, at: index) { return value }
        throw scalarFailure(type, at: index, path: path)
    }

    private func value<T, Composite: JSONDecodableComposite>(
        _ type: T.Type,
        from composite: Composite.Type,
        at index: Int
    ) throws -> T {
        reinterpret(try Composite.decode(at: index, from: self), as: type)
    }

    /// A value of any type, one step below `parent`.
    @inline(__always)
    func nested<T: Decodable>(
        _ type: T.Type,
        at index: Int,
        step: JSONPathStep,
        of parent: JSONDecodingPlace
    ) throws -> T {
        if parent.isTop {
            path.append(step)
            defer { path.removeLast() }
            return try value(type, at: index)
        }
        let saved = path
        path = parent.steps + [step]
        defer { path = saved }
        return try value(type, at: index)
    }

    /// The decoder for the value that ``path`` leads to.
    @inline(__always)
    func decoder(at index: Int) -> JSONValueDecoder {
        JSONValueDecoder(place: JSONDecodingPlace(context: self, index: index, depth: path.count))
    }
}
