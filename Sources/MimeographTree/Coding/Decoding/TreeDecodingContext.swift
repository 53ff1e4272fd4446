import Mimeograph

/// The state that all decoders and containers of one decoded document share.
///
/// Decoders and containers are small structs around a ``TreeDecodingPosition``: this context and an index into the tape. The
/// coding path is one stack in this context. A step is pushed before a type's `init(from:)` and popped after it, so a deeper
/// level needs no allocation. A container that can outlive this order (`nestedContainer`, `superDecoder`) has its own path.
///
/// For `{"users":[{"name":"Ada"}]}` and nested structs, the calls are
/// ```
/// root        value(Feed, at: 0)      path []                 Feed.init(from:)
/// "users"     nested([User], at: 2)   path [users]            an array is read here, not by its init(from:)
/// element 0   value(User, at: 3)      path [users, Index 0]   User.init(from:)
/// "name"      scalar(String, at: 5)   path unchanged          the key joins the path only in an error
/// ```
/// A container to which several others refer is on the tape once. Every index that is passed on here is the index of the
/// container itself, so nothing below looks for references. The parser has counted the values that they expand to.
///
/// Like all decoders, it is not `Sendable`: one thread runs one decoding.
///
/// The state is exempt from the runtime's exclusivity checks. Decoders and containers must share their state, so coding goes
/// through classes. The runtime records each access to a stored property of a class that spans a call in a thread-local set. With
/// several accesses for each member, this took a quarter of the time of encoding. The contexts follow the rule by their design
/// instead: one thread uses them, and no access to the state spans a call that could come back here.
@usableFromInline
package final class TreeDecodingContext {
    let format: TreeFormat
    // Copies of the format's properties. They are read so often that counting references to the format would cost too much.
    let nullText: UInt64
    let hasOtherNulls: Bool
    /// How values nest, if all scalars are texts.
    let textShape: TextRules.Shape?
    /// Whether rows of a table are decoded; see ``RowColumns``.
    let hasRows: Bool
    /// The object that holds the words and bytes of rows.
    private let rowMemory: AnyObject?
    // SAFETY: see the note on exclusivity above, also for the other properties marked so.
    @safe @exclusivity(unchecked) private(set) var view: TapeView
    /// The strategies, if any differs from the format's.
    @safe @exclusivity(unchecked) private(set) var strategies: CodingStrategies?
    /// Whether the names of members are used as coding keys without conversion.
    @safe @exclusivity(unchecked) private(set) var keepsKeys = true
    /// Whether the parser has checked that no object has a name twice.
    @safe @exclusivity(unchecked) private(set) var hasUniqueNames = false
    /// Whether a `Float` is decoded only from a number that it can hold.
    @safe @exclusivity(unchecked) private(set) var hasExactFloats = false

    /// The keys from the root to the value whose `init(from:)` runs.
    @safe @exclusivity(unchecked) var path = CodingPath()

    /// The start of the next lookup for a member, for each depth. Depths above 7 share these slots.
    @inline(__always)
    subscript(hintAt depth: Int) -> MemberHint {
        // SAFETY: see the note on exclusivity above, as for all accesses to the state.
        get { unsafe MemberHint(bits: state.hints[depth & 7]) }
        set { unsafe state.hints[depth & 7] = newValue.bits }
    }

    /// The document. For a small body it is made on first access.
    package var document: TapeDocument {
        if let root { return root.document }
        if let kept { return kept }
        let (bytes, tape) = view.copies()
        let document = TapeDocument(bytes: bytes, tape: tape)
        kept = document
        return document
    }

    @safe @exclusivity(unchecked) private(set) var kept: TapeDocument?
    /// A body that is read without a document.
    @safe @exclusivity(unchecked) private var small = InlineTape()

    struct State: ~Copyable {
        var hints = SIMD8<UInt64>()
        var kinds = CodingTypeCache<DecodableKind>()
        var shapes = CodingTypeCache<PlannedShape>()
        var containers = KeyedContainers()
        var rows = RowColumns(count: 0, names: nil)
        var memory = PlanMemory()
    }

    @exclusivity(unchecked) var state = State()

    /// The index of a text that counts as a list for a type that reads elements; see ``textValue(_:at:)``.
    @safe @exclusivity(unchecked) var loneText = -1
    /// The last failure that this decoder itself found; its location is the index of the value.
    @safe @exclusivity(unchecked) var lastFailure: CodingFailure<Int>?
    /// The error that decoding throws at its end.
    var refusal: CodingRefusal? {
        get { (root ?? self).ownRefusal }
        set { (root ?? self).ownRefusal = newValue }
    }
    @safe @exclusivity(unchecked) private var ownRefusal: CodingRefusal?
    @safe @exclusivity(unchecked) var convertedNames: [ByteEqualString: String] = [:]
    /// The record of the object that is about to be recorded.
    @safe @exclusivity(unchecked) var record: CodingRecord?
    @safe @exclusivity(unchecked) var plans = PlanUse()
    var userInfo: [CodingUserInfoKey: Any] {
        if let strategies { strategies.userInfo } else { [:] }
    }

    /// The context of which this is a branch. It has the state of the whole decoding.
    let root: TreeDecodingContext?
    /// The object whose members are in ``memberIndices``, or -1.
    let indexedObject: Int
    /// The index of the last value for each name, in the form of the coding keys.
    let memberIndices: [ByteEqualString: Int]?

    /// Creates a branch: the context of a few decoders and containers. Their path differs from the path of the others, or may
    /// soon differ, or their members are found in an index.
    init(
        branchOf context: TreeDecodingContext,
        steps: [CodingStep],
        index: (object: Int, memberIndices: [ByteEqualString: Int])?
    ) {
        root = context.root ?? context
        format = context.format
        nullText = context.nullText
        hasOtherNulls = context.hasOtherNulls
        textShape = context.textShape
        hasRows = false
        rowMemory = nil
        kept = nil
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
        textShape = format.texts?.shape
        hasRows = rowMemory != nil
        self.rowMemory = rowMemory
    }

    convenience init(rowsOf format: TreeFormat, _ strategies: CodingStrategies?, in memory: AnyObject) {
        self.init(format, rowMemory: memory)
        self.strategies = strategies
        hasUniqueNames = true
    }

    /// Makes the context read other words. An empty view means that nothing is read any more.
    @inline(__always)
    func setView(_ view: TapeView) { self.view = view }

    /// Begins decoding a document; see ``begin(_:_:)``.
    ///
    /// - Parameters:
    ///   - strategies: The strategies, if any differs from the format's default.
    ///   - hasUniqueNames: Whether the parser has checked that no object has a name twice.
    ///   - hasExactFloats: Whether a `Float` is decoded only from a number that it can hold.
    package static func begin(
        _ document: TapeDocument,
        _ format: TreeFormat,
        _ strategies: CodingStrategies?,
        hasUniqueNames: Bool = false,
        hasExactFloats: Bool = false
    ) -> TreeDecodingContext {
        let context = begin(format, strategies)
        context.read(document, hasUniqueNames: hasUniqueNames)
        context.hasExactFloats = hasExactFloats
        return context
    }

    /// Begins a decoding that reads nothing yet.
    ///
    /// - Returns: A context. Call `end(_:)` with it afterwards.
    package static func begin(_ format: TreeFormat, _ strategies: CodingStrategies?) -> TreeDecodingContext {
        let context = format.decodingContexts.take() ?? TreeDecodingContext(format)
        context.strategies = strategies
        context.keepsKeys = strategies?.keepsKeys ?? true
        unsafe context.state.hints = SIMD8()
        return context
    }

    /// Reads a document from now on.
    package func read(_ document: TapeDocument, hasUniqueNames: Bool) {
        kept = document
        view = TapeView(document)
        self.hasUniqueNames = hasUniqueNames
    }

    /// Copies a small body, which is read without a document, and makes room for its words. Both may be used until ``end(_:)``.
    package func load(_ body: Span<UInt8>, words: Int) -> (bytes: PaddedBytes, tape: TapeBuffer) {
        small.load(body, words: words)
        return (small.bytes, small.tape)
    }

    /// Reads a number of words of the small body from now on. An object in them may have the index of an earlier one.
    package func readSmall(words: Int) {
        // An attempt to read the body by a plan may have made a document of a part of it.
        kept = nil
        extendSmall(words: words)
        // SAFETY: see the note on exclusivity above.
        unsafe state.hints = SIMD8()
    }

    /// Reads more words of the small body than before.
    @inline(__always)
    package func extendSmall(words: Int) {
        small.used = words
        view = small.view
    }

    /// Lends the memory of the context, and takes it back.
    package func exchange(_ memory: inout PlanMemory) { unsafe swap(&state.memory, &memory) }

    /// Ends a decoding. The context is reused by another one, unless a type has kept a decoder or container of it.
    package static func end(_ context: inout TreeDecodingContext) {
        guard isKnownUniquelyReferenced(&context) else { return }
        context.view = TapeView()
        context.kept = nil
        context.small.trim()
        unsafe context.state.memory.trim()
        context.strategies = nil
        context.hasUniqueNames = false
        context.hasExactFloats = false
        context.lastFailure = nil
        context.ownRefusal = nil
        if !context.convertedNames.isEmpty { context.convertedNames = [:] }
        context.format.decodingContexts.give(context)
    }

    /// Returns the kind of a type.
    @inline(__always)
    func kind<T: Decodable>(of type: T.Type) -> DecodableKind {
        if let known = unsafe state.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return findKind(of: type)
    }

    /// Returns the kind of the type of elements in an array or a dictionary.
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
    /// The index of an absent value, which reads as null.
    package static var absent: Int { Int(UInt32.max) }

    /// Decodes a value that stands alone: the whole document, or one of several that a stream put into one document.
    package func root<T: Decodable>(_ type: T.Type, at index: Int = 0) throws -> T {
        lastFailure = nil
        unsafe state.containers.begin()
        defer { endContainers() }
        let index = view.resolved(index)
        return try unlessRefused { try value(type, kind(of: type), at: index) }
    }

    /// Decodes a value of any type; ``path`` leads to it.
    func value<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        try value(type, kind(of: type), at: index)
    }

    /// Decodes a value of a type whose kind is known.
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
        case .planned(let plan): try unsafe plan._withUnsafeGuaranteedRef { try planned(type, $0, at: index) }
        }
    }

    /// Decodes the value of a member of `parent`.
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

    /// Decodes a member of the object at a place.
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

    // Not inlined: if the context is used in more than one place, its references are counted.
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

    /// Decodes an element of `parent`.
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

    /// Decodes the value that the last step of the path leads to, and removes the step.
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

    /// Decodes a value of any type at a position.
    func value<T: Decodable>(_ type: T.Type, at position: TreeDecodingPosition) throws -> T {
        if position.isTop { return try value(type, at: position.index) }
        return try value(type, at: position.index, under: position.steps)
    }

    /// Decodes a value of any type to which a path other than the context's leads.
    @inline(never)
    private func value<T: Decodable>(_ type: T.Type, at index: Int, under steps: [CodingStep]) throws -> T {
        var other = CodingPath(steps)
        swap(&path, &other)
        defer { swap(&path, &other) }
        return try value(type, at: index)
    }

    /// Decodes a value of a type that reads itself.
    @inline(__always)
    func plainValue<T: Decodable>(_ type: T.Type, at index: Int) throws -> T {
        if textShape != nil { return try textValue(type, at: index) }
        // A type this small holds no text. It is an enumeration, and the compiler's code compares its cases with the text. A
        // UTF-16 unit makes two marks at most.
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

    /// Returns the decoder for the value that ``path`` leads to.
    @inline(__always)
    func decoder(at index: Int) -> TreeDecoder {
        TreeDecoder(position: TreeDecodingPosition(context: self, index: index, depth: path.count))
    }
}
