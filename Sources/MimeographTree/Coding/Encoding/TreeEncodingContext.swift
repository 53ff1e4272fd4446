import Mimeograph

/// The state that all encoders and containers of one encoding share: a growing tape, and the values that are open on it.
///
/// A value's `encode(to:)` runs in a frame. The containers of the frame write directly to the tape, in the words of a parsed
/// document (see ``TapeWord``). A member is the word of its key, and then the words of its value. When `encode(to:)` returns, the
/// frame is closed. A printer writes the finished tape in one pass. As for a parsed document, it sorts keys and drops members
/// whose key comes again later.
///
/// Values that are encoded directly are strictly nested. Nested containers and `superEncoder()` are not: they may be filled after
/// their siblings, and alternately. Each of these (a *branch*) is written to the end of another context's tape. The branch is
/// finished when its frame is closed, or earlier if only the encoding still refers to it. From then on its word refers to its
/// value, and its context takes the next branch.
///
/// For `c.encode(1, forKey: .a); var n = c.nestedContainer(…, forKey: .b); c.encode(2, forKey: .c); n.encode(3, …)`:
/// ```
/// tape      object "a" 1 "b" shared(0, 0) "c" 2     frame: three members; branch 0 at word 4
/// context 1 object "x" 3
/// closed    object "a" 1 "b" shared(1, 0) "c" 2     the value at index 0 of context 1
/// document  object "a" 1 "b" object "x" 3 "c" 2
/// ```
///
/// The state is exempt from the runtime's exclusivity checks, for the reason given in ``TreeDecodingContext``. One thread uses
/// the state, and no access to it spans a call that could come back here.
@usableFromInline
package final class TreeEncodingContext {
    struct Frame: BitwiseCopyable {
        var container = CodingContainer.none
        /// A number that distinguishes this frame from others at the same depth.
        var serial = 0
        /// The index of its container's word.
        var start = 0
        /// The number of members or elements so far.
        var count = 0
        /// The index of the frame's first entry in ``branches``.
        var firstBranch = 0
        /// The number of steps of ``path`` that lead to it.
        var depth = 0
        /// The offset of the last member's name, and whether each offset was greater than the one before.
        var lastName = -1
        var hasRisingNames = true
        /// Whether it has, or had, a branch.
        var hasBranches = false
        /// The number of open branches at which it finishes those to which only the encoding refers.
        var openBranchLimit = Branch.fewest
    }

    /// A nested container or super encoder that is not finished.
    struct Branch: BitwiseCopyable {
        /// The index of the word that stands for it.
        let index: Int
        /// The number of its context, counted from 1, and the index of its value there.
        let context: Int
        let start: Int
        /// Whether it stays open as long as its frame, because opening it again would cost too much.
        var staysOpen = false

        /// The number of branches that may always be open.
        static var fewest: UInt32 { 4 }
        /// The largest finished branch, in words, that is copied each time it is requested again.
        static var mostCopied: Int { 16 }
    }

    let format: TreeFormat
    // SAFETY: see the note on exclusivity above, also for the other properties marked so.
    @safe @exclusivity(unchecked) private(set) var strategies: CodingStrategies?
    // Copies of properties that are read so often that counting references to their owners would cost too much.
    @safe @exclusivity(unchecked) private(set) var keepsKeys: Bool
    /// Whether non-finite numbers are rejected. If they are neither rejected nor written, texts stand for them.
    @safe @exclusivity(unchecked) private(set) var refusesNonFinite: Bool
    let writesNonFinite: Bool
    /// How values nest, if all scalars are texts.
    let textShape: TextRules.Shape?
    /// Whether an optional property that is nil is written as null.
    @safe @exclusivity(unchecked) private(set) var writesAbsent: Bool
    /// The number of values around this context's first value.
    @safe @exclusivity(unchecked) var outerDepth: Int
    /// The context of the whole encoding, if this one is for its branches.
    let root: TreeEncodingContext?

    struct State: ~Copyable {
        var words: CodingStack<UInt64>
        var content: EncodedContent
        /// The innermost frame, or an empty one.
        var top = Frame()
        /// The frames around the innermost one, beginning with the empty one.
        var outer = CodingStack<Frame>()
        var openContainers = 0
        var lastSerial = 0
        /// Whether ``misuse`` is set, which is checked for each value.
        var isMisused = false
        var path = CodingPath()
        /// For arrays and dictionaries that are written directly: the number of the current element, or `~` the index of the
        /// current key.
        var positions = CodingStack<Int>()
        var branches = CodingStack<Branch>()
        /// The members of frames that have branches and many members, by the serial numbers of the frames.
        var memberNames: [Int: MemberNames] = [:]
        var kinds = CodingTypeCache<EncodableKind>()
        /// The notes for types, in a format of texts.
        var notes = CodingTypeCache<TypeNote>()
        var shapes = CodingTypeCache<PlannedShape>()
        var containers = KeyedContainers()
        var planPath = PlanPath()

        @inline(__always)
        init(words: Int, content: Int) {
            self.words = CodingStack(capacity: words)
            self.content = EncodedContent(capacity: content)
        }

        /// Removes the values, and keeps what is known about types. Serial numbers continue, so no earlier encoder matches.
        mutating func clear() {
            if words.capacity > State.mostWords { words = CodingStack(capacity: 128) } else { words.removeLast(to: 0) }
            content.clear()
            top = Frame()
            outer.removeLast(to: 0)
            openContainers = 0
            if path.count > 0 { path = CodingPath() }
            positions.removeLast(to: 0)
            if !memberNames.isEmpty { memberNames = [:] }
        }

        /// The number of words that an idle context keeps room for: 64 KB.
        private static var mostWords: Int { 1 << 13 }
    }

    // It has no accessor: in unoptimized builds, Swift 6.3 reads a yielded value after it is gone.
    @safe @exclusivity(unchecked) var state: State

    /// The first misuse of an encoder in a call that could not throw.
    @safe @exclusivity(unchecked) var misuse: (any Error)? {
        didSet { state.isMisused = misuse != nil }
    }
    /// The contexts of all branches. Nothing else in the encoding refers to one, so its reference count shows whether a program
    /// does.
    @safe @exclusivity(unchecked) var branchContexts: [TreeEncodingContext] = []
    /// The numbers, counted from 1, of contexts without an open branch: first the idle ones, then those to which a program
    /// referred.
    @safe @exclusivity(unchecked) var idleBranchContexts: [Int] = []
    @safe @exclusivity(unchecked) var heldBranchContexts: [Int] = []
    /// A counter that chooses which of the held contexts is checked next.
    @safe @exclusivity(unchecked) var nextHeld = 0
    /// Whether an object has a name twice. The last one counts.
    @safe @exclusivity(unchecked) package var repeatsNames = false
    @safe @exclusivity(unchecked) var convertedNames: [ByteEqualString: String] = [:]
    /// The record of the frame that is about to be recorded.
    @safe @exclusivity(unchecked) var record: CodingRecord?
    @safe @exclusivity(unchecked) var plans = PlanUse()
    var userInfo: [CodingUserInfoKey: Any] {
        if let strategies { strategies.userInfo } else { [:] }
    }

    package init(_ format: TreeFormat, _ strategies: CodingStrategies?) {
        self.format = format
        self.strategies = strategies
        keepsKeys = strategies?.keepsKeys ?? true
        writesNonFinite = format.hasNonFiniteNumbers
        refusesNonFinite = !format.hasNonFiniteNumbers && strategies?.nonFinite == nil
        textShape = format.texts?.shape
        writesAbsent = strategies?.writesAbsent ?? false
        outerDepth = 0
        root = nil
        state = State(words: 128, content: 512)
    }

    /// Begins an encoding with a context that was used before, if there is one.
    ///
    /// - Returns: A context. Call `end(_:)` with it when the encoded value is no longer needed.
    package static func begin(_ format: TreeFormat, _ strategies: CodingStrategies?) -> TreeEncodingContext {
        guard let context = format.encodingContexts.take() else { return TreeEncodingContext(format, strategies) }
        context.strategies = strategies
        context.keepsKeys = strategies?.keepsKeys ?? true
        context.refusesNonFinite = !format.hasNonFiniteNumbers && strategies?.nonFinite == nil
        context.writesAbsent = strategies?.writesAbsent ?? false
        return context
    }

    /// Ends an encoding. The context is reused by another one, unless a type has kept an encoder or container of it.
    package static func end(_ context: inout TreeEncodingContext) {
        context.forgetFailures()
        guard isKnownUniquelyReferenced(&context) else { return }
        context.state.content.forgetNames()
        context.clear()
        context.strategies = nil
        if !context.convertedNames.isEmpty { context.convertedNames = [:] }
        context.format.encodingContexts.give(context)
    }

    /// Removes the encoded value, so that another one can be encoded.
    @usableFromInline
    package func clear() {
        forgetFailures()
        state.clear()
        repeatsNames = false
    }

    /// Removes what a failed encoding leaves: branches, which refer to the encoding, and an error, which may refer to a value.
    private func forgetFailures() {
        if state.isMisused { misuse = nil }
        state.branches.removeLast(to: 0)
        if !branchContexts.isEmpty { forgetBranches() }
    }

    /// Creates a context for branches. The first one belongs to the innermost frame of another context.
    init(branchOf context: TreeEncodingContext) {
        format = context.format
        strategies = context.strategies
        keepsKeys = context.keepsKeys
        writesNonFinite = context.writesNonFinite
        refusesNonFinite = context.refusesNonFinite
        textShape = context.textShape
        writesAbsent = context.writesAbsent
        outerDepth = context.outerDepth + context.frameCount
        root = context.root ?? context
        state = State(words: 0, content: 0)
    }

    /// Returns the kind of a type.
    @inline(__always)
    func kind<T: Encodable>(of type: T.Type) -> EncodableKind {
        if let known = state.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return findKind(of: type)
    }

    /// Returns the kind of the type of elements in an array or a dictionary.
    @inline(__always)
    func kind<T: Encodable>(ofElement type: T.Type) -> EncodableKind {
        if let known = state.kinds.kind(of: ObjectIdentifier(type)) { return known }
        return findKind(ofElement: type)
    }

    @inline(never)
    private func findKind<T: Encodable>(of type: T.Type) -> EncodableKind {
        var kind = root?.kind(of: type) ?? EncodableKind(of: type, in: format)
        if textShape != nil { kind = kind.exact(for: type) }
        state.kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }

    @inline(never)
    private func findKind<T: Encodable>(ofElement type: T.Type) -> EncodableKind {
        let kind = root?.kind(ofElement: type) ?? EncodableKind(of: type, in: format).exact(for: type)
        state.kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }
}

