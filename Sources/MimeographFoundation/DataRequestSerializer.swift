public import Foundation
public import Mimeograph

/// Writes `Data` as it is.
public struct DataRequestSerializer: BodySerialization, Hashable {
    /// The media type that is set where the message names none. Default `application/octet-stream`.
    public var contentType: MediaType

    /// Makes a serializer.
    public init(contentType: MediaType = .octetStream) { self.contentType = contentType }

    /// The bytes of the data.
    public func encode(_ input: Data) throws(SerializationError) -> [UInt8] { [UInt8](input) }
}

extension RequestSerialization where Self == DataRequestSerializer {
    /// Writes `Data` as it is.
    public static var data: DataRequestSerializer { DataRequestSerializer() }
}
