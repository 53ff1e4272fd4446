import Mimeograph
import MimeographTree

/// Contexts that hang on a frame of another one.
extension JSONEncodingContext {
    /// The text of a branch, its open frame closed.
    func finish() throws -> [UInt8] {
        while frames.count > 0 { try pop() }
        if let misuse { throw misuse }
        return text.take()
    }

    /// An encoder for a branch's only value.
    func branchEncoder() -> JSONValueEncoder {
        // A branch begins empty and its depth was checked with the frame it hangs on, unless that was the deepest.
        guard let frame = try? push() else {
            misuse = tooDeep
            return JSONValueEncoder(context: self, frame: 0, serial: -1)
        }
        return JSONValueEncoder(context: self, frame: frame, serial: frames[frame].serial)
    }

    /// The branch at the member of that name, where the frame has one that is a container of that kind already.
    func branch(named name: String, _ container: CodingContainer, of frame: Int) -> JSONValueEncoder? {
        let frame = frames[frame]
        guard branches.count > frame.firstBranch else { return nil }
        var quoted = JSONOutput(capacity: 64)
        quoted.appendString(name, escapingSlashes: settings.escapesSlashes)
        let fingerprint = quoted.fingerprint(from: 0)
        let wanted = quoted.take()
        for branch in branches[frame.firstBranch...] {
            let context = branch.context
            let place = frame.firstMember + branch.place
            guard fingerprints[place] == fingerprint, context.frames.count > 0,
                context.frames[0].container == container
            else { continue }
            let member = members[place]
            if text.bytes(member.start..<member.nameEnd) == wanted {
                return JSONValueEncoder(context: context, frame: 0, serial: context.frames[0].serial)
            }
        }
        return nil
    }
}
