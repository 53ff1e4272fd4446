import FuzzerSupport
import Mimeograph
import MimeographForm

/// Compares the fields with the results of a simple reader, and writes them again.
struct FieldsCheck {
    let input: [UInt8]
    let form: Form

    func run() {
        let expected = input.split(separator: UInt8(ascii: "&")).map(Self.field)
        require(form.fields == expected, "the fields are \(form.fields), and should be \(expected)")
        for encoder in [QueryEncoder.whatwg, .afnetworking] {
            let written = encoder.bytes(of: form)
            require(written.allSatisfy { (0x21...0x7E).contains($0) }, "the written text is not visible ASCII")
            // A field without a name and a value writes nothing that could be read.
            let fields = form.fields.filter { !($0.isBare && $0.name.isEmpty) }
            let again = try? Form(parsing: written)
            require(again?.fields == fields, "written and read again, \(fields) became \(again as Any)")
        }
    }

    private static func field(_ bytes: ArraySlice<UInt8>) -> Form.Field {
        guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
            return Form.Field(text(bytes), "", isBare: true)
        }
        return Form.Field(text(bytes[..<equals]), text(bytes[equals...].dropFirst()))
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var rest = bytes
        var result: [UInt8] = []
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(isDigit),
                let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
            {
                result.append(value)
                rest = rest.dropFirst(2)
            } else {
                result.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { "0123456789abcdefABCDEF".utf8.contains(byte) }
}
