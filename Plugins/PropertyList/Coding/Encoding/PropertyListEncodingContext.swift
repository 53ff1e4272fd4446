import Mimeograph
import MimeographTree

/// A tape that grows while values are encoded, and the values that are open on it.
///
/// A value's `encode(to:)` runs inside of a frame. The frame's containers write straight to the tape, whose words are those
/// of a document that was read (see ``TapeWord``): a member is the word of its key and whatever the value inside
/// writes. When `encode(to:)` returns the frame is closed. The finished tape is written as XML or binary in one pass, which
/// sorts keys and drops members whose key comes again later, as it does for lists that were read.
///
/// Values that are encoded directly come strictly one inside of the other. Nested containers and `superEncoder()` do
/// not: they may be filled after their siblings, and in turns. Each of these gets a context of its own (a *branch*),
/// which is finished when the frame that it hangs on is closed. A reference to it then replaces the word that was kept for it.
///
/// For `c.encode(1, forKey: .a); var n = c.nestedContainer(…, forKey: .b); c.encode(2, forKey: .c); n.encode(3, …)`:
/// ```
/// tape      dictionary "a" 1 "b" null "c" 2       frame: three members; a branch at word 4
/// branch    dictionary "x" 3
/// closed    dictionary "a" 1 "b" shared(0) "c" 2  the branch is in the store's pool, from its word 0 on
/// ```
///
/// Its state is exempt from the runtime's exclusivity checks. Coding goes through classes, because encoders and containers
/// must share their state, and each access to a stored property of a class that spans a call is recorded by the runtime in
/// a thread-local set. The contexts keep the rule by their shape instead: they are used by one thread, and no access to the
/// state spans a call that could come back here.
final class PropertyListEncodingContext: TreeEncodingContext {
    struct Frame {
        var container = CodingContainer.none
        /// Tells this frame from those before and after it at the same depth.
        var serial: Int
        /// The index of its container's word.
        var start: Int
        /// Members or elements so far.
        var count = 0
        /// Where the frame's entries begin in ``branches``.
        var firstBranch: Int
        /// How many steps of ``path`` lead to it.
        var depth: Int
    }

    /// A nested container or super encoder that waits to be inserted.
    struct Branch {
        /// The index of the word that is kept for it.
        var index: Int
        var context: PropertyListEncodingContext
    }

    var userInfo: [CodingUserInfoKey: Any] { store.userInfo }
    let store: PropertyListEncodingStore
    /// Values around this context's first value.
    let outerDepth: Int

    /// Containers that are open now, those outside included.
    @inline(__always)
    var openContainers: Int {
        get { unsafe state.openContainers }
        _modify { yield unsafe &state.openContainers }
    }

    @inline(__always)
    var words: [UInt64] {
        _read { yield unsafe state.words }
        _modify { yield unsafe &state.words }
    }

    @inline(__always)
    var frames: [Frame] {
        _read { yield unsafe state.frames }
        _modify { yield unsafe &state.frames }
    }

    @inline(__always)
    var branches: [Branch] {
        _read { yield unsafe state.branches }
        _modify { yield unsafe &state.branches }
    }

    /// The keys from the root to the value that is written.
    @inline(__always)
    var path: [CodingStep] {
        _read { yield unsafe state.path }
        _modify { yield unsafe &state.path }
    }

    private struct State {
        var openContainers: Int
        var words: [UInt64] = []
        var frames: [Frame] = []
        var branches: [Branch] = []
        var path: [CodingStep]
        var lastSerial = 0
        /// Whether ``misuse`` tells of one, which is asked for each value.
        var isMisused = false
    }

    @exclusivity(unchecked) private var state: State
    /// The first thing that an encoder was asked for and cannot do; asking could not throw.
    var misuse: EncodingError? {
        didSet { unsafe state.isMisused = misuse != nil }
    }

