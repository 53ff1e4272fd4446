import Mimeograph

/// The steps from the root to the value that is being decoded: a stack whose first step needs no memory of its own.
///
/// Most small bodies have a member or two that are not scalars, and none below them, so that no array is made for them.
@usableFromInline
package struct CodingPath {
    @usableFromInline var first: CodingStep?
    @usableFromInline var rest: [CodingStep] = []
    @usableFromInline package private(set) var count = 0

    @inlinable
    package init() {}

    @usableFromInline
    package init(_ steps: [CodingStep]) {
        first = steps.first
        rest = Array(steps.dropFirst())
        count = steps.count
    }

    @usableFromInline
    package var steps: [CodingStep] {
        guard let first else { return [] }
        return [first] + rest
    }

    @inlinable
    @inline(__always)
    package mutating func append(_ step: CodingStep) {
        if count == 0 { first = step } else { rest.append(step) }
        count &+= 1
    }

    @inlinable
    @inline(__always)
    package mutating func removeLast() {
        if count > 1 { rest.removeLast() } else { first = nil }
        count = max(0, count &- 1)
    }

    /// Replaces the last step.
    @inlinable
    @inline(__always)
    package mutating func replaceLast(with step: CodingStep) {
        if count > 1 { rest[count &- 2] = step } else if count == 1 { first = step }
    }
}

/// One step of a coding path, made into a `CodingKey` only when it is asked for.
@usableFromInline
package enum CodingStep {
    case key(any CodingKey)
    case index(Int)

    @usableFromInline
    package var codingKey: any CodingKey {
        switch self {
        case .key(let key): key
        case .index(let index): PlainCodingKey(index: index)
        }
    }
}

extension Sequence<CodingStep> {
    /// The steps as the standard library has them.
    @usableFromInline
    package var codingPath: [any CodingKey] { map(\.codingKey) }
}
