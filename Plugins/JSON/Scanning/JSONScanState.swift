/// Where a scan stands, between two values; it can go on from here with a larger tape.
struct JSONScanState {
    /// The offset of the next value's first byte.
    var cursor: Int
    /// Words of the tape that are written.
    var used = 0
    /// The index of the innermost open container's word; without meaning where `depth` is zero.
    var container = 0
    /// Elements or members of that container so far.
    var count = 0
    /// Open containers.
    var depth = 0
    /// How many more values the limits allow.
    var remaining: Int
    /// The white space that is expected.
    var prediction = JSONSpacePrediction()

    init(cursor: Int, remaining: Int) {
        self.cursor = cursor
        self.remaining = remaining
    }
}

/// What a scan must hold to.
struct JSONScanRules {
    let stripping: JSONNullStripping
    let depth: Int
    /// Whether the scan ends after the first value, and what follows that is not its business.
    var endsAfterRoot = false
}

/// How a scan ended.
enum JSONScanOutcome: Equatable {
    case done
    /// The tape is full; the state says where to go on.
    case needsSpace
    case parseError(JSONParseError)

    static func == (left: JSONScanOutcome, right: JSONScanOutcome) -> Bool {
        switch (left, right) {
        case (.done, .done), (.needsSpace, .needsSpace): true
        default: false
        }
    }
}
