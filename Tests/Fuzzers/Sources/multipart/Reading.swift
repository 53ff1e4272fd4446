import Mimeograph
import MimeographForm

/// How inputs are read.
enum Reading {
    /// Inputs are bodies with this boundary.
    static let type: MediaType = "multipart/form-data;boundary=B"
    /// So small that inputs of this size meet each of its limits.
    static let tight = MultipartReadingOptions(partCount: 3, headBytes: 64, partBytes: 40, chunkSize: 7)
}
