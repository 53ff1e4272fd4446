/// Writes one value into a request.
///
/// On a throw the message is unchanged.
public protocol RequestSerialization<Input>: Sendable {
    /// The type of the value.
    associatedtype Input

    /// The concrete media type it writes.
    var contentType: MediaType { get }

    /// Writes the value as the body of the message and sets its Content-Type.
    ///
    /// - Parameters:
    ///   - input: The value.
    ///   - message: The request; unchanged when this throws.
    /// - Throws: ``SerializationError/Code/unencodableValue`` and what the format's page lists.
    func write(_ input: Input, into message: inout RequestMessage) throws(SerializationError)
}
