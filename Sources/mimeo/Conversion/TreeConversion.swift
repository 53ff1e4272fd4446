import Mimeograph

/// What a value is made of, where a value of another kind is to be made of it.
enum TreeShape<Source, Target> {
    case leaf(Target)
    case array([Source])
    case object([(key: String, value: Source)])
}

/// A container whose elements are not all converted.
private struct OpenContainer<Source, Target> {
    let sources: [Source]
    /// Nil for an array.
    let keys: [String]?
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
/// - Throws: What `shape` throws; ``SerializationError/Code/limitExceeded`` for a tree of more than 2048 levels.
func convertTree<Source, Target>(
    _ root: Source,
    shape: (Source) throws(SerializationError) -> TreeShape<Source, Target>,
    array: ([Target]) -> Target,
    object: ([(key: String, value: Target)]) -> Target
) throws(SerializationError) -> Target {
    var open: [OpenContainer<Source, Target>] = []
    var next = root
    while true {
        var finished: Target?
        switch try shape(next) {
        case .leaf(let target): finished = target
        case .array(let sources): open.append(OpenContainer(sources: sources, keys: nil))
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
            finished =
                innermost.keys.map { object(Array(zip($0, innermost.targets).map { (key: $0, value: $1) })) }
                ?? array(innermost.targets)
        }
    }
}
