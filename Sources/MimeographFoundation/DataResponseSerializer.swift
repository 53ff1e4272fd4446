public import Foundation
public import Mimeograph

/// Gives the bytes of a body as `Data`; it claims every type.
public struct DataResponseSerializer: ResponseSerialization, Hashable {
    /// Makes the serializer.
    public init() {}

    /// `*/*`.
    public var acceptedTypes: [MediaRange] { [.any] }

    /// Copies the bytes, once.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded`` for more than `inputBytes`.
    public func read(
        _ body: Span<UInt8>,
        head: ResponseHead,
        limits: DecodingLimits
    ) throws(SerializationError) -> Data {
        try limits.check(.inputBytes, body.count)
        return Data(body)
    }
}

extension ResponseSerialization where Self == DataResponseSerializer {
    /// Gives the bytes of a body as `Data`.
    public static var data: DataResponseSerializer { DataResponseSerializer() }
}
