import Mimeograph

/// What a body of several parts is made of, in the order in which it arrives.
///
/// Of each part first comes its ``head(_:)``, then its content in chunks, then its ``end``.
public enum MultipartElement: Hashable, Sendable {
    /// The header fields of a part that begins.
    case head(MultipartHead)
    /// Bytes of its content, never none. All chunks but the last of a part are of the size that the options name, however
    /// the body was cut when it arrived.
    case bytes([UInt8])
    /// The part is complete.
    case end
}
