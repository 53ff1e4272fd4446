/// The steps from the root to the value that is being decoded: a stack whose first step needs no memory of its own.
///
/// Most small bodies have a member or two that are not scalars, and none below them, so that no array is made for them.
struct JSONDecodingPath {
    private var first: JSONPathStep?
    private var rest: [JSONPathStep] = []
    private(set) var count = 0

    init() {}

    init(_ steps: [JSONPathStep]) {
        first = steps.first
        rest = Array(steps.dropFirst())
        count = steps.count
    }

    var steps: [JSONPathStep] {
        guard let first else { return [] }
        return [first] + rest
    }

    @inline(__always)
    mutating func append(_ step: JSONPathStep) {
        if count == 0 { first = step } else { rest.append(step) }
        count &+= 1
    }

    @inline(__always)
    mutating func removeLast() {
        if count > 1 { rest.removeLast() } else { first = nil }
        count = max(0, count &- 1)
    }

    /// Puts another step in the place of the last.
    @inline(__always)
    mutating func replaceLast(with step: JSONPathStep) {
        if count > 1 { rest[count &- 2] = step } else if count == 1 { first = step }
    }
}
