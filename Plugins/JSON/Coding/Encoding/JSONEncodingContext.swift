import Mimeograph
import MimeographTree

/// One text that grows while values are encoded, and the values that are open in it.
///
/// A value's `encode(to:)` runs inside of a frame. The frame's containers write straight into the text: a member is its
/// name, a colon, and whatever the value inside writes. When `encode(to:)` returns the frame is closed.
///
/// Values that are encoded directly come strictly one inside of the other. Nested containers and `superEncoder()` do
/// not: they may be filled after their siblings, and in turns. Each of these gets a context of its own (a *branch*),
/// whose text is inserted when the frame that it hangs on is closed.
///
/// For `c.encode(1, forKey: .a); var n = c.nestedContainer(…, forKey: .b); c.encode(2, forKey: .c); n.encode(3, …)`:
/// ```
/// text      {"a":1,"b":,"c":2          frame: members a, b, c; branch at member b
/// branch    {"x":3
/// closed    {"a":1,"b":{"x":3},"c":2}
/// ```
///
/// Its state is exempt from the runtime's exclusivity checks. Coding goes through classes, because decoders and containers
/// must share their state, and each access to a stored property of a class that spans a call is recorded by the runtime in
/// a thread-local set; with several accesses for each member that was a quarter of the time of encoding. The contexts keep
/// the rule by their shape instead: they are used by one thread, and no access to the state spans a call that could come
/// back here.
final class JSONEncodingContext: TreeEncodingContext {
    struct Frame: BitwiseCopyable {
        var container = CodingContainer.none
        /// Tells this frame from those before and after it at the same depth.
        var serial = 0
        /// Where the frame's first byte is, and where the first member or element begins.
        var start = 0
        /// Members or elements so far.
        var count = 0
        /// Where the frame's entries begin in ``members`` and ``branches``.
        var firstMember = 0
        var firstBranch = 0
        /// How many steps of ``path`` lead to it.
        var depth = 0
    }

    /// A member of an open object.
    struct Member: BitwiseCopyable {
        /// The offset of the quotation mark before the name, and the one after that behind it.
        var start: Int
        var nameEnd: Int
    }

    /// A nested container or super encoder that waits to be inserted.
    struct Branch {
        /// The number of the member or element that it is the value of.
        var index: Int
        /// Where in the text it belongs.
        var offset: Int
        var context: JSONEncodingContext
    }

    var userInfo: [CodingUserInfoKey: Any] { settings.userInfo }
    let settings: JSONEncodingSettings
    let isPretty: Bool
    /// Values around this context's first value.
    let outerDepth: Int

    /// Containers that are open now, those outside included.
    @inline(__always)
    var openContainers: Int {
        get { unsafe state.openContainers }
        _modify { yield unsafe &state.openContainers }
    }

    @inline(__always)
    var text: JSONByteWriter {
        _read { yield unsafe state.text }
        _modify { yield unsafe &state.text }
    }

    @inline(__always)
    var frames: JSONStack<Frame> {
        _read { yield unsafe state.frames }
        _modify { yield unsafe &state.frames }
    }

    @inline(__always)
    var members: JSONStack<Member> {
        _read { yield unsafe state.members }
        _modify { yield unsafe &state.members }
    }

    /// For each of the members a number that tells most different names apart.
    @inline(__always)
    var fingerprints: JSONStack<UInt32> {
        _read { yield unsafe state.fingerprints }
        _modify { yield unsafe &state.fingerprints }
    }

    @inline(__always)
    var branches: [Branch] {
        get { unsafe state.branches }
        _modify { yield unsafe &state.branches }
    }

    /// The keys from the root to the value that is written.
    @inline(__always)
    var path: [CodingStep] {
        get { unsafe state.path }
        _modify { yield unsafe &state.path }
    }

    private struct State: ~Copyable {
        var openContainers: Int
        var text: JSONByteWriter
        var frames = JSONStack<Frame>()
        var members = JSONStack<Member>()
        var fingerprints = JSONStack<UInt32>()
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

    init(
        settings: JSONEncodingSettings,
        path: [CodingStep] = [],
        level: Int = 0,
        outerDepth: Int = 0,
        capacity: Int = 1_024
    ) {
        self.settings = settings
        self.outerDepth = outerDepth
        isPretty = settings.isPretty
        // SAFETY: see the note on exclusivity above, as for all accesses to the state.
        unsafe state = State(openContainers: level, text: JSONByteWriter(capacity: capacity), path: path)
    }

    /// The text of a whole document.
    func document<T: Encodable>(_ value: T) throws -> [UInt8] {
        try element(value, JSONEncodableKind(of: T.self), isRoot: true)
        return text.finish()
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

    /// Opens a frame at the end of the text and gives its index.
    func push() throws -> Int {
        guard outerDepth + frames.count < 2 * CodingContainer.maximumDepth else { throw tooDeep }
        unsafe state.lastSerial &+= 1
        frames.append(
            Frame(
                serial: unsafe state.lastSerial,
                start: text.count,
                firstMember: members.count,
                firstBranch: branches.count,
                depth: path.count
            )
        )
        return frames.count - 1
    }

    /// Makes the frame an object or an array.
    func open(_ container: CodingContainer, _ frame: Int) {
        frames[frame].container = container
        begin(isObject: container == .keyed)
    }

    /// Closes the innermost frame.
    func pop(isRoot: Bool = false, of type: (any Any.Type)? = nil) throws {
        guard frames.count > 0 else { return }
        let frame = frames[frames.count - 1]
        switch frame.container {
        case .single: break
        case .none:
            if isRoot {
                throw nothing(of: type)
            }
            open(.keyed, frames.count - 1)
            end(isObject: true, isEmpty: true)
        case .keyed, .unkeyed:
            try finishMembers(of: frame)
            end(isObject: frame.container == .keyed, isEmpty: frame.count == 0)
        }
        if unsafe state.isMisused, let misuse { throw misuse }
        frames.removeLast(to: frames.count - 1)
    }

    // MARK: Containers

    /// Begins an object or an array at the end of the text.
    @inline(__always)
    func begin(isObject: Bool) {
        openContainers += 1
        text.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    }

    /// Ends the innermost object or array.
    @inline(__always)
    func end(isObject: Bool, isEmpty: Bool) {
        openContainers -= 1
        if isPretty {
            // An empty container holds an empty line, as Foundation lays it out.
            if isEmpty { text.append(UInt8(ascii: "\n")) }
            breakPrettyLine()
        }
        text.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    /// Everything as it was before a value whose encoding failed.
    struct Mark {
        let text: Int
        let frames: Int
        let members: Int
        let branches: Int
        let openContainers: Int
        let count: Int
    }

    /// Remembers the state before a member or element of the innermost frame.
    @inline(__always)
    func mark() -> Mark {
        Mark(
            text: text.count,
            frames: frames.count,
            members: members.count,
            branches: branches.count,
            openContainers: openContainers,
            count: frames.count > 0 ? frames[frames.count - 1].count : 0
        )
    }

    func restore(_ mark: Mark) {
        text.truncate(to: mark.text)
        frames.removeLast(to: mark.frames)
        members.removeLast(to: mark.members)
        fingerprints.removeLast(to: mark.members)
        branches.removeLast(max(0, branches.count - mark.branches))
        openContainers = mark.openContainers
        if frames.count > 0 { frames[frames.count - 1].count = mark.count }
    }
}