/// The container of a frame of an encoding.
enum CodingContainer: BitwiseCopyable {
    /// Nothing yet.
    case none
    /// A single value, which is written.
    case single
    case keyed, unkeyed

    /// The largest number of nested containers, which is a parser's default limit.
    ///
    /// Twice as many values may be nested, if some are only in single-value containers.
    static var maximumDepth: Int { PlanWalk.maximumDepth }
}

// MARK: - Frames

extension TreeEncodingContext {
    @inline(__always)
    var frameCount: Int { state.outer.count }

    /// Returns a frame by its number, counted from the outermost.
    func frame(_ number: Int) -> Frame? {
        if number + 1 == frameCount { return state.top }
        return number >= 0 && number < frameCount ? state.outer[number + 1] : nil
    }

    /// Opens a frame at the end of the tape.
    @inline(__always)
    func push() throws {
        guard outerDepth &+ frameCount < 2 &* CodingContainer.maximumDepth else { throw tooDeep }
        state.outer.append(state.top)
        state.lastSerial &+= 1
        state.top = Frame(
            serial: state.lastSerial,
            start: state.words.count,
            firstBranch: state.branches.count,
            depth: state.path.count
        )
    }

    @inline(__always)
    func pop() throws {
        switch state.top.container {
        case .single: break
        case .none: appendNothing()
        case .keyed, .unkeyed:
            if state.top.hasBranches { try finishBranches() }
            // The names of most types come in the order of their first appearance.
            if !state.top.hasRisingNames || !state.content.knowsAllNames { compareNames() }
            end(state.top.container == .keyed ? .object : .array, from: state.top.start, count: state.top.count)
        }
        if state.isMisused, let misuse { throw misuse }
        state.top = state.outer[state.outer.count &- 1]
        state.outer.removeLast(to: state.outer.count &- 1)
    }

