import FuzzerSupport
import Mimeograph

Fuzzer.run(longestInput: 1024) { input in
    // The input is parsed as raw bytes, each of them one code point, and as text.
    if let type = MediaType(parsing: input.span) { check(type) }
    let text = String(decoding: input, as: UTF8.self)
    let received = MediaType(parsing: text)
    if let received { check(received) }
    checkStrict(text, received: received)
    checkRange(text)
}

/// Checks a media type from a peer.
func check(_ type: MediaType) {
    let again = MediaType(parsing: type.description)
    require(again == type, "printed and parsed again, \(type) became \(again as Any)")
    require(again?.hashValue == type.hashValue, "equal types have different hashes: \(type)")
    require(type.parameters.count <= MediaType.maximumParameterCount, "\(type.parameters.count) parameters were kept")
    require("\(type.type)/\(type.subtype)" == type.essence, "type and subtype do not make up \(type.essence)")
    require(type.suffix.map { type.essence.hasSuffix("+\($0)") } ?? true, "\(type.essence) has no such suffix")
    for parameter in type.parameters {
        require(type[parameter: parameter.name] == parameter.value, "\(parameter.name) is not found in \(type)")
    }
    require(MediaRange.any.contains(type), "*/* does not contain \(type)")
    require(MediaRange(type.withoutParameters).contains(type), "\(type.essence) as a range does not contain \(type)")
    require(MediaRange(type).contains(type), "\(type) as a range does not contain itself")
}

/// Checks a media type from a programmer: it is rejected with a position, or equals the type that the lenient parser finds.
func checkStrict(_ text: String, received: MediaType?) {
    do throws(MediaTypeSyntaxError) {
        let type = try MediaType(text)
        check(type)
        require(received == type, "the strict parser gives \(type), the lenient one \(received as Any)")
        let added = try type.withoutParameters.adding(parameter: "Charset", value: "a \"b\" \\ \u{E9}")
        check(added)
    } catch {
        require(0...text.utf8.count ~= error.offset, "byte \(error.offset) is outside the text: \(error)")
        require(!error.description.isEmpty, "the error has no description")
    }
}

func checkRange(_ text: String) {
    do throws(MediaTypeSyntaxError) {
        let range = try MediaRange(text)
        let again = try MediaRange(range.description)
        require(again == range, "printed and parsed again, \(range) became \(again)")
        if let type = range.concreteType {
            require(range.contains(type), "\(range) does not contain the type it names")
        }
    } catch {
        require(0...text.utf8.count ~= error.offset, "byte \(error.offset) is outside the text: \(error)")
        let literal = MediaRange(stringLiteral: text)
        require(literal.invalidity == error, "literal: \(literal.invalidity as Any), initializer: \(error)")
        require(!literal.contains("text/plain"), "an invalid range contains a type")
    }
}
