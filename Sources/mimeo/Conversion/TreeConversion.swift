import Mimeograph

/// What a value is made of, where a value of another kind is to be made of it.
enum TreeShape<Source, Target> {
    case leaf(Target)
    case array([Source])
    case object([(key: String, value: Source)])
    /// Keys and values by turns, because not all keys are strings.
    case pairs([Source])
}

/// A container whose elements are not all converted.
private struct OpenContainer<Source, Target> {
    let sources: [Source]
    /// Nil for an array, and for keys and values by turns.
    let keys: [String]?
    var isPairs = false
    var targets: [Target] = []
}

/// The depth, in levels, to which trees are converted: what is made is freed level by level.
private let deepestConversion = 2048

/// Makes a tree of one kind of value out of one of another, without recursion: bodies may be deep.
///
/// - Parameters:
///   - root: The outermost value.
///   - shape: What a value is made of.
///   - array: Makes an array.
///   - object: Makes an object.
///   - pairs: Makes a map whose keys are no strings.
/// - Throws: What `shape` and `pairs` throw; ``SerializationError/Code/limitExceeded`` for a tree of more than 2048 levels.
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
