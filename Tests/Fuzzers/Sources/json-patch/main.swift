import FuzzerSupport
import Mimeograph
import MimeographJSON
import MimeographJSONPatch

// An input is an array of a document, a patch, and optionally another document. Any other JSON is used as all three.
Fuzzer.run(longestInput: 4096) { input in
    guard let json = try? JSON(parsing: input, limits: DecodingLimits(depth: 64)) else { return }
    let parts = json.array.map(Array.init) ?? []
    let document = parts.count > 1 ? parts[0] : json
    let patch = parts.count > 1 ? parts[1] : json
    let other = parts.count > 2 ? parts[2] : patch
    PatchCheck(document: document).apply(patch)
    MergeCheck(document: document).apply(patch)
    DifferenceCheck(old: document, new: other).run()
}
