import FuzzerSupport
import Mimeograph
import MimeographJSON
import MimeographJSONPatch

/// Applies a merge patch, and compares the result with the algorithm of RFC 7396 §2.
struct MergeCheck {
    let document: JSON

    func apply(_ patch: JSON) {
        let result = document.applying(JSONMergePatch(patch))
        require(result == Self.merge(document, patch), "the result differs from the model's")
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

/// Makes patches from two documents, and checks that they turn the first into the second.
struct DifferenceCheck {
    let old: JSON
    let new: JSON

    func run() {
        let patch = JSONPatch(from: old, to: new)
        do throws(SerializationError) {
            require(try old.applying(patch) == new, "the patch gives another document")
            let read = try JSONPatchSerializer().read(try JSONPatchSerializer().encode(patch))
            require(read == patch, "the patch written reads as another one")
        } catch {
            disagree("a generated patch cannot be applied: \(error)")
        }
        guard let merge = try? JSONMergePatch(from: old, to: new) else { return }
        require(old.applying(merge) == new, "the merge patch gives another document")
    }
}
