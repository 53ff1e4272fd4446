import Mimeograph

/// What a coder does for a type: an enumeration of each format, with what is the same for all.
@usableFromInline
package protocol CodingStrategy {
    /// The metatype of an array, optional or dictionary that is coded in one go.
    associatedtype Composite

    /// The type's own `init(from:)` or `encode(to:)` is called.
    static var plain: Self { get }
    var isPlain: Bool { get }
    /// One that ``CodingScalar`` includes.
    static var scalar: Self { get }
    static func composite(_ type: Composite) -> Self
    /// The kind of a type that the format codes in a way of its own, or nil.
    static func own<T>(_ type: T.Type) -> Self?
}

extension CodingStrategy {
    /// Finds the kind of a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - strings: What codes an array of them, which is the most common of composites; naming it saves a cast.
    ///   - integers: The same.
    ///   - doubles: The same.
    @inlinable
    @inline(__always)
    package init<T>(
        of type: T.Type,
        strings: @autoclosure () -> Composite,
        integers: @autoclosure () -> Composite,
        doubles: @autoclosure () -> Composite
    ) {
        if CodingScalar.includes(type) {
            self = .scalar
        } else if let own = Self.own(type) {
            self = own
        } else if T.self == [String].self {
            self = .composite(strings())
        } else if T.self == [Int].self {
            self = .composite(integers())
        } else if T.self == [Double].self {
            self = .composite(doubles())
        } else if MemoryLayout<T>.size == MemoryLayout<[Int]>.size {
            self.init(castingTo: type)
        } else {
            // Neither an array nor a dictionary, which saves the cast. It may be an optional, which does well without.
            self = .plain
        }
    }

    /// The same for the type of elements, of which there may be many: a composite of any size is found.
    @inlinable
    @inline(__always)
    package func exact<T>(for type: T.Type) -> Self { isPlain ? Self(castingTo: type) : self }

    /// A dynamic cast costs as much as three members.
    @inlinable
    @inline(__always)
    package init<T>(castingTo type: T.Type) {
        if let composite = type as? Composite { self = .composite(composite) } else { self = .plain }
    }
}
