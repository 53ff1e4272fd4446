public import Mimeograph
public import MimeographForm

extension MultipartFormData {
    /// Appends a file, which is read when the body is sent.
    ///
    /// - Parameters:
    ///   - file: A path, or a `file:` URL.
    ///   - name: The name of the form's field.
    ///   - fileName: The name that the receiver is told; nil takes the last component of the path.
    ///   - contentType: Nil takes what `FileExtensions` has for the path's extension, else for that of the file name, else
    ///     `application/octet-stream`.
    /// - Throws: As ``FileBodySource/init(_:)``; nothing is appended then.
    public mutating func append(
        file: String,
        name: String,
        fileName: String? = nil,
        contentType: MediaType? = nil
    ) throws(SerializationError) {
        let source = try FileBodySource(file)
        let fileName = fileName ?? source.fileName
        let known = FileExtensions.mediaType(ofPath: source.path) ?? FileExtensions.mediaType(ofPath: fileName)
        append(source: source, name: name, fileName: fileName, contentType: contentType ?? known ?? .octetStream)
    }
}
