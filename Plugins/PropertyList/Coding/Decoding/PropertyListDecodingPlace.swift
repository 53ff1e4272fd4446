import Mimeograph
import MimeographTree

/// Where a decoder or container stands in a decoding: at a value, and as deep in the context's path as it is.
///
/// Three words, so that an `any Decoder` holds it without a box, and one reference, because the standard library copies
/// a container for each call.
struct PropertyListDecodingPlace: TreeDecodingPlace {
    let context: PropertyListDecodingContext
    let detour: PropertyListDecodingDetour?
    private let shortIndex: UInt32
    private let shortDepth: UInt32

    @inline(__always)
    init(context: PropertyListDecodingContext, detour: PropertyListDecodingDetour? = nil, index: Int, depth: Int) {
        self.context = context
        self.detour = detour
        // Indices fit the lower half of a word; the absent value's is the one that no value has.
        shortIndex = UInt32(truncatingIfNeeded: index)
        shortDepth = UInt32(truncatingIfNeeded: depth)
    }

    /// The index of the value, which is never a shared word's.
    @inline(__always)
    var index: Int { Int(shortIndex) }

    /// How many steps of the path lead to it.
    @inline(__always)
    var depth: Int { Int(shortDepth) }

    /// Whether the context's path, as it stands, leads here.
    @inline(__always)
    var isTop: Bool { depth == context.path.count && detour?.steps == nil }

    /// The steps. A decoder kept beyond the `init(from:)` that received it may have lost the last of them.
    var steps: [CodingStep] { detour?.steps ?? Array(context.path.steps.prefix(depth)) }

    /// A place one step below, for a container or decoder that may be used when the context's path has moved on.
    func below(_ step: CodingStep, at index: Int) -> PropertyListDecodingPlace {
        let steps = steps + [step]
        return PropertyListDecodingPlace(
            context: context,
            detour: PropertyListDecodingDetour(steps: steps, places: nil),
            index: index,
            depth: steps.count
        )
    }

    /// The same place, with an index of the members there.
    func with(_ places: [ByteEqualString: Int]) -> PropertyListDecodingPlace {
        let detour = PropertyListDecodingDetour(steps: detour?.steps, places: places)
        return PropertyListDecodingPlace(context: context, detour: detour, index: index, depth: depth)
    }
}

/// What few decoders and containers need.
final class PropertyListDecodingDetour {
    /// A coding path that is not the context's.
    let steps: [CodingStep]?
    /// The index of the value of the last member of each name.
    let places: [ByteEqualString: Int]?

    init(steps: [CodingStep]?, places: [ByteEqualString: Int]?) {
        self.steps = steps
        self.places = places
    }
}
