import Mimeograph

/// A part of a body, read by a serializer of its own content type.
public struct MultipartValue<Value: Sendable>: Sendable {
    /// The header fields of the part, and what they say.
    public let head: MultipartHead
    /// What its content stands for.
    public let value: Value

    /// Makes a part of what was read.
    public init(head: MultipartHead, value: Value) {
        self.head = head
        self.value = value
    }
}

extension MultipartValue: Equatable where Value: Equatable {}
extension MultipartValue: Hashable where Value: Hashable {}
