import FuzzerSupport
import Mimeograph
import MimeographText

Fuzzer.run(longestInput: 512) { input in
    for encoding in TextEncoding.known { TextCheck(input: input, encoding: encoding).run() }
    checkLabel(String(decoding: input, as: UTF8.self))
    checkSniffing(input)
}

/// A label means one encoding, whatever its case.
func checkLabel(_ label: String) {
    guard let encoding = TextEncoding(label: label) else { return }
    // Of a longer one, the blanks around it would be too much.
    let blanks = label.utf8.count <= 62 ? (" ", "\t") : ("", "")
    require(
        TextEncoding(label: blanks.0 + label.uppercased() + blanks.1) == encoding,
        "\(label) means another encoding in capitals"
    )
    require(TextEncoding.known.contains(encoding), "\(encoding) is not among the known ones")
    require(TextEncoding(label: encoding.name) == encoding, "\(encoding) is not found by its name")
}

/// A byte order mark beats a label, and a label beats the default.
func checkSniffing(_ input: [UInt8]) {
    do throws(SerializationError) {
        let found = try TextDecoding.encoding(of: input.span, charset: nil, default: .windows1252)
        require(0...input.count ~= found.markLength, "a mark of \(found.markLength) bytes is longer than the body")
        let decoded = try TextDecoding.decode(input, default: .windows1252, onInvalid: .replace)
        require(decoded.encoding == found.encoding, "decoded as \(decoded.encoding), found to be \(found.encoding)")
        let body = Array(input.dropFirst(found.markLength))
        if found.markLength > 0, found.encoding == .utf8 {
            require(decoded.text == String(decoding: body, as: UTF8.self), "UTF-8 with a mark is another text")
        }
        let labelled = try TextDecoding.encoding(of: input.span, charset: "utf-8", default: .windows1252)
        require(found.markLength == labelled.markLength, "a label that is no UTF-16 changes the mark")
    } catch {
        disagree("invalid bytes are to be replaced, and yet: \(error)")
    }
}
