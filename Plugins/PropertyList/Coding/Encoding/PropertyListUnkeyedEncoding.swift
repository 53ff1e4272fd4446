import Mimeograph

/// Writes the elements of an array.
struct PropertyListUnkeyedEncoding: TreeUnkeyedEncoding {
    let encoder: PropertyListValueEncoder
}
