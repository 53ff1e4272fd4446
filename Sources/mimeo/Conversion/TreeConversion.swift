import Mimeograph

/// The content of a value, as the input of a conversion to another kind.
enum TreeShape<Source, Target> {
    case leaf(Target)
    case array([Source])
    case object([(key: String, value: Source)])
    /// Alternating keys and values, if not all keys are strings.
    case pairs([Source])
}

/// A container whose elements are not all converted yet.
private struct OpenContainer<Source, Target> {
    let sources: [Source]
    /// The keys of an object; nil for an array or for alternating keys and values.
    let keys: [String]?
    var isPairs = false
    var targets: [Target] = []
}

/// The maximum depth of a tree, in levels. A deeper result could overflow the stack when it is freed.
private let deepestConversion = 2048

/// Converts a tree from one kind of value to another. It does not recurse, because bodies may be deep.
///
/// - Parameters:
///   - root: The outermost value.
///   - shape: Returns the content of a value.
///   - array: Makes an array.
///   - object: Makes an object.
///   - pairs: Makes a map that has keys other than strings.
/// - Throws: The errors of `shape` and `pairs`; ``SerializationError/Code/limitExceeded`` for a tree of more than 2048 levels.
func convertTree<Source, Target>(
    _ root: Source,
    shape: (Source) throws(SerializationError) -> TreeShape<Source, Target>,
    array: ([Target]) -> Target,
    object: ([(key: String, value: Target)]) -> Target,
    pairs: ([(key: Target, value: Target)]) throws(SerializationError) -> Target
) throws(SerializationError) -> Target {
    var open: [OpenContainer<Source, Target>] = []
    var next = root
    while true {
        var finished: Target?
        switch try shape(next) {
        case .leaf(let target): finished = target
        case .array(let sources): open.append(OpenContainer(sources: sources, keys: nil))
        case .pairs(let sources): open.append(OpenContainer(sources: sources, keys: nil, isPairs: true))
        case .object(let members):
            open.append(OpenContainer(sources: members.map(\.value), keys: members.map(\.key)))
        }
        if open.count > deepestConversion { throw .limitExceeded(.depth, allowed: deepestConversion) }
        while true {
            if let target = finished {
                if open.isEmpty { return target }
                open[open.count - 1].targets.append(target)
            }
            guard let innermost = open.last else { continue }
            if innermost.targets.count < innermost.sources.count {
                next = innermost.sources[innermost.targets.count]
                break
            }
            open.removeLast()
            let targets = innermost.targets
            if let keys = innermost.keys {
                finished = object(Array(zip(keys, targets).map { (key: $0, value: $1) }))
            } else if innermost.isPairs {
                finished = try pairs(
                    stride(from: 0, to: targets.count - 1, by: 2).map { (targets[$0], targets[$0 + 1]) }
                )
            } else {
                finished = array(targets)
            }
        }
    }
}