    /// The encoder for the innermost frame.
    @inline(__always)
    var encoder: TreeEncoder { TreeEncoder(context: self, frame: frameCount &- 1, serial: state.top.serial) }

    // MARK: Containers

    /// Begins a container at the end of the tape. Its word is written when it ends.
    @inline(__always)
    func begin() {
        state.openContainers &+= 1
        append(TapeWord(.null))
    }

    @inline(__always)
    func end(_ tag: TapeWord.Tag, from start: Int, count: Int) {
        state.openContainers &-= 1
        let end = state.words.count
        if end > Int(UInt32.max) { state.content.overfill() }
        state.words[start] = TapeWord(tag, payload: min(count, TapeWord.maximumPayload), offset: end).bits
    }

    /// Writes the key of the next member of the innermost frame, and makes room for a scalar.
    @inline(__always)
    func beginMember(_ name: String) {
        state.top.count &+= 1
        append(name: name)
    }

    @inline(__always)
    private func append(name: String) {
        state.words.reserve(4)
        let word = state.content.word(ofName: name)
        state.words.appendReserved(word.bits)
        if word.offset <= state.top.lastName { state.top.hasRisingNames = false }
        state.top.lastName = word.offset
    }

    /// The state before a value whose encoding may fail.
    struct Mark {
        let words: Int
        let frames: Int
        let openContainers: Int
        let count: Int
        let content: EncodedContent.Mark
        let isMisused: Bool
    }

