import Mimeograph

/// What all decoders and containers of one decoded document share.
///
/// Decoders and containers are small structs around a ``TreeDecodingPosition``: this context and an index into the tape.
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
/// A container that several others refer to is on the tape once. Every index that is handed on here is that of the
/// container itself, so that nothing below looks for references; the reader has counted what they come to.
///
/// Not `Sendable`, as decoders are not: one decoding is one thread's work.
///
/// Its state is exempt from the runtime's exclusivity checks. Coding goes through classes, because decoders and containers
/// must share their state, and each access to a stored property of a class that spans a call is recorded by the runtime in
/// a thread-local set; with several accesses for each member that was a quarter of the time of encoding. The contexts keep
/// the rule by their shape instead: they are used by one thread, and no access to the state spans a call that could come
/// back here.
package final class TreeDecodingContext {
    let format: TreeFormat
    // The format's, which are asked for so often that a reference to it would be counted too often.
    let nullText: UInt64
    let hasOtherNulls: Bool
    let largestSize: Int
    /// How values lie in one another, if all scalars are texts.
    let textShape: TextRules.Shape?
    /// Whether rows of a table are decoded; see ``RowColumns``.
    let hasRows: Bool
    /// What holds the words and bytes of rows.
    private let rowMemory: AnyObject?
    // SAFETY: see the note on exclusivity above, as for what else is marked so.
    @safe @exclusivity(unchecked) private(set) var view: TapeView
    /// The strategies, where some are not the format's.
    @safe @exclusivity(unchecked) private(set) var strategies: CodingStrategies?
    /// Whether names of members are coding keys as they are.
    @safe @exclusivity(unchecked) private(set) var keepsKeys = true
    /// Whether the reader has made sure that no object has a name twice.
    @safe @exclusivity(unchecked) private(set) var hasUniqueNames = false
    /// Whether a `Float` is only read from a number that it can hold.
    @safe @exclusivity(unchecked) private(set) var hasExactFloats = false

    /// The keys from the root to the value whose `init(from:)` runs.
    @safe @exclusivity(unchecked) var path = CodingPath()

    /// Where look-ups for members begin, for each depth; deep ones share theirs.
    @inline(__always)
    subscript(hintAt depth: Int) -> MemberHint {
        // SAFETY: see the note on exclusivity above, as for all accesses to the state.
        get { unsafe MemberHint(bits: state.hints[depth & 7]) }
        set { unsafe state.hints[depth & 7] = newValue.bits }
    }

    /// The document; made when it is first asked for where the body is small.
    package var document: TapeDocument {
        if let root { return root.document }
        if let kept { return kept }
        let (bytes, tape) = view.copies()
        let document = TapeDocument(bytes: bytes, tape: tape)
        kept = document
        return document
    }

    @safe @exclusivity(unchecked) private var kept: TapeDocument?
    @safe @exclusivity(unchecked) private var small: InlineTape?

    struct State: ~Copyable {
        var hints = SIMD8<UInt64>()
        var kinds = CodingTypeCache<DecodableKind>()
        var containers = KeyedContainers()
        var rows = RowColumns(count: 0, names: nil)
    }

    @exclusivity(unchecked) var state = State()

    /// The index of a text that is a list for a type that reads elements; see ``textValue(_:at:)``.
    @safe @exclusivity(unchecked) var loneText = -1
    /// What the last error of our own was about; an index is that of the value.
    @safe @exclusivity(unchecked) var lastFailure: CodingFailure<Int>?
    /// The error that decoding throws at its end.
    var refusal: CodingRefusal? {
        get { (root ?? self).ownRefusal }
        set { (root ?? self).ownRefusal = newValue }
    }
    @safe @exclusivity(unchecked) private var ownRefusal: CodingRefusal?
    @safe @exclusivity(unchecked) var convertedNames: [ByteEqualString: String] = [:]
    var userInfo: [CodingUserInfoKey: Any] {
        if let strategies { strategies.userInfo } else { [:] }
    }

    /// The context of which this is a branch; it has what is the whole decoding's.
    let root: TreeDecodingContext?
    /// The object of which ``memberIndices`` has the members, or -1.
    let indexedObject: Int
    /// The index of the value of the last member of each name, as the coding key has it.
    let memberIndices: [ByteEqualString: Int]?

    /// Makes a branch: the context of few decoders and containers, whose path is not, or soon may not be, the path of
    /// the others, or whose members are found in an index.
    init(
        branchOf context: TreeDecodingContext,
        steps: [CodingStep],
        index: (object: Int, memberIndices: [ByteEqualString: Int])?
    ) {
        root = context.root ?? context
        format = context.format
        nullText = context.nullText
        hasOtherNulls = context.hasOtherNulls
        largestSize = context.largestSize
        textShape = context.textShape
        hasRows = false
        rowMemory = nil
        kept = nil
        small = nil
        view = context.view
        strategies = context.strategies
        keepsKeys = context.keepsKeys
        hasUniqueNames = context.hasUniqueNames
        hasExactFloats = context.hasExactFloats
        indexedObject = index?.object ?? -1
        memberIndices = index?.memberIndices
        path = CodingPath(steps)
    }

    private init(_ format: TreeFormat, rowMemory: AnyObject? = nil) {
        root = nil
        indexedObject = -1
        memberIndices = nil
        view = TapeView()
        self.format = format
        nullText = format.nullText
        hasOtherNulls = format.hasOtherNulls
        largestSize = format.largestSize
        textShape = format.texts?.shape
        hasRows = rowMemory != nil
        self.rowMemory = rowMemory
    }

    convenience init(rowsOf format: TreeFormat, _ strategies: CodingStrategies?, in memory: AnyObject) {
        self.init(format, rowMemory: memory)
        self.strategies = strategies
        hasUniqueNames = true
    }

    /// Lets the context read other words; that nothing is read any more is said by a view of nothing.
    @inline(__always)
    func setView(_ view: TapeView) { self.view = view }

    /// Begins to decode a document.
    ///
    /// - Parameters:
    ///   - document: What was read.
    ///   - format: Its format.
    ///   - strategies: How values are read, where something is not the format's default.
    ///   - hasUniqueNames: Whether the reader has made sure that no object has a name twice.
    ///   - hasExactFloats: Whether a `Float` is only read from a number that it can hold.
    /// - Returns: A context, which `end(_:)` is to be called with.
    package static func begin(
        _ document: TapeDocument,
        _ format: TreeFormat,
        _ strategies: CodingStrategies?,
        hasUniqueNames: Bool = false,
        hasExactFloats: Bool = false
    ) -> TreeDecodingContext {
        let context = format.decodingContexts.take() ?? TreeDecodingContext(format)
        context.kept = document
        context.begin(TapeView(document), strategies)
        context.hasUniqueNames = hasUniqueNames
        context.hasExactFloats = hasExactFloats
        return context
    }

    /// Begins to decode a small body.
    package static func begin(
        _ body: consuming InlineTape,
        _ format: TreeFormat,
        _ strategies: CodingStrategies?
    ) -> TreeDecodingContext {
        let context = format.decodingContexts.take() ?? TreeDecodingContext(format)
        context.begin(body.view, strategies)
        context.small = consume body
        return context
    }

    private func begin(_ view: TapeView, _ strategies: CodingStrategies?) {
        self.view = view
        self.strategies = strategies
        keepsKeys = strategies?.keepsKeys ?? true
        unsafe state.hints = SIMD8()
    }

    /// Ends a decoding: its context is another one's next, unless a type has kept a decoder or container of it.
    package static func end(_ context: inout TreeDecodingContext) {
        guard isKnownUniquelyReferenced(&context) else { return }
        context.view = TapeView()
        context.kept = nil
        context.small = nil
        context.strategies = nil
        context.hasUniqueNames = false
        context.hasExactFloats = false
        context.lastFailure = nil
        context.ownRefusal = nil
        if !context.convertedNames.isEmpty { context.convertedNames = [:] }
        context.format.decodingContexts.give(context)
    }

    /// What to do for a type.
    @inline(__always)
    func kind<T: Decodable>(of type: T.Type) -> DecodableKind {
        if let known = DecodableKind(knownBySize: type, above: largestSize) { return known }
        if let known = unsafe state.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return findKind(of: type)
    }

    /// The same for the type of the elements of an array or a dictionary.
    func kind<T: Decodable>(ofElement type: T.Type) -> DecodableKind {
        if let known = unsafe state.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return findKind(ofElement: type)
    }

    @inline(never)
    private func findKind<T: Decodable>(of type: T.Type) -> DecodableKind {
        var kind = root?.kind(of: type) ?? DecodableKind(of: type, in: format)
        if textShape != nil { kind = kind.exact(for: type) }
        unsafe state.kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }

    @inline(never)
    private func findKind<T: Decodable>(ofElement type: T.Type) -> DecodableKind {
        let kind = root?.kind(ofElement: type) ?? DecodableKind(of: type, in: format).exact(for: type)
        unsafe state.kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }
}

