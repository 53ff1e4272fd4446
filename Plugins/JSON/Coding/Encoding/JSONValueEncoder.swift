import Mimeograph
import MimeographTree

/// The encoder for one value, and its single-value container: a frame of a context.
struct JSONValueEncoder: TreeValueEncoder {
    let context: JSONEncodingContext
    let frame: Int
    let serial: Int

    @inline(__always)
    func checkInTurn<T>(_ value: @autoclosure () -> T) throws {
        guard frame + 1 == context.frames.count, context.frames[frame].serial == serial else {
            throw outOfTurn(value())
        }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONKeyedEncoding<Key>(encoder: opening(.keyed)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONUnkeyedEncoding(encoder: opening(.unkeyed)) }

    /// An encoder with a context of its own at the end of the text, hanging on this frame.
    func branch(_ step: CodingStep) -> Self {
        let branch = JSONEncodingContext(
            settings: context.settings,
            path: steps + [step],
            level: context.openContainers,
            outerDepth: context.outerDepth + context.frames.count,
            capacity: 64
        )
        context.branches.append(
            JSONEncodingContext.Branch(
                place: context.frames[frame].count - 1,
                offset: context.text.count,
                context: branch
            )
        )
        return branch.branchEncoder()
    }
}
