import Mimeograph
import MimeographTree

/// Writes the elements of an array.
struct JSONUnkeyedEncoding: TreeUnkeyedEncoding {
    let encoder: JSONValueEncoder
}
