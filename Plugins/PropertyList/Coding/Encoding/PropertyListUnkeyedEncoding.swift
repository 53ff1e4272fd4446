import Mimeograph
import MimeographTree

/// Writes the elements of an array.
struct PropertyListUnkeyedEncoding: TreeUnkeyedEncoding {
    let encoder: PropertyListValueEncoder
}
