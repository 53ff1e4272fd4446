import Mimeograph
import MimeographCompound
import MimeographText

/// A serializer from outside the package that reads numbers.
struct NumberSerializer: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["text/plain"] }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int {
        try limits.check(.inputBytes, body.count)
        guard let number = Int(String(decoding: [UInt8](body), as: UTF8.self)) else {
            throw SerializationError(.syntax, "The text is not a number.")
        }
        return number
    }
}

enum Answer { case number(Int), text(String) }

let answers = NumberSerializer().map(Answer.number).or(TextResponseSerializer().map(Answer.text))
let head = ResponseHead(status: 200, fields: ["Content-Type": "text/plain"])
print("compound: \(try answers.read("36".utf8, head: head)), \(try answers.read("Ada".utf8, head: head))")
