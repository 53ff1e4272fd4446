import FuzzerSupport
import Mimeograph
import MimeographJSON
import MimeographJSONPatch

/// Applies a merge patch, and holds the result against the lines of RFC 7396 §2.
struct MergeCheck {
    let document: JSON

    func apply(_ patch: JSON) {
        let result = document.applying(JSONMergePatch(patch))
        require(result == Self.merge(document, patch), "the model has another document")
    }

    private static func merge(_ target: JSON, _ patch: JSON) -> JSON {
        guard let members = patch.object else { return patch }
        var result = target.object == nil ? [:] : target
        for (name, value) in members {
            if value.isNull {
                result.removeValue(forKey: name)
            } else {
                result[name] = merge(result[name], value)
            }
        }
        return result
    }
}

/// Makes patches of two documents, which must turn the one into the other.
struct DifferenceCheck {
    let old: JSON
    let new: JSON

    func run() {
        let patch = JSONPatch(from: old, to: new)
        do throws(SerializationError) {
            require(try old.applying(patch) == new, "the patch makes another document")
            let read = try JSONPatchSerializer().read(try JSONPatchSerializer().encode(patch))
            require(read == patch, "a patch that was written reads as another one")
        } catch {
            disagree("a patch that was made cannot be applied: \(error)")
        }
        guard let merge = try? JSONMergePatch(from: old, to: new) else { return }
        require(old.applying(merge) == new, "the merge patch makes another document")
    }
}
