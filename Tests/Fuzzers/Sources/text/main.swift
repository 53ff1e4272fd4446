import FuzzerSupport
import Mimeograph
import MimeographText

Fuzzer.run(longestInput: 512) { input in
    for encoding in TextEncoding.known { TextCheck(input: input, encoding: encoding).run() }
    checkLabel(String(decoding: input, as: UTF8.self))
    checkSniffing(input)
}

/// Checks that a label means the same encoding in any case.
func checkLabel(_ label: String) {
    guard let encoding = TextEncoding(label: label) else { return }
    // With blanks around it, a longer label would be too long.
    let blanks = label.utf8.count <= 62 ? (" ", "\t") : ("", "")
    require(
        TextEncoding(label: blanks.0 + label.uppercased() + blanks.1) == encoding,
        "\(label) means another encoding in capitals"
    )
    require(TextEncoding.known.contains(encoding), "\(encoding) is not among the known ones")
    require(TextEncoding(label: encoding.name) == encoding, "\(encoding) is not found by its name")
}

/// Checks that a byte order mark overrides a label, and a label overrides the default.
func checkSniffing(_ input: [UInt8]) {
    do throws(SerializationError) {
        let found = try TextDecoding.encoding(of: input.span, charset: nil, default: .windows1252)
        require(0...input.count ~= found.markLength, "a mark of \(found.markLength) bytes is longer than the body")
        let decoded = try TextDecoding.decode(input, default: .windows1252, onInvalid: .replace)
        require(decoded.encoding == found.encoding, "decoded as \(decoded.encoding), detected as \(found.encoding)")
        let body = Array(input.dropFirst(found.markLength))
        if found.markLength > 0, found.encoding == .utf8 {
            require(decoded.text == String(decoding: body, as: UTF8.self), "UTF-8 with a mark gives another text")
        }
        let labelled = try TextDecoding.encoding(of: input.span, charset: "utf-8", default: .windows1252)
        require(found.markLength == labelled.markLength, "a label other than UTF-16 changes the length of the mark")
    } catch {
        disagree("decoding fails instead of replacing invalid bytes: \(error)")
    }
}
