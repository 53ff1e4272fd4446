import Mimeograph
import MimeographStructuredFields

/// The fields `Signature-Input` and `Signature` of a message: what each signature covers, and its bytes.
///
/// Source: RFC 9421 §4.
struct SignatureFields {
    static let inputName = "Signature-Input"
    static let signatureName = "Signature"

    /// The limits of each of the two fields.
    private static let limits = DecodingLimits(inputBytes: 32 << 10, elements: 1024)

    /// What each signature covers, by label.
    let inputs: StructuredDictionary
    /// The bytes of each signature, by label.
    let signatures: StructuredDictionary

    /// Parses the fields of a message.
    ///
    /// - Throws: A failure if a field is malformed, names a label twice, or has a label that the other field lacks.
    init(_ fields: HeaderFields) throws(SignatureFailure) {
        inputs = try Self.dictionary(Self.inputName, fields)
        signatures = try Self.dictionary(Self.signatureName, fields)
        for (own, other) in [(inputs, signatures), (signatures, inputs)] {
            for label in own.keys where other[label] == nil {
                throw SignatureFailure(
                    "The label \(label.visible(atMost: 60)) is in one of Signature-Input and Signature, but not in the other.",
                    remedy: "A signature needs a member in both fields."
                )
            }
        }
    }

    private static func dictionary(
        _ name: String,
        _ fields: HeaderFields
    ) throws(SignatureFailure) -> StructuredDictionary {
        let lines = fields.values(of: name)
        let members: StructuredDictionary
        do throws(SerializationError) {
            members = try StructuredDictionary(parsing: lines, limits: limits)
        } catch {
            throw SignatureFailure(name, error)
        }
        // A dictionary keeps only the last member of a key. An intermediary may have kept another one.
        guard count(of: lines) == members.count else {
            throw SignatureFailure(
                "\(name) has two members of one label.",
                remedy: "Each signature needs its own label."
            )
        }
        return members
    }

    /// Returns the number of members in the lines of a valid dictionary. Commas separate them, except in strings. A display
    /// string (`%"…"`) has no escapes.
    private static func count(of lines: [String]) -> Int {
        var commas = 0
        var isInString = false
        var hasEscapes = false
        var isEscaped = false
        var isEmpty = true
        var last: UInt8 = 0
        for byte in lines.joined(separator: ", ").utf8 {
            if byte != 0x20, byte != 0x09 { isEmpty = false }
            if isEscaped {
                isEscaped = false
            } else if isInString, hasEscapes, byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
                hasEscapes = last != UInt8(ascii: "%")
            } else if !isInString, byte == UInt8(ascii: ",") {
                commas += 1
            }
            last = byte
        }
        return isEmpty ? 0 : commas + 1
    }

    /// Adds a signature to the fields of a message.
    static func add(
        _ input: InnerList,
        _ signature: [UInt8],
        label: String,
        to fields: inout HeaderFields
    ) throws(SignatureFailure) {
        let inputMember: StructuredDictionary = [label: .innerList(input)]
        let signatureMember: StructuredDictionary = [label: .byteSequence(signature)]
        do throws(SerializationError) {
            let inputText = try inputMember.serialized() ?? ""
            let signatureText = try signatureMember.serialized() ?? ""
            // The texts are ASCII without line breaks. Further lines are further members.
            try? fields.append(inputName, inputText)
            try? fields.append(signatureName, signatureText)
        } catch {
            throw SignatureFailure("The label or the parameters of the signature", error)
        }
    }
}
