import Mimeograph
import MimeographTree

extension TimestampReader {
    /// A separator, and two digits after it.
    mutating func pair(after separator: Unicode.Scalar) -> Int? { skip(separator) ? digits(from: 2, to: 2) : nil }

    /// The zone of mail: digits, or the letters that RFC 5322 §4.3 gives a meaning.
    mutating func zone() -> Int? {
        guard let letters = word() else { return offset(colon: .forbidden) }
        switch ByteEqualString(letters) {
        case "gmt", "ut", "utc", "z": return 0
        case "edt": return -4 * 3_600
        case "est", "cdt": return -5 * 3_600
        case "cst", "mdt": return -6 * 3_600
        case "mst", "pdt": return -7 * 3_600
        case "pst": return -8 * 3_600
        default: return nil
        }
    }
}
