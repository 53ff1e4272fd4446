import Mimeograph
import MimeographBinaryTree
import MimeographTree
import BinaryTestSupport

@testable import MimeographCBOR

func parse(_ bytes: [UInt8], limits: DecodingLimits = .standard) throws(SerializationError) -> TapeDocument {
    try CBORFormat().document(of: bytes.span, limits: limits)
}

/// Returns the error of a scan.
func failure(_ bytes: [UInt8], limits: DecodingLimits = .standard) -> SerializationError? {
    do throws(SerializationError) {
        _ = try parse(bytes, limits: limits)
        return nil
    } catch {
        return error
    }
}

/// Returns the offsets after the values of a stream that arrives in windows of a size, and the error that ended it.
func ends(
    _ bytes: [UInt8],
    window size: Int,
    limits: DecodingLimits = .standard
) -> (ends: [Int], isInValue: Bool, error: SerializationError?) {
    ends(bytes, window: size, CBORFormat.heads, limits: limits)
}