// MARK: - Values

extension TreeDecodingContext {
    /// The index of a value that is not there; it reads as null.
    package static var absent: Int { Int(UInt32.max) }

    /// A value that stands alone: the whole document, or one of several that a stream put into one document.
    package func root<T: Decodable>(_ type: T.Type, at index: Int = 0) throws -> T {
        lastFailure = nil
        unsafe state.containers.begin()
        defer { endContainers() }
        let index = view.resolved(index)
        return try unlessRefused { try value(type, kind(of: type), at: index) }
    }

    /// A value of any type; ``path`` leads to it.
    func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        try value(type, kind(of: type), at: index)
    }

    /// The same for a type whose kind is known.
    func value<T: Decodable>(_ type: T.Type, _ kind: DecodableKind, at index: Int) throws -> T {
        switch kind {
        case .plain: try plainValue(type, at: index)
        case .date: reinterpret(try date(at: index), as: type)
        case .data: reinterpret(try data(at: index), as: type)
        case .url: reinterpret(try url(at: index), as: type)
        case .decimal: reinterpret(try decimal(at: index), as: type)
        case .scalar: try scalarValue(type, at: index)
        case .value: try T(from: decoder(at: index))
        case .composite(let composite): try value(type, from: composite, at: index)
        }
    }

    /// The value of a member of `parent`.
    @inline(__always)
    func nested<T: Decodable>(
        _ type: T.Type,
        at index: Int,
        _ key: some CodingKey,
        of parent: TreeDecodingPosition
    ) throws -> T {
        guard parent.isTop else { return try value(type, at: index, under: parent.steps + [.key(key)]) }
        path.append(key)
        return try lastOfPath(type, at: index)
    }

    /// A member of the object at a place.
    @inline(__always)
    func nested<T: Decodable>(
        _ type: T.Type,
        at index: Int,
        _ key: some CodingKey,
        in place: KeyedContainers.Place
    ) throws -> T {
        guard place.depth == path.count else { return try elsewhere(type, at: index, key, in: place) }
        path.append(key)
        return try lastOfPath(type, at: index)
    }

    // Not inlined: where the context is used in more than one place, its references are counted.
    @inline(never)
    private func elsewhere<T: Decodable>(
        _ type: T.Type,
        at index: Int,
        _ key: some CodingKey,
        in place: KeyedContainers.Place
    ) throws -> T {
        let parent = TreeDecodingPosition(context: self, index: place.value, depth: place.depth)
        return try nested(type, at: index, key, of: parent)
    }

    /// An element of `parent`.
    @inline(__always)
    func nested<T: Decodable>(
        _ type: T.Type,
        at index: Int,
        number: Int,
        of parent: TreeDecodingPosition
    ) throws -> T {
        guard parent.isTop else { return try value(type, at: index, under: parent.steps + [.index(number)]) }
        path.append(index: number)
        return try lastOfPath(type, at: index)
    }

    /// The value that the last step of the path leads to, which is removed.
    @inline(__always)
    private func lastOfPath<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        do {
            let value = try value(type, at: index)
            path.removeLast()
            return value
        } catch {
            path.removeLast()
            throw error
        }
    }

    /// A value of any type at a position.
    func value<T: Decodable>(_ type: T.Type, at position: TreeDecodingPosition) throws -> T {
        if position.isTop { return try value(type, at: position.index) }
        return try value(type, at: position.index, under: position.steps)
    }

    /// A value of any type, where another path than the context's leads to it.
    @inline(never)
    private func value<T: Decodable>(_ type: T.Type, at index: Int, under steps: [CodingStep]) throws -> T {
        var other = CodingPath(steps)
        swap(&path, &other)
        defer { swap(&path, &other) }
        return try value(type, at: index)
    }

    /// A value of a type that reads itself.
    @inline(__always)
    private func plainValue<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        if textShape != nil { return try textValue(type, at: index) }
        // A type this small holds no text: it is an enumeration, whose cases the compiler compares with the text.
        // A unit of UTF-16 makes two marks at most.
        if MemoryLayout<T>.size <= 2, view.word(at: index).isString,
            view.word(at: index).payload > StreamSafeText.longestRun / 2
        {
            try checkComparable(at: index)
        }
        return try T(from: decoder(at: index))
    }

    func checkComparable(at index: Int) throws {
        guard !StreamSafeText.holds(name(at: index)) else { return }
        throw incomparable(at: index, path: path.steps)
    }

    private func scalarValue<T>(_ type: T.Type, at index: Int) throws -> T {
        if let value = scalar(type, at: index) { return value }
        throw scalarFailure(type, at: index, path: path.steps)
    }

    private func value<T, Composite: TreeDecodableComposite>(
        _ type: T.Type,
        from composite: Composite.Type,
        at index: Int
    ) throws -> T {
        reinterpret(try Composite.decode(at: index, from: self), as: type)
    }

    /// The decoder for the value that ``path`` leads to.
    @inline(__always)
    func decoder(at index: Int) -> TreeDecoder {
        TreeDecoder(position: TreeDecodingPosition(context: self, index: index, depth: path.count))
    }
}
