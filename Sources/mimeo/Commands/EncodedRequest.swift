import Mimeograph
import MimeographCompression
import MimeographFiles
import MimeographForm
import MimeographJSON

/// The serialization of a JSON value and files as a request: parameters in the URL, or a body of any registered type.
struct EncodedRequest: RequestSerialization {
    /// The media type of the body. A multipart type may have a boundary; otherwise the boundary is random.
    let type: MediaType
    /// The parts after the parameters, for multipart types only.
    let files: [(part: FilePart, bytes: [UInt8])]
    /// The serializer that adds fields and decides which methods put parameters in the URL.
    let serializer: HTTPRequestSerializer
    /// The encoder that names the parameters of a multipart body.
    let encoder: QueryEncoder
    /// The registry that writes bodies.
    let registry: SerializerRegistry

    var contentType: MediaType { type }

    /// Returns the request.
    ///
    /// - Parameter coding: The coding that compresses the body, or nil for none.
    func message(
        _ method: HTTPMethod,
        _ url: String,
        _ value: JSON,
        coding: (any StreamingContentCoding)?
    ) throws(SerializationError) -> RequestMessage {
        var message = RequestMessage(method: method, url: url)
        if let coding {
            try compressed(by: coding).write(value, into: &message)
        } else {
            try write(value, into: &message)
        }
        return message
    }

    func write(_ input: JSON, into message: inout RequestMessage) throws(SerializationError) {
        try serializer.writing(Body(request: self)).write(input, into: &message)
    }

    /// The serialization of parameters that do not go into the URL.
    private struct Body: RequestSerialization {
        let request: EncodedRequest

        var contentType: MediaType { request.type }

        func write(_ input: JSON, into message: inout RequestMessage) throws(SerializationError) {
            guard contentType.type == "multipart" else {
                return try request.registry.write(input, as: contentType, into: &message)
            }
            message.fields["Content-Type"] = contentType.description
            try request.registry.write(try request.form(input), into: &message)
        }
    }

    private func form(_ value: JSON) throws(SerializationError) -> MultipartFormData {
        var form = MultipartFormData()
        if let boundary = type[parameter: "boundary"] { form.boundary = try MultipartBoundary(boundary) }
        try form.append(parameters: value, encoder: encoder)
        for (part, bytes) in files {
            let type = FileExtensions.mediaType(ofPath: part.path) ?? .octetStream
            form.append(bytes, name: part.name, fileName: part.fileName, contentType: type)
        }
        return form
    }
}

/// A file to add to a body.
struct FilePart {
    /// The name of the form field.
    let name: String
    /// The path of the file.
    let path: String

    init(name: String, path: String) {
        self.name = name
        self.path = path
    }

    /// Splits the option's value at its first equals sign.
    ///
    /// - Throws: ``UsageError`` if the value has no equals sign, or nothing before or after it.
    init(option: String) throws(UsageError) {
        let parts = option.parts(at: "=", most: 1)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw UsageError("--file takes a name and a path, NAME=PATH, not \(option)")
        }
        name = String(parts[0])
        path = String(parts[1])
    }

    /// Reads the content of the file.
    ///
    /// - Throws: ``FileError`` if the file cannot be read or has more bytes than the limit.
    func read(atMost limit: Int) throws(FileError) -> (FilePart, bytes: [UInt8]) {
        let bytes = try FileReading.read(path: path, atMost: limit == .max ? limit : limit + 1)
        guard bytes.count <= limit else {
            throw FileError(path: path, reason: "it has more than \(limit) bytes; raise --limits-input-bytes")
        }
        return (self, bytes)
    }

    /// The file name that the receiver sees: the last component of the path.
    var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}
