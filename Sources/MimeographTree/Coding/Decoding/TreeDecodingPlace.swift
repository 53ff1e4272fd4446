import Mimeograph

/// Where a decoder or container stands in a decoding: at a value, and as deep in the context's path as it is.
///
/// A format's own struct, of three words at most, so that an `any Decoder` holds it without a box.
@usableFromInline
package protocol TreeDecodingPlace {
    associatedtype Context: TreeDecodingContext where Context.Place == Self

    var context: Context { get }
    /// The index of the value.
    var index: Int { get }
    /// Whether the context's path, as it stands, leads here.
    var isTop: Bool { get }
    /// The steps. A decoder kept beyond the `init(from:)` that received it may have lost the last of them.
    var steps: [CodingStep] { get }

    /// A place one step below, for a container or decoder that may be used when the context's path has moved on.
    func below(_ step: CodingStep, at index: Int) -> Self
}

extension TreeDecodingPlace {
    @usableFromInline
    package var codingPath: [any CodingKey] { steps.codingPath }

    /// The decoder for the value.
    @inlinable
    @inline(__always)
    package var decoder: Context.ValueDecoder { Context.ValueDecoder(place: self) }
}
