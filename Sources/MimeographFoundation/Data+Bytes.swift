public import Foundation
public import Mimeograph

extension Data {
    /// Copies the bytes of a span, once.
    ///
    /// The other way needs nothing: `Data` is a contiguous `Collection` of bytes, so every `read(…, from: data)` and
    /// `decode(…, from: data)` of the core sees its bytes where they lie.
    public init(_ span: Span<UInt8>) {
        // SAFETY: the buffer is valid during the closure, and `Data` copies from it.
        self = unsafe span.withUnsafeBufferPointer { unsafe Data(buffer: $0) }
    }
}

extension MessageBody {
    /// A body of these bytes, which are copied once.
    public static func data(_ data: Data) -> MessageBody { .bytes([UInt8](data)) }
}
