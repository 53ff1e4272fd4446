import Mimeograph
import MimeographTree

/// Where a decoder or container stands in a decoding: at a value, and as deep in the context's path as it is.
///
/// Two words and one reference, because the standard library copies a container for each call. What few places need, a
/// path or an index of members of their own, is in a context of their own; see ``JSONDecodingContext/init(branchOf:steps:index:)``.
struct JSONDecodingPlace: TreeDecodingPlace {
    let context: JSONDecodingContext
    private let shortIndex: UInt32
    private let shortDepth: UInt32

    @inline(__always)
    init(context: JSONDecodingContext, index: Int, depth: Int) {
        self.context = context
        // Indices fit the lower half of a word; the absent value's is the one that no value has.
        shortIndex = UInt32(truncatingIfNeeded: index)
        shortDepth = UInt32(truncatingIfNeeded: depth)
    }

    /// The index of the value.
    @inline(__always)
    var index: Int { Int(shortIndex) }

    /// How many steps of the path lead to it.
    @inline(__always)
    var depth: Int { Int(shortDepth) }

    /// Whether the context's path, as it stands, leads here.
    @inline(__always)
    var isTop: Bool { depth == context.path.count }

    /// The steps. A decoder kept beyond the `init(from:)` that received it may have lost the last of them.
    var steps: [CodingStep] { Array(context.path.steps.prefix(depth)) }

    /// A place one step below, for a container or decoder that may be used when the context's path has moved on.
    func below(_ step: CodingStep, at index: Int) -> JSONDecodingPlace {
        let steps = steps + [step]
        return JSONDecodingPlace(
            context: JSONDecodingContext(branchOf: context, steps: steps, index: nil),
            index: index,
            depth: steps.count
        )
    }

    /// The same place, with an index of the members there.
    func with(_ places: [ByteEqualString: Int]) -> JSONDecodingPlace {
        let context = JSONDecodingContext(branchOf: context, steps: steps, index: (index, places))
        return JSONDecodingPlace(context: context, index: index, depth: depth)
    }
}