    init(store: PropertyListEncodingStore, path: [CodingStep] = [], level: Int = 0, outerDepth: Int = 0) {
        self.store = store
        self.outerDepth = outerDepth
        // SAFETY: see the note on exclusivity above, as for all accesses to the state.
        unsafe state = State(openContainers: level, path: path)
    }

    // MARK: Frames

    @inline(__always)
    var frameCount: Int { frames.count }
    @inline(__always)
    func container(ofFrame frame: Int) -> CodingContainer { frames[frame].container }
    @inline(__always)
    func serial(ofFrame frame: Int) -> Int { frames[frame].serial }
    @inline(__always)
    func count(ofFrame frame: Int) -> Int { frames[frame].count }
    @inline(__always)
    func depth(ofFrame frame: Int) -> Int { frames[frame].depth }
    @inline(__always)
    func close(_ frame: Int) { frames[frame].container = .single }

    /// Opens a frame at the end of the tape and gives its index.
    func push() throws -> Int {
        guard outerDepth + frames.count < 2 * CodingContainer.maximumDepth else { throw tooDeep }
        unsafe state.lastSerial &+= 1
        frames.append(
            Frame(
                serial: unsafe state.lastSerial,
                start: words.count,
                firstBranch: branches.count,
                depth: path.count
            )
        )
        return frames.count - 1
    }

    /// Makes the frame a dictionary or an array.
    func open(_ container: CodingContainer, _ frame: Int) {
        frames[frame].container = container
        begin()
    }

    /// Closes the innermost frame.
    func pop(isRoot: Bool = false, of type: (any Any.Type)? = nil) throws {
        guard let frame = frames.last else { return }
        switch frame.container {
        case .single: break
        case .none:
            if isRoot {
                throw nothing(of: type)
            }
            begin()
            end(.dictionary, from: frame.start, count: 0)
        case .keyed, .unkeyed:
            if branches.count > frame.firstBranch { try finishBranches(of: frame) }
            end(frame.container == .keyed ? .dictionary : .array, from: frame.start, count: frame.count)
        }
        if unsafe state.isMisused, let misuse { throw misuse }
        frames.removeLast()
    }

    /// Replaces the words that were kept for branches by references to them.
    private func finishBranches(of frame: Frame) throws {
        for branch in branches[frame.firstBranch...] {
            words[branch.index] = store.keep(try branch.context.finish()).bits
        }
        branches.removeLast(branches.count - frame.firstBranch)
    }

    // MARK: Containers

    /// Begins a container at the end of the tape, whose word is written when it ends.
    @inline(__always)
    func begin() {
        openContainers += 1
        words.append(0)
    }

    /// Ends the innermost container.
    @inline(__always)
    func end(_ container: PropertyListContainer, from start: Int, count: Int) {
        openContainers -= 1
        words[start] = store.word(container, count: count, end: words.count).bits
    }

    @inline(__always)
    func beginElement(of frame: Int) { frames[frame].count += 1 }

    /// Writes the key of the next member of a frame.
    @inline(__always)
    func beginMember(_ name: String, of frame: Int) {
        frames[frame].count &+= 1
        words.append(store.word(of: name).bits)
    }

    /// Everything as it was before a value whose encoding failed.
    struct Mark {
        let words: Int
        let frames: Int
        let openContainers: Int
        let count: Int
    }

    /// Remembers the state before a member or element of the innermost frame.
    @inline(__always)
    func mark() -> Mark {
        Mark(
            words: words.count,
            frames: frames.count,
            openContainers: openContainers,
            count: frames.last?.count ?? 0
        )
    }

    func restore(_ mark: Mark) {
        words.removeLast(words.count - mark.words)
        frames.removeLast(max(0, frames.count - mark.frames))
        while let branch = branches.last, branch.index >= mark.words { branches.removeLast() }
        openContainers = mark.openContainers
        if frames.count > 0 { frames[frames.count - 1].count = mark.count }
    }
}
