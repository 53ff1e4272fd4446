import Mimeograph
public import MimeographTree

/// A part of a value that has no type of its own may be declared as `PropertyList`, with any coder.
///
/// Read by ``PropertyListFormat`` it is a reference into the document, and costs nothing; it keeps the document alive.
extension PropertyList: Codable, TreeValue {
    package static var format: TreeFormat { .propertyList }

    /// Reads any value. With another coder than ours, whatever has no container is a string, boolean or number.
    public init(from decoder: any Decoder) throws { try self.init(reading: decoder) }

    /// Writes the value. ``PropertyListFormat`` writes it as it is; other coders get dates and data as those types code
    /// themselves, and references of keyed archives as their numbers.
    public func encode(to encoder: any Encoder) throws { try write(to: encoder) }
}
