import Mimeograph
import MimeographCBOR
import MimeographCSV
import MimeographCompound
import MimeographEventStream
import MimeographForm
import MimeographJSON
import MimeographMessagePack
import MimeographPropertyList
import MimeographXML

/// All formats of this package.
let serializers = Result {
    try SerializerRegistry {
        JSONPlugin()
        CBORPlugin()
        MessagePackPlugin()
        PropertyListPlugin()
        XMLPlugin()
        FormPlugin()
        CSVPlugin()
    }
}

/// Reads and writes the samples of a type by every entry point except ``decode(_:by:isText:writesAll:)``.
func readAndWrite<Value: Sample, Format: CodableFormat>(_ type: Value.Type, by format: Format) throws {
    let serializers = try serializers.get()
    let mediaType = format.contentType
    let head = ResponseHead(status: 200, fields: ["Content-Type": "\(mediaType)"])
    for sample in Value.samples {
        guard let body = try? format.encode(sample), !body.isEmpty else { continue }
        let text = String(decoding: body, as: UTF8.self)
        let isText = Array(text.utf8) == body
        let expected = Outcome { () throws(SerializationError) in
            try serializers.read(Value.self, from: body.span, head: head)
        }
        let name = "\(Format.self), registry,"
        try expect(expected.code, "\(name) read") { () throws(SerializationError) in
            expected.isValue(try serializers.read(Value.self, from: body, head: head))
        }
        try expect(expected.code, "\(name) decode") { () throws(SerializationError) in
            expected.isValue(try serializers.decode(Value.self, from: body, as: mediaType))
        }
        let request = RequestHead(method: .post, target: "/", fields: head.fields)
        try expect(expected.code, "\(name) read of a request") { () throws(SerializationError) in
            expected.isValue(try serializers.read(Value.self, from: body, request: request))
        }
        if isText {
            try expect(expected.code, "\(name) read of a text") { () throws(SerializationError) in
                expected.isValue(try serializers.read(Value.self, from: text.utf8, head: head))
            }
            try expect(expected.code, "\(name) decode of a text") { () throws(SerializationError) in
                expected.isValue(try serializers.decode(Value.self, from: text.utf8, as: mediaType))
            }
        }
        if isText, expected.code == nil {
            let value = serializers.outcome(Value.self, from: text.utf8, head: head).value
            guard let value, expected.isValue(value) else { throw Difference(description: "\(name) outcome") }
        }
        let serializer = format.serializer(of: Value.self)
        let own = Outcome { () throws(SerializationError) in
            try format.decode(Value.self, from: body.span, as: mediaType, limits: .standard)
        }
        try expect(own.code, "\(Format.self), a serializer") { () throws(SerializationError) in
            own.isValue(try serializer.read(body, head: head))
        }
        let reading = serializers.reading(with: serializer)
        try expect(own.code, "\(Format.self), reading(with:)") { () throws(SerializationError) in
            own.isValue(try reading.read(Value.self, from: body, head: head))
        }
        let written = try serializers.encode(sample, as: mediaType)
        guard written.bytes == body else { throw Difference(description: "\(name) encode: other bytes") }
    }
}

/// Reads the samples of a type as elements of a stream.
///
/// - Parameter separator: The bytes after each element.
func stream<Value: Sample, Format: CodableFormat, Stream: CodableStreamFormat>(
    _ type: Value.Type,
    by format: Format,
    in stream: Stream,
    separator: String
) async throws {
    var body: [UInt8] = []
    var expected: [Value] = []
    for sample in Value.samples.prefix(1) {
        for _ in 0..<3 {
            body += try format.encode(sample) + Array(separator.utf8)
            expected.append(sample)
        }
    }
    let name = "\(Stream.self)"
    var parser = try stream.makeParser(of: Value.self, as: nil, limits: .standard)
    guard try parser.parseAll(body) == expected else { throw Difference(description: "\(name), parseAll") }
    if !separator.isEmpty {
        parser = try stream.makeParser(of: Value.self, as: nil, limits: .standard)
        guard try parser.parseAll(String(decoding: body, as: UTF8.self).utf8) == expected else {
            throw Difference(description: "\(name), parseAll of a text")
        }
    }
    let chunks = AsyncStream { continuation in
        for byte in body { continuation.yield([byte]) }
        continuation.finish()
    }
    var elements: [Value] = []
    for try await element in stream.elements(of: Value.self, in: chunks) { elements.append(element) }
    guard elements == expected else { throw Difference(description: "\(name), elements") }
}
