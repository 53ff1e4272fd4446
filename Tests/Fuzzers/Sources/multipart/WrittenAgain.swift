import FuzzerSupport
import Mimeograph
import MimeographForm

/// Checks that parts, and any other content, are the same after they are written and read again.
struct WrittenAgain {
    let input: [UInt8]

    func run() {
        var form = MultipartFormData()
        form.append(input, name: "whole", fileName: "file")
        if let body = try? Multipart(parsing: input, type: Reading.type) {
            for part in body.parts { form.append(MultipartPart(fields: part.head.fields, content: .bytes(part.bytes))) }
            check(form, [input] + body.parts.map(\.bytes), fields: body.parts.map(\.head.fields))
        } else {
            check(form, [input], fields: [])
        }
    }

    private func check(_ form: MultipartFormData, _ contents: [[UInt8]], fields: [HeaderFields]) {
        var message = RequestMessage(method: .post)
        do throws(SerializationError) {
            try MultipartRequestSerializer().write(form, into: &message)
            guard case .bytes(let bytes) = message.body, let type = message.fields.contentType else {
                disagree("a form in memory has the body \(message.body)")
            }
            let read = try Multipart(parsing: bytes, type: type)
            require(read.parts.map(\.bytes) == contents, "the parts read differ from the parts written")
            require(
                Array(read.parts.map(\.head.fields).dropFirst()) == fields,
                "the fields read differ from the fields written"
            )
        } catch {
            disagree("the form written cannot be read: \(error)")
        }
    }
}
