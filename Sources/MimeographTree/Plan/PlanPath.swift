import Mimeograph

/// The steps from the root to the value that is being coded, for a format that codes plans itself.
///
/// Few values need their path: only those that code themselves. So the steps are kept as they come, and become a ``CodingPath`` for
/// such a value.
@frozen
@usableFromInline
package struct PlanPath: ~Copyable {
    /// A step: the address of a field, `~` the number of an element, or 0 for the next one of ``names``.
    @usableFromInline var steps = CodingStack<Int>()
    /// The names of members of dictionaries.
    @usableFromInline var names: [String] = []

    @inlinable
    package init() {}

    @inlinable @inline(__always)
    package mutating func append(_ field: UnsafePointer<PlanField>) { steps.append(Int(bitPattern: field)) }

    @inlinable @inline(__always)
    package mutating func append(element: Int) { steps.append(~element) }

    @inlinable @inline(__always)
    package mutating func replaceLast(element: Int) { steps[steps.count &- 1] = ~element }

    @inlinable
    package mutating func append(_ name: String) {
        steps.append(0)
        names.append(name)
    }

    @inlinable @inline(__always)
    package mutating func removeLast() {
        if steps[steps.count &- 1] == 0 { names.removeLast() }
        steps.removeLast(to: steps.count &- 1)
    }

    @inlinable
    package mutating func removeAll() {
        steps.removeLast(to: 0)
        if !names.isEmpty { names = [] }
    }

    var codingPath: CodingPath {
        var path = CodingPath()
        var next = 0
        for index in 0..<steps.count {
            let step = steps[index]
            if step < 0 {
                path.append(index: ~step)
            } else if let field = unsafe UnsafePointer<PlanField>(bitPattern: step) {
                // SAFETY: the address of a field, which is never freed.
                unsafe path.append(field.pointee.step)
            } else {
                path.append(PlainCodingKey(names[next]))
                next += 1
            }
        }
        return path
    }
}
