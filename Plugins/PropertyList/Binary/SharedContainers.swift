import Mimeograph
import MimeographTree

/// The sizes of containers that have several references.
struct SharedContainers {
    /// The size of a container as if nothing in it were shared.
    struct Measure {
        /// The number of containers around the innermost value, including itself.
        var depth = 1
        /// The number of elements and members in it, at every depth.
        var elements = 0
        /// The number of bytes of the strings, the keys and the data in it.
        var contentBytes = 0
    }

    private var measures: [Int: Measure] = [:]

    /// Measures the container whose word has an index.
    ///
    /// Shared containers inside of it were measured before, when the reference to them was written. So this needs no more steps
    /// than the number of elements, which the caller counts.
    mutating func measure(_ container: Int, on tape: PropertyListTape) -> Measure {
        if let known = measures[container] { return known }
        var measure = Measure()
        let end = tape[container].offset
        var ends = [end]
        // The loop also counts the keys, which are not elements.
        measure.elements = tape[container].isObject ? 0 - tape[container].payload : 0
        var index = container + 1
        while index < end {
            while let innermost = ends.last, index >= innermost { ends.removeLast() }
            let word = tape[index]
            measure.elements += 1
            defer { index += word.width }
            switch word.tag {
            case .array, .object:
                ends.append(word.offset)
                measure.depth = max(measure.depth, ends.count)
                if word.tag == .object { measure.elements -= word.payload }
            case .shared:
                let inner = measures[word.offset] ?? Measure()
                measure.depth = max(measure.depth, ends.count + inner.depth)
                measure.elements += inner.elements
                measure.contentBytes += inner.contentBytes
            case .string, .wideString, .data: measure.contentBytes += word.payload
            default: break
            }
        }
        measures[container] = measure
        return measure
    }
}