    /// Returns the state before a member or element of the innermost frame.
    @inline(__always)
    func mark() -> Mark {
        Mark(
            words: state.words.count,
            frames: frameCount,
            openContainers: state.openContainers,
            count: state.top.count,
            content: state.content.mark,
            isMisused: state.isMisused
        )
    }

    @inline(never)
    func restore(_ mark: Mark) {
        state.words.removeLast(to: mark.words)
        if let inner = frame(mark.frames) {
            dropBranches(from: inner.firstBranch)
            state.top = state.outer[mark.frames]
            state.outer.removeLast(to: mark.frames)
            if !state.memberNames.isEmpty {
                state.memberNames = state.memberNames.filter { $0.key <= state.top.serial }
            }
        }
        state.openContainers = mark.openContainers
        state.top.count = mark.count
        state.content.restore(mark.content)
        if !mark.isMisused { misuse = nil }
    }
}

// MARK: - Paths and errors

extension TreeEncodingContext {
    /// Returns the steps that lead to a frame, or to the value that is being written.
    func steps(_ depth: Int = Int.max) -> [CodingStep] {
        state.path.steps.prefix(depth).map { step in
            guard case .index(let slot) = step, slot < 0 else { return step }
            let position = state.positions[~slot]
            if position >= 0 { return .index(position) }
            return .key(PlainCodingKey(state.content.string(of: TapeWord(bits: state.words[~position]))))
        }
    }

    /// Begins the elements of an array, or the members of a dictionary, that are written directly. Returns the slot for the
    /// number of the current one.
    @inline(__always)
    func beginPositions() -> Int {
        let slot = state.positions.count
        state.positions.append(0)
        // One step for all of them; a negative index refers to a position.
        state.path.append(index: ~slot)
        return slot
    }

    @inline(__always)
    func endPositions() {
        state.path.removeLast()
        state.positions.removeLast(to: state.positions.count &- 1)
    }

    /// Throws if no more containers may be opened.
    @inline(__always)
    package func checkDepth() throws {
        guard state.openContainers < CodingContainer.maximumDepth else { throw tooDeep }
    }

    @inline(never)
    package var tooDeep: any Error {
        EncodingError.invalidValue(
            steps().last.map { $0.codingKey.stringValue } ?? "",
            errorContext("Containers are nested more than \(CodingContainer.maximumDepth) deep.")
        )
    }

    /// Returns the error for a number that the format cannot write.
    @inline(never)
    func unwritable<T>(_ value: T, below step: CodingStep? = nil) -> any Error {
        EncodingError.invalidValue(value, errorContext(format.unwritableNumber, below: step))
    }

    func errorContext(_ description: String, below step: CodingStep? = nil) -> EncodingError.Context {
        EncodingError.Context(
            codingPath: (steps() + (step.map { [$0] } ?? [])).codingPath,
            debugDescription: description
        )
    }
}
