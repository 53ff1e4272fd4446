import Mimeograph

/// The way in which the encoder handles a type.
typealias EncodableKind = CodingKind<any TreeEncodableComposite.Type>

extension EncodableKind {
    init<T: Encodable>(of type: T.Type, in format: TreeFormat) {
        self.init(of: type, in: format, strings: [String].self, integers: [Int].self, doubles: [Double].self)
    }
}

/// A generic type of the standard library that the encoder writes directly.
protocol TreeEncodableComposite {
    /// Writes a value; the context's path leads to it.
    static func encode(_ value: Self, into context: TreeEncodingContext) throws
    /// Writes the elements of an array, and sets the number of each at `slot`.
    static func encode(
        elements: UnsafePointer<Self>,
        _ count: Int,
        into context: TreeEncodingContext,
        _ slot: Int
    ) throws
}

extension TreeEncodableComposite {
    static func encode(
        elements: UnsafePointer<Self>,
        _ count: Int,
        into context: TreeEncodingContext,
        _ slot: Int
    ) throws {
        for index in 0..<count {
            context.state.positions[slot] = index
            try unsafe encode(elements[index], into: context)
        }
    }
}

extension Optional: TreeEncodableComposite where Wrapped: Encodable {
    static func encode(_ value: Self, into context: TreeEncodingContext) throws {
        switch value {
        case .none: context.appendNull()
        case .some(let wrapped) where Wrapped.self == String.self:
            context.write(present: reinterpret(wrapped, as: String.self))
        case .some(let wrapped): try context.element(wrapped, context.kind(of: Wrapped.self))
        }
    }
}

extension Array: TreeEncodableComposite where Element: Encodable {
    static func encode(_ value: Self, into context: TreeEncodingContext) throws {
        try context.checkDepth()
        let start = context.state.words.count
        context.begin()
        if Element.self == Double.self {
            try encode(scalars: reinterpret(value, as: [Double].self), into: context)
        } else if Element.self == Int.self {
            try encode(scalars: reinterpret(value, as: [Int].self), into: context)
        } else if Element.self == String.self {
            try encode(scalars: reinterpret(value, as: [String].self), into: context)
        } else if value.count > 0 {
            try encode(elements: value, into: context)
        }
        context.end(.array, from: start, count: value.count)
    }

    /// The compiler knows the type of arrays of numbers or strings, so a matrix is written without a type lookup for each row.
    static func encode(
        elements: UnsafePointer<Self>,
        _ count: Int,
        into context: TreeEncodingContext,
        _ slot: Int
    ) throws {
        if Element.self == Double.self {
            try unsafe encode(rows: elements, count, of: Double.self, into: context, slot)
        } else if Element.self == Int.self {
            try unsafe encode(rows: elements, count, of: Int.self, into: context, slot)
        } else if Element.self == String.self {
            try unsafe encode(rows: elements, count, of: String.self, into: context, slot)
        } else {
            var index = 0
            while index < count {
                context.state.positions[slot] = index
                // SAFETY: the index is below the count.
                try unsafe encode(elements[index], into: context)
                index &+= 1
            }
        }
    }

    @inline(__always)
    private static func encode<Scalar>(
        rows: UnsafePointer<Self>,
        _ count: Int,
        of type: Scalar.Type,
        into context: TreeEncodingContext,
        _ slot: Int
    ) throws {
        try context.checkDepth()
        // SAFETY: the caller has checked that the elements are of that type.
        let rows = unsafe UnsafeRawPointer(rows).assumingMemoryBound(to: [Scalar].self)
        var index = 0
        while index < count {
            context.state.positions[slot] = index
            let start = context.state.words.count
            context.begin()
            // SAFETY: the index is below the count.
            let row = unsafe rows[index]
            try encode(scalars: row, into: context)
            context.end(.array, from: start, count: row.count)
            index &+= 1
        }
    }

    private static func encode(elements: Self, into context: TreeEncodingContext) throws {
        let kind = context.kind(ofElement: Element.self)
        let slot = context.beginPositions()
        defer { context.endPositions() }
        // Iterating over the array itself would look up types for each element while its type is open.
        try unsafe elements.withUnsafeBufferPointer { buffer in
            // The buffer's own subscript would copy each element.
            let elements = unsafe buffer.baseAddress.unsafelyUnwrapped
            if case .composite(let type) = kind, context.textShape == nil {
                try unsafe context.composites(elements, buffer.count, as: type, slot)
                return
            }
            if case .plain = kind, context.textShape == nil {
                try unsafe context.plain(elements, buffer.count, slot)
                return
            }
            if case .planned(let plan) = kind {
                try unsafe context.planned(elements, buffer.count, plan.takeUnretainedValue(), slot)
                return
            }
            var index = 0
            while index < buffer.count {
                context.state.positions[slot] = index
                // SAFETY: the index is below the count.
                try unsafe context.element(elements[index], kind)
                index &+= 1
            }
        }
    }

    @inline(__always)
    private static func encode<Scalar>(scalars: [Scalar], into context: TreeEncodingContext) throws {
        var index = 0
        while index < scalars.count {
            if !context.scalar(scalars[index]) { throw context.unwritable(scalars[index], below: .index(index)) }
            index &+= 1
        }
    }
}

extension Dictionary: TreeEncodableComposite where Key == String, Value: Encodable {
    static func encode(_ value: Self, into context: TreeEncodingContext) throws {
        try context.checkDepth()
        let start = context.state.words.count
        context.begin()
        if value.count > 0 {
            let kind = context.kind(ofElement: Value.self)
            let slot = context.beginPositions()
            defer { context.endPositions() }
            if context.strategies?.sortsKeys ?? false {
                // If several values cannot be written, the order makes the error always name the same one.
                for (name, value) in value.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                    try context.entry(value, kind, named: name, slot)
                }
            } else {
                for (name, value) in value { try context.entry(value, kind, named: name, slot) }
            }
        }
        context.end(.object, from: start, count: value.count)
    }
}

extension TreeEncodingContext {
    /// Writes the elements of an array with their own `encode(to:)`.
    fileprivate func plain<T: Encodable>(_ elements: UnsafePointer<T>, _ count: Int, _ slot: Int) throws {
        // SAFETY: nothing is written; an `inout` argument merely avoids a copy.
        let elements = unsafe UnsafeMutablePointer(mutating: elements)
        var index = 0
        while index < count {
            state.positions[slot] = index
            // SAFETY: the index is below the count.
            try unsafe plain(inPlace: &elements[index])
            index &+= 1
        }
    }

    /// Writes a value in place, without changing it.
    private func plain<T: Encodable>(inPlace value: inout T) throws {
        try push()
        try value.encode(to: encoder)
        try pop()
    }

    /// Writes the elements of an array of that type.
    fileprivate func composites<T, Composite: TreeEncodableComposite>(
        _ elements: UnsafePointer<T>,
        _ count: Int,
        as type: Composite.Type,
        _ slot: Int
    ) throws {
        // SAFETY: both are the same type; the kind of the elements is that of `T`.
        let elements = unsafe UnsafeRawPointer(elements).assumingMemoryBound(to: Composite.self)
        try unsafe Composite.encode(elements: elements, count, into: self, slot)
    }

    /// Writes a member of a dictionary, whose names are all different.
    @inline(__always)
    fileprivate func entry<T: Encodable>(_ value: T, _ kind: EncodableKind, named name: String, _ slot: Int) throws {
        state.positions[slot] = ~state.words.count
        write(name)
        try element(value, kind)
    }
}
