import Mimeograph
import MimeographTree

/// The encoder for one value, and its single-value container: a frame of a context.
struct PropertyListValueEncoder: TreeValueEncoder {
    let context: PropertyListEncodingContext
    let frame: Int
    let serial: Int

    @inline(__always)
    func checkInTurn<T>(_ value: @autoclosure () -> T) throws {
        guard frame + 1 == context.frames.count, context.frames[frame].serial == serial else {
            throw outOfTurn(value())
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(PropertyListKeyedEncoding<Key>(encoder: opening(.keyed)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { PropertyListUnkeyedEncoding(encoder: opening(.unkeyed)) }

    /// An encoder with a context of its own at the end of the tape, hanging on this frame.
    func branch(_ step: CodingStep) -> Self {
        let branch = PropertyListEncodingContext(
            store: context.store,
            path: steps + [step],
            level: context.openContainers,
            outerDepth: context.outerDepth + context.frames.count
        )
        context.branches.append(PropertyListEncodingContext.Branch(place: context.words.count, context: branch))
        context.append(PropertyListWord(.null))
        return branch.branchEncoder()
    }
}
