import Mimeograph
import MimeographTree

/// A value on a tape that is written as pairs, and the encoder's note about it.
struct QueryNode {
    let tape: TapeView
    private let index: Int
    let note: TextNote?

    /// Makes a node for the value at an index, and skips its notes. If there are two notes, the inner one counts.
    init(_ tape: TapeView, at index: Int) {
        var index = index
        var note: TextNote?
        while tape.has(.extended, at: index) {
            note = TextNote(rawValue: tape.bits(at: index + 1))
            index += 2
        }
        self.tape = tape
        self.index = index
        self.note = note
    }

    var word: TapeWord { tape.word(at: index) }
    /// The bits of a number.
    var bits: UInt64 { tape.bits(at: index + 1) }

    /// Returns the values in the array or object.
    ///
    /// - Parameters:
    ///   - repeatsNames: Whether members of any object may share a name because a value was replaced.
    ///   - keepsNothing: Whether to include values whose `encode(to:)` wrote nothing.
    func container(repeatsNames: Bool, keepsNothing: Bool) -> QueryContainer {
        var container = QueryContainer(self, repeatsNames: repeatsNames)
        // A replaced member keeps its first position, and takes its last value.
        var places: [ByteEqualString: Int] = [:]
        let replaces = repeatsNames && note != .verbatim && container.kind == .members
        var next = index + 1
        while next < word.offset {
            if container.kind == .members {
                let name = tape.word(at: next)
                let value = QueryNode(tape, at: next + 1)
                next = tape.index(after: next + 1)
                if value.note == .unwritten, !keepsNothing { continue }
                if replaces {
                    let key = ByteEqualString(tape.utf8String(of: name))
                    if let place = places[key] {
                        container.values[place] = value
                        continue
                    }
                    places[key] = container.values.count
                }
                container.names.append(name)
                container.values.append(value)
            } else {
                let value = QueryNode(tape, at: next)
                next = tape.index(after: next)
                if value.note != .unwritten || keepsNothing { container.values.append(value) }
            }
        }
        return container
    }
}

/// The values of an array, a set or an object.
///
/// The writer needs all values at once. It sorts the members of a dictionary, and the notation of an array depends on whether any
/// element is a container.
struct QueryContainer {
    enum Kind { case members, elements, set }

    let kind: Kind
    /// Whether the order of the members has no meaning, as in a dictionary.
    let isUnordered: Bool
    let repeatsNames: Bool
    /// The names of the members; empty for elements.
    var names: [TapeWord] = []
    var values: [QueryNode] = []

    init(_ node: QueryNode, repeatsNames: Bool) {
        isUnordered = node.note == .dictionary
        kind = node.word.isObject ? .members : node.note == .set ? .set : .elements
        self.repeatsNames = repeatsNames
    }

    /// Whether this is a list and one of its values is a container.
    var hasContainers: Bool { kind != .members && values.contains { $0.word.isContainer } }

    /// Whether this is a list with a single value that is null.
    var isOneNull: Bool { kind != .members && values.count == 1 && values[0].word.has(.null) }
}
