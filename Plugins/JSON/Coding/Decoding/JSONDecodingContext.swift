#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What all decoders and containers of one decoded document share.
///
/// Decoders and containers are small structs: this context, an index into the tape, and a ``JSONDecodingPath``. The
/// coding path is one stack in here, pushed before a type's `init(from:)` and popped after it, so that going down a
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
    static let absent = -1

    let document: JSONDocument
    let format: JSONFormat
    let userInfo: [CodingUserInfoKey: Any]

    /// The keys from the root to the value whose `init(from:)` runs.
    @inline(__always)
    var path: [JSONPathStep] {
        get { pathCell.value }
        _modify { yield &pathCell.value }
    }
    /// What the last error of our own was about; see ``JSONCodingReport``.
    var lastFailure: (description: String, index: Int)?

    @inline(__always)
    var hints: [JSONMemberHint] {
        get { hintCell.value }
        _modify { yield &hintCell.value }
    }

    var uniqueness: JSONMemberUniqueness {
        get { uniquenessCell.value }
        _modify { yield &uniquenessCell.value }
    }

    var convertedNames: [String: String] = [:]

    private let pathCell = JSONCell<[JSONPathStep]>([])
    private let hintCell = JSONCell([JSONMemberHint](repeating: JSONMemberHint(), count: 32))
    private let uniquenessCell = JSONCell(JSONMemberUniqueness())
    private let kinds = JSONCell([(type: ObjectIdentifier, kind: JSONDecodableKind)?](repeating: nil, count: 32))

    init(document: JSONDocument, format: JSONFormat) {
        self.document = document
        self.format = format
        userInfo = format.userInfo
    }

    deinit {
        pathCell.destroy()
        hintCell.destroy()
        uniquenessCell.destroy()
        kinds.destroy()
    }

    /// The first word of the value; null where it is absent.
    @inline(__always)
    func word(at index: Int) -> JSONWord {
        index >= 0 ? document.word(at: index) : JSONWord(.null)
    }

    @inline(__always)
    func isNull(at index: Int) -> Bool { word(at: index).tag == .null }

    /// What to do for a type; found once a type, because it takes dynamic casts.
    func kind<T: Decodable>(of type: T.Type) -> JSONDecodableKind {
        let identifier = ObjectIdentifier(type)
        let slot = (Int(bitPattern: identifier) &>> 4) & 31
        if let entry = kinds.value[slot], entry.type == identifier { return entry.kind }
        let kind = JSONDecodableKind(type)
        kinds.value[slot] = (identifier, kind)
        return kind
    }
}

// MARK: - Values

extension JSONDecodingContext {
    /// The whole document as one value.
    func root<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        try value(type, at: index)
    }

    /// A value of any type; ``path`` leads to it.
    func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        switch kind(of: type) {
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
    func nested<T: Decodable>(
        _ type: T.Type,
        at index: Int,
        step: JSONPathStep,
        of parent: JSONDecodingPath
    ) throws -> T {
        if parent.isTop(of: self) {
            path.append(step)
            defer { path.removeLast() }
            return try value(type, at: index)
        }
        let saved = path
        path = parent.steps(in: self) + [step]
        defer { path = saved }
        return try value(type, at: index)
    }

    /// The decoder for the value that ``path`` leads to.
    func decoder(at index: Int) -> JSONValueDecoder {
        JSONValueDecoder(context: self, path: .shared(depth: UInt32(truncatingIfNeeded: path.count)), index: index)
    }
}

/// Where a decoder or container stands: as deep in the context's path, or on a path of its own.
enum JSONDecodingPath {
    case shared(depth: UInt32)
    case own(Steps)

    final class Steps {
        let steps: [JSONPathStep]
        init(_ steps: [JSONPathStep]) { self.steps = steps }
    }

    /// Whether the context's path is this one as it stands.
    @inline(__always)
    func isTop(of context: JSONDecodingContext) -> Bool {
        if case .shared(let depth) = self { return Int(depth) == context.path.count }
        return false
    }

    var depth: Int {
        switch self {
        case .shared(let depth): Int(depth)
        case .own(let own): own.steps.count
        }
    }

    /// The steps. A decoder kept beyond the `init(from:)` that received it may have lost the last of them.
    func steps(in context: JSONDecodingContext) -> [JSONPathStep] {
        switch self {
        case .shared(let depth): Array(context.path.prefix(Int(depth)))
        case .own(let own): own.steps
        }
    }

    func codingPath(in context: JSONDecodingContext) -> [any CodingKey] { steps(in: context).codingPath }

    /// The path one step below.
    func appending(_ step: JSONPathStep, in context: JSONDecodingContext) -> JSONDecodingPath {
        .own(Steps(steps(in: context) + [step]))
    }
}
