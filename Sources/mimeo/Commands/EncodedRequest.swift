import Mimeograph
import MimeographCompression
import MimeographFiles
import MimeographForm
import MimeographJSON

/// Makes a request of a JSON value and files: parameters in the URL, or a body of any type that is registered.
struct EncodedRequest: RequestSerialization {
    /// The media type of the body; where it is a multipart type, with the boundary, if that is not to be a random one.
    let type: MediaType
    /// Parts behind the parameters, for multipart types only.
    let files: [(part: FilePart, bytes: [UInt8])]
    /// Adds fields, and says which methods have their parameters in the URL.
    let serializer: HTTPRequestSerializer
    /// How parameters are named where they are parts.
    let encoder: QueryEncoder
    /// What writes bodies.
    let registry: SerializerRegistry

    var contentType: MediaType { type }

    /// Makes the request.
    ///
    /// - Parameter coding: What compresses the body; nil leaves it as it is.
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

    /// Writes the parameters that do not go into the URL.
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

/// A file that is to be a part of a body, as `--file NAME=PATH` names it.
struct FilePart {
    /// The name of the form's field.
    let name: String
    /// Where the file is.
    let path: String

    /// Takes the value of the option apart, at its first equals sign.
    ///
    /// - Throws: ``UsageError`` where there is none, or nothing before or behind it.
    init(option: String) throws(UsageError) {
        let parts = option.parts(at: "=", most: 1)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw UsageError("--file takes a name and a path, NAME=PATH, not \(option)")
        }
        name = String(parts[0])
        path = String(parts[1])
    }

    /// The part with its content, typed by the file's extension.
    ///
    /// - Throws: ``FileError`` for a file that cannot be read, or has more bytes than the limit.
    func read(atMost limit: Int) throws(FileError) -> (FilePart, bytes: [UInt8]) {
        let bytes = try FileReading.read(path: path, atMost: limit == .max ? limit : limit + 1)
        guard bytes.count <= limit else {
            throw FileError(path: path, reason: "it has more than \(limit) bytes: see --limits-input-bytes")
        }
        return (self, bytes)
    }

    /// What the receiver is told of the name of the file.
    var fileName: String { path.split(separator: "/").last.map(String.init) ?? path }
}
