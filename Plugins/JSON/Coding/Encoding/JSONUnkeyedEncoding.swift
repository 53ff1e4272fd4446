import Mimeograph

/// Writes the elements of an array.
struct JSONUnkeyedEncoding: TreeUnkeyedEncoding {
    let encoder: JSONValueEncoder
}
