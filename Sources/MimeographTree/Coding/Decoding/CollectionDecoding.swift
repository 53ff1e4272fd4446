import Mimeograph

/// The way in which the decoder handles a type.
typealias DecodableKind = CodingKind<any TreeDecodableComposite.Type>

extension DecodableKind {
    init<T: Decodable>(of type: T.Type, in format: TreeFormat) {
        self.init(of: type, in: format, strings: [String].self, integers: [Int].self, doubles: [Double].self)
    }
}

/// A generic type of the standard library that the decoder reads directly, without its `init(from:)`.
protocol TreeDecodableComposite {
    /// Decodes the value at an index. The context's path leads to it.
    static func decode(at index: Int, from context: TreeDecodingContext) throws -> Self
}

extension Optional: TreeDecodableComposite where Wrapped: Decodable {
    static func decode(at index: Int, from context: TreeDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }

    @inline(__always)
    private init(at index: Int, in context: TreeDecodingContext) throws {
        if context.isNil(at: index, for: Wrapped.self) {
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

extension Array: TreeDecodableComposite where Element: Decodable {
    static func decode(at index: Int, from context: TreeDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }

    @inline(__always)
    private init(at index: Int, in context: TreeDecodingContext) throws {
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

    @inline(__always)
    private init(elements index: Int, in context: TreeDecodingContext) throws {
        let view = context.view
        guard let array = context.array(at: index) else { throw context.noArray(at: index, path: context.path.steps) }
        var current = array.start
        if array.end <= current {
            self = []
            return
        }
        let kind = context.kind(ofElement: Element.self)
        context.path.append(index: 0)
        // Appending to an array of a type that the compiler does not know is slow. The code uses neither a closure that reads the
        // elements nor `defer`, because neither would be specialized for the context.
        let room = Self.room(for: array.count)
        var first = CodingBuffer<Element>(capacity: room)
        do {
            while current < array.end, first.count < room {
                context.path.replaceLast(index: first.count)
                first.append(try context.value(Element.self, kind, at: view.resolved(current)))
                current = view.index(after: current)
            }
            self = first.finish()
            while current < array.end {
                context.path.replaceLast(index: count)
                append(try context.value(Element.self, kind, at: view.resolved(current)))
                current = view.index(after: current)
            }
        } catch {
            context.path.removeLast()
            throw error
        }
        context.path.removeLast()
    }

    /// The fast path for types that the compiler knows.
    @inline(__always)
    private init(scalars index: Int, in context: TreeDecodingContext) throws {
        let view = context.view
        guard let array = context.array(at: index) else { throw context.noArray(at: index, path: context.path.steps) }
        self = []
        var current = array.start
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

    /// Returns the number of elements to reserve memory for, which is 64 KB at most. The memory that the elements of a hostile
    /// body need is known only when each has been read.
    @inline(__always)
    private static func room(for count: Int) -> Int {
        Swift.max(1, Swift.min(count, (1 << 16) / Swift.max(1, MemoryLayout<Element>.stride)))
    }
}

extension Dictionary: TreeDecodableComposite where Key == String, Value: Decodable {
    static func decode(at index: Int, from context: TreeDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }

    @inline(__always)
    private init(at index: Int, in context: TreeDecodingContext) throws {
        let view = context.view
        guard let object = context.members(at: index) else {
            throw context.noObject(at: index, path: context.path.steps)
        }
        self.init()
        if object.end > object.start { reserveCapacity(Swift.min(object.count, 64)) }
        var current = object.start
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
        context.path.append(index: 0)
        do {
            while current < object.end {
                let name = context.name(at: current)
                context.path.replaceLast(PlainCodingKey(name))
                guard StreamSafeText.holds(name) else {
                    throw context.unhashable(at: current, path: context.path.steps)
                }
                // Not through the subscript with nil, which would remove the key: null is a valid value of an optional.
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

extension Set: TreeDecodableComposite where Element == String {
    static func decode(at index: Int, from context: TreeDecodingContext) throws -> Self {
        try Self(at: index, in: context)
    }

    /// Reads the texts of an array. The standard library's own `init(from:)` would hash them without a check.
    @inline(__always)
    private init(at index: Int, in context: TreeDecodingContext) throws {
        let view = context.view
        guard let array = context.array(at: index) else { throw context.noArray(at: index, path: context.path.steps) }
        self.init()
        var current = array.start
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

/// Memory for the elements of an array before they are read.
///
/// An array of a type that the compiler does not know grows slowly, because each `append` looks up the type's metadata.
@safe
struct CodingBuffer<Element>: ~Copyable {
    let memory: UnsafeMutablePointer<Element>
    private(set) var count = 0

    @inline(__always)
    init(capacity: Int) { unsafe memory = .allocate(capacity: capacity) }

    deinit {
        // SAFETY: `count` elements are initialized, and nothing else uses the memory.
        unsafe memory.deinitialize(count: count)
        unsafe memory.deallocate()
    }

    /// Appends an element. The caller has checked that the count is below the capacity.
    @inline(__always)
    mutating func append(_ element: consuming Element) {
        // SAFETY: there is room for it.
        unsafe (memory + count).initialize(to: element)
        count &+= 1
    }

    /// Returns the elements and empties the buffer.
    @inline(__always)
    mutating func finish() -> [Element] {
        let (memory, count) = unsafe (memory, count)
        self.count = 0
        // The standard library would write a count of 0 into the empty array that all threads share.
        if count == 0 { return [] }
        // SAFETY: the elements move, and are not deinitialized here again.
        return unsafe [Element](unsafeUninitializedCapacity: count) { buffer, initialized in
            if let base = buffer.baseAddress { unsafe base.moveInitialize(from: memory, count: count) }
            initialized = count
        }
    }
}
