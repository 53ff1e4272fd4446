import Mimeograph

/// A serializer from outside the package, for its own media type.
struct CommaCount: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["text/csv"] }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int {
        try limits.check(.inputBytes, body.count)
        var commas = 0
        for index in body.indices where body[index] == UInt8(ascii: ",") { commas += 1 }
        return commas
    }
}

print("commas: \(try CommaCount().read("a,b,c".utf8))")
