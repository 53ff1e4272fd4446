import Mimeograph
import MimeographTree

/// Contexts that hang on a frame of another one.
extension PropertyListEncodingContext {
    /// The words of a branch, its open frame closed; it takes nothing more.
    func finish() throws -> [UInt64] {
        while frames.count > 0 { try pop() }
        if let misuse { throw misuse }
        return words
    }

    /// An encoder for a branch's only value.
    func branchEncoder() -> PropertyListValueEncoder {
        // A branch begins empty and its depth was checked with the frame it hangs on, unless that was the deepest.
        guard let frame = try? push() else {
            misuse = tooDeep
            return PropertyListValueEncoder(context: self, frame: 0, serial: -1)
        }
        return PropertyListValueEncoder(context: self, frame: frame, serial: frames[frame].serial)
    }

    /// The branch at the member of that name, where the frame has one that is a container of that kind already.
    func branch(named name: String, _ container: CodingContainer, of frame: Int) -> PropertyListValueEncoder? {
        for branch in branches[frames[frame].firstBranch...] {
            let context = branch.context
            guard let first = context.frames.first, first.container == container,
                store.areEqual(PropertyListWord(bits: words[branch.place - 1]), name)
            else { continue }
            return PropertyListValueEncoder(context: context, frame: 0, serial: first.serial)
        }
        return nil
    }
}
