public import Foundation
public import Mimeograph

/// Writes `Data` as it is.
public struct DataRequestSerializer: RequestSerialization, Hashable {
    /// The media type that is set where the message names none. Default `application/octet-stream`.
    public var contentType: MediaType

    /// Makes a serializer.
    public init(contentType: MediaType = .octetStream) { self.contentType = contentType }

    /// Sets the body, and Content-Type where there is none: what bytes are is for the caller to say.
    public func write(_ input: Data, into message: inout RequestMessage) throws(SerializationError) {
        if !message.fields.contains("Content-Type") { message.fields["Content-Type"] = contentType.description }
        message.body = .data(input)
    }
}

extension RequestSerialization where Self == DataRequestSerializer {
    /// Writes `Data` as it is.
    public static var data: DataRequestSerializer { DataRequestSerializer() }
}
