import Mimeograph
import MimeographForm

/// The media type and the options with which inputs are read.
enum Reading {
    /// The type of every input.
    static let type: MediaType = "multipart/form-data;boundary=B"
    /// Limits that are small enough for inputs of this size to exceed each of them.
    static let tight = MultipartReadingOptions(partCount: 3, headBytes: 64, partBytes: 40, chunkSize: 7)
}
