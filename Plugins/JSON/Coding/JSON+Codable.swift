import Mimeograph
public import MimeographTree

/// A part of a value that has no type of its own may be declared as `JSON`, with any coder.
///
/// Read by ``JSONFormat`` it is a reference into the document, and costs nothing; it keeps the document alive.
extension JSON: Codable, TreeValue {
    package static var format: TreeFormat { .json }

    /// Reads any value. With another coder than ours, whatever has no container is a string, boolean or number.
    public init(from decoder: any Decoder) throws { try self.init(reading: decoder) }

    /// Writes the value. ``JSONFormat`` writes the numbers of a parsed value with the digits they had; other coders get
    /// a number as an integer where it is one, else as a `Double`.
    public func encode(to encoder: any Encoder) throws { try write(to: encoder) }
}
