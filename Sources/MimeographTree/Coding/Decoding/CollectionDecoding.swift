public import Mimeograph

// The generic types of the standard library that are read in one go, without their `init(from:)`. Each format has a protocol
// of its own to which they conform, because a method that is generic over the context would look it up for each value.

extension Optional where Wrapped: Decodable {
    /// Reads the value at an index; the context's path leads to it.
    @inlinable
    @inline(__always)
    package init<Context: TreeDecodingContext>(at index: Int, in context: Context) throws {
        if context.isNull(at: index) {
            self = nil
        } else if CodingScalar.includes(Wrapped.self) {
            guard let value = context.scalar(Wrapped.self, at: index) else {
                throw context.scalarFailure(Wrapped.self, at: index, path: context.path.steps)
            }
            self = value
        } else {
            self = try context.value(Wrapped.self, at: index)
        }
    }
}

extension Array where Element: Decodable {
    /// Reads the value at an index; the context's path leads to it.
    @inlinable
    @inline(__always)
    package init<Context: TreeDecodingContext>(at index: Int, in context: Context) throws {
        if Element.self == Double.self {
            self = reinterpret(try [Double](scalars: index, in: context), as: Self.self)
        } else if Element.self == Int.self {
            self = reinterpret(try [Int](scalars: index, in: context), as: Self.self)
        } else if Element.self == String.self {
            self = reinterpret(try [String](scalars: index, in: context), as: Self.self)
        } else if CodingScalar.includes(Element.self) {
            try self.init(scalars: index, in: context)
        } else {
            try self.init(elements: index, in: context)
        }
    }

    @inlinable
    @inline(__always)
    package init<Context: TreeDecodingContext>(elements index: Int, in context: Context) throws {
        let view = context.view
        guard let array = view.array(at: index) else { throw context.noArray(at: index, path: context.path.steps) }
        var current = index + 1
        if array.end <= current {
            self = []
            return
        }
        let kind = context.kind(ofElement: Element.self)
        context.path.append(.index(0))
        // To append to an array of a type that the compiler does not know is slow. The array gets no closure that reads
        // the elements, and `defer` is not used: neither would be specialized for the context.
        let room = Self.room(for: array.count)
        var first = CodingBuffer<Element>(capacity: room)
        do {
            while current < array.end, first.count < room {
                context.path.replaceLast(with: .index(first.count))
                first.append(try context.value(Element.self, kind, at: view.resolved(current)))
                current = view.index(after: current)
            }
            self = first.finish()
            while current < array.end {
                context.path.replaceLast(with: .index(count))
                append(try context.value(Element.self, kind, at: view.resolved(current)))
                current = view.index(after: current)
            }
        } catch {
            context.path.removeLast()
            throw error
        }
        context.path.removeLast()
    }

    /// The fast way where the compiler knows the type.
    @inlinable
    @inline(__always)
    package init<Context: TreeDecodingContext>(scalars index: Int, in context: Context) throws {
        let view = context.view
        guard let array = view.array(at: index) else { throw context.noArray(at: index, path: context.path.steps) }
        self = []
        var current = index + 1
        if array.end <= current { return }
        reserveCapacity(Self.room(for: array.count))
        while current < array.end {
            let value = view.resolved(current)
            guard let scalar = context.scalar(Element.self, at: value) else {
                throw context.scalarFailure(Element.self, at: value, path: context.path.steps + [.index(count)])
            }
            append(scalar)
            current = view.index(after: current)
        }
    }

    /// How many elements to set aside memory for, before they are read: 64 KB at most. What the elements of a hostile body
    /// would take in memory is known only when each has been read.
    @inlinable
    @inline(__always)
    package static func room(for count: Int) -> Int {
        Swift.max(1, Swift.min(count, (1 << 16) / Swift.max(1, MemoryLayout<Element>.stride)))
    }
}

