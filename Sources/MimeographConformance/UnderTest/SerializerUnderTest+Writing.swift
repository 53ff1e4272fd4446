import Mimeograph

extension SerializerUnderTest {
    /// Uses a serializer to write the values.
    mutating func use<Value: Sendable>(writer: some RequestSerialization<Value>) {
        write = { (value, message) throws(SerializationError) in
            guard let value = value as? Value else {
                throw SerializationError(.unencodableValue, "The value is not a \(Value.self).")
            }
            try writer.write(value, into: &message)
        }
    }

    /// Uses a serializer to read the values.
    mutating func use<Value: Sendable>(reader: some ResponseSerialization<Value>) {
        readWhole = { bytes, head, limits in
            Reading { () throws(SerializationError) in try reader.read(bytes, head: head, limits: limits) }
        }
    }

    /// Writes a value into a new message.
    ///
    /// - Returns: The bytes, and the head of a response with them.
    func written(_ value: any Sendable) throws(Violation) -> (bytes: [UInt8], head: ResponseHead) {
        guard let write else {
            throw Violation("To write values, declare .writer(…) or .notApplicable(.roundTrip, because: …).")
        }
        var message = RequestMessage(method: .post)
        do throws(SerializationError) {
            try write(value, &message)
        } catch {
            throw Violation("The value cannot be written: \(error.message)")
        }
        let bytes = try message.body.bytes()
        var head = ResponseHead(status: 200)
        head.fields["Content-Type"] = message.fields["Content-Type"]
        return (bytes, head)
    }
}

extension SerializerUnderTest.Reading {
    /// Creates a reading from the value that a function returns or the error that it throws.
    init(_ read: () throws(SerializationError) -> any Sendable) {
        do throws(SerializationError) {
            self.init(value: try read())
        } catch {
            self.init(error: error)
        }
    }
}

extension MessageBody {
    /// Returns the bytes of a body that can be read without waiting.
    func bytes() throws(Violation) -> [UInt8] {
        switch self {
        case .none: return []
        case .bytes(let bytes): return bytes
        case .file: throw Violation("The body is a file, and the conformance kit opens no files.")
        case .stream(let stream):
            guard let source = stream.source else { throw Violation("The body cannot be read without waiting.") }
            do throws(SerializationError) {
                var reader = try source.makeReader()
                var bytes: [UInt8] = []
                while true {
                    let chunk = try reader.readChunk()
                    if chunk.isEmpty { return bytes }
                    bytes += chunk
                }
            } catch {
                throw Violation("The body cannot be read: \(error.message)")
            }
        }
    }
}
