import Mimeograph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Decodes the samples of a type from every container of bytes: whole bodies, damaged ones and empty ones.
///
/// - Parameters:
///   - isText: Whether the bodies are texts.
///   - writesAll: Whether the format has a form for any value, so that the test fails if a value cannot be written.
func decode<Value: Sample>(
    _ type: Value.Type,
    by format: some CodableFormat,
    isText: Bool,
    writesAll: Bool
) throws {
    for (index, sample) in Value.samples.enumerated() {
        guard let body = writesAll ? try format.encode(sample) : try? format.encode(sample) else { continue }
        for body in [body, Array(body.dropLast()), []] {
            let expected = Outcome { () throws(SerializationError) in
                try format.decode(Value.self, from: body.span, as: nil, limits: .standard)
            }
            try decode(expected, from: body, by: format)
            if isText { try decode(expected, from: String(decoding: body, as: UTF8.self), by: format) }
        }
        guard index == 0, writesAll else { continue }
        try expect(nil, "a span") { () throws(SerializationError) in
            try format.decode(Value.self, from: body.span, as: nil, limits: .standard) == sample
        }
    }
}

/// Decodes one body from every container of bytes.
private func decode<Value: Sample>(
    _ expected: Outcome<Value>,
    from body: [UInt8],
    by format: some CodableFormat
) throws {
    let code = expected.code
    try expect(code, "an array") { () throws(SerializationError) in
        expected.isValue(try format.decode(Value.self, from: body))
    }
    let slice = ([0] + body + [0]).dropFirst().dropLast()
    try expect(code, "a slice") { () throws(SerializationError) in
        expected.isValue(try format.decode(Value.self, from: slice))
    }
    let data = Data(body)
    try expect(code, "data") { () throws(SerializationError) in
        expected.isValue(try format.decode(Value.self, from: data))
    }
    try expect(code, "a buffer") { () throws(SerializationError) in
        let value = try body.withUnsafeBufferPointer { (buffer) throws(SerializationError) in
            try format.decode(Value.self, from: buffer)
        }
        return expected.isValue(value)
    }
    let lazy = body.lazy.map { $0 ^ 255 }.map { $0 ^ 255 }
    try expect(code, "a lazy collection") { () throws(SerializationError) in
        expected.isValue(try format.decode(Value.self, from: lazy))
    }
    let backwards: [UInt8] = body.reversed()
    let reversed: ReversedCollection<[UInt8]> = backwards.reversed()
    try expect(code, "a collection that is not contiguous") { () throws(SerializationError) in
        expected.isValue(try format.decode(Value.self, from: reversed))
    }
}

/// Decodes one body from every container of text.
private func decode<Value: Sample>(
    _ expected: Outcome<Value>,
    from text: String,
    by format: some CodableFormat
) throws {
    let code = expected.code
    try expect(code, "a text") { () throws(SerializationError) in
        expected.isValue(try format.decode(Value.self, from: text.utf8))
    }
    let part = "<\(text)>".dropFirst().dropLast()
    try expect(code, "part of a text") { () throws(SerializationError) in
        expected.isValue(try format.decode(Value.self, from: part.utf8))
    }
    try expect(code, "the bytes of a text") { () throws(SerializationError) in
        let value = try withBytes(of: text.utf8) { (bytes) throws(SerializationError) in
            try format.decode(Value.self, from: bytes, as: nil, limits: .standard)
        }
        return expected.isValue(value)
    }
    // Many callers decode with `try?`.
    guard code == nil, let value = try? format.decode(Value.self, from: text.utf8) else {
        if code == nil { throw Difference(description: "a text, with try?: nil") }
        return
    }
    guard expected.isValue(value) else { throw Difference(description: "a text, with try?: another value") }
}