extension Dictionary where Key == String, Value: Decodable {
    /// Reads the value at an index; the context's path leads to it.
    @inlinable
    @inline(__always)
    package init<Context: TreeDecodingContext>(at index: Int, in context: Context) throws {
        let view = context.view
        guard let object = view.object(at: index) else { throw context.noObject(at: index, path: context.path.steps) }
        self.init()
        if object.end > index + 1 { reserveCapacity(Swift.min(object.count, 64)) }
        var current = index + 1
        if CodingScalar.includes(Value.self) {
            while current < object.end {
                let name = context.name(at: current)
                guard StreamSafeText.holds(name) else {
                    let path = context.path.steps + [.key(PlainCodingKey(name))]
                    throw context.unhashable(at: current, path: path)
                }
                let index = view.resolved(current + 1)
                guard let value = context.scalar(Value.self, at: index) else {
                    let path = context.path.steps + [.key(PlainCodingKey(name))]
                    throw context.scalarFailure(Value.self, at: index, path: path)
                }
                self[name] = value
                current = view.index(after: current + 1)
            }
            return
        }
        let kind = context.kind(ofElement: Value.self)
        context.path.append(.index(0))
        do {
            while current < object.end {
                let name = context.name(at: current)
                context.path.replaceLast(with: .key(PlainCodingKey(name)))
                guard StreamSafeText.holds(name) else {
                    throw context.unhashable(at: current, path: context.path.steps)
                }
                // Not through the subscript with nil: an optional value that is null is a value.
                updateValue(try context.value(Value.self, kind, at: view.resolved(current + 1)), forKey: name)
                current = view.index(after: current + 1)
            }
        } catch {
            context.path.removeLast()
            throw error
        }
        context.path.removeLast()
    }
}

extension Set where Element == String {
    /// Reads the texts of an array. The standard library's own `init(from:)` would hash them unseen.
    @inlinable
    @inline(__always)
    package init<Context: TreeDecodingContext>(at index: Int, in context: Context) throws {
        let view = context.view
        guard let array = view.array(at: index) else { throw context.noArray(at: index, path: context.path.steps) }
        self.init()
        var current = index + 1
        var number = 0
        while current < array.end {
            let element = view.resolved(current)
            guard let text = context.string(at: element) else {
                throw context.scalarFailure(String.self, at: element, path: context.path.steps + [.index(number)])
            }
            guard StreamSafeText.holds(text) else {
                throw context.incomparable(at: element, path: context.path.steps + [.index(number)])
            }
            insert(text)
            current = view.index(after: current)
            number += 1
        }
    }
}

/// Memory for the elements of an array that are yet to be read.
///
/// An array of a type that the compiler does not know grows slowly, because each `append` looks up what it needs to know.
@safe
@usableFromInline
package struct CodingBuffer<Element>: ~Copyable {
    @usableFromInline let memory: UnsafeMutablePointer<Element>
    @usableFromInline package private(set) var count = 0

    @inlinable
    @inline(__always)
    package init(capacity: Int) { unsafe memory = .allocate(capacity: capacity) }

    deinit {
        // SAFETY: so many elements are initialized, and nothing else uses the memory.
        unsafe memory.deinitialize(count: count)
        unsafe memory.deallocate()
    }

    /// Appends an element; the caller has seen that the count is below the capacity.
    @inlinable
    @inline(__always)
    package mutating func append(_ element: consuming Element) {
        // SAFETY: there is room for it.
        unsafe (memory + count).initialize(to: element)
        count &+= 1
    }

    /// The elements; the buffer is empty afterwards.
    @inlinable
    @inline(__always)
    package mutating func finish() -> [Element] {
        let (memory, count) = unsafe (memory, count)
        self.count = 0
        // The standard library would write a count of 0 into the empty array that all threads share.
        if count == 0 { return [] }
        // SAFETY: the elements move, and are not deinitialized here any more.
        return unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let base = buffer.baseAddress { unsafe base.moveInitialize(from: memory, count: count) }
            initialized = count
        }
    }
}
