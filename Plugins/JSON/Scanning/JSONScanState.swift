/// The state of a scan between two values. The scan can continue from it with a larger tape.
struct JSONScanState {
    /// The offset of the next value's first byte.
    var cursor: Int
    /// The number of words written to the tape.
    var used = 0
    /// The index of the innermost open container's word; meaningless if `depth` is zero.
    var container = 0
    /// The number of elements or members of that container so far.
    var count = 0
    /// The number of open containers.
    var depth = 0
    /// The byte that ends the innermost open container; zero outside of all containers. A scan sets it.
    var end: UInt8 = 0
    /// The number of further values that the limits allow.
    var remaining: Int
    /// The expected white space.
    var prediction = JSONSpacePrediction()

    init(cursor: Int, remaining: Int) {
        self.cursor = cursor
        self.remaining = remaining
    }
}

/// The state of a running scan, in memory.
///
/// The loop needs more variables than a processor has registers. If the rarely needed ones were local, the compiler would move all
/// of them between registers and the stack in each turn.
@safe
struct JSONRunningState {
    private let pointer: UnsafeMutablePointer<JSONScanState>

    /// Uses a state for as long as the pointer is valid.
    @unsafe
    init(_ pointer: UnsafeMutablePointer<JSONScanState>) {
        // SAFETY: the caller guarantees that the pointer is valid.
        unsafe self.pointer = pointer
    }

    @inline(__always)
    var value: JSONScanState {
        get { unsafe pointer.pointee }
        nonmutating _modify { yield unsafe &pointer.pointee }
    }
}

/// The rules of a scan.
struct JSONScanRules {
    let stripping: JSONNullStripping
    let depth: Int
    /// Whether the scan ends after the first value and ignores the rest.
    var endsAfterRoot = false
}

/// The outcome of a scan.
enum JSONScanOutcome: Equatable {
    case done
    /// The tape is full; the scan can continue from the state.
    case needsSpace
    case parseError(JSONParseError)

    static func == (left: JSONScanOutcome, right: JSONScanOutcome) -> Bool {
        switch (left, right) {
        case (.done, .done), (.needsSpace, .needsSpace): true
        default: false
        }
    }
}
