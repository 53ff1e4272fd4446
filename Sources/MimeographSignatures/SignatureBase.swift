import Mimeograph
import MimeographStructuredFields

/// The text that is signed: a line for each covered component, and a line with the parameters of the signature.
///
/// For example, the base of a signature over the host and a field:
///
///     "@authority": example.com
///     "content-type": application/json
///     "@signature-params": ("@authority" "content-type");created=1618884473;keyid="a"
///
/// Source: RFC 9421 §2.5.
struct SignatureBase {
    /// The most components of a signature. It bounds the size of the base, since components may cover the same field.
    static let mostComponents = 64

    let text: String
    /// The covered components.
    private(set) var components: Set<SignatureComponent> = []

    var bytes: [UInt8] { Array(text.utf8) }

    /// Makes the base of a signature.
    ///
    /// - Parameter input: The covered components and the parameters, as in the field `Signature-Input`.
    init(_ input: InnerList, of values: ComponentValues) throws(SignatureFailure) {
        guard input.items.count <= Self.mostComponents else {
            throw SignatureFailure(
                "The signature covers \(input.items.count) components, but the limit is \(Self.mostComponents).",
                remedy: "Cover fewer components, for example Content-Digest instead of parts of the message."
            )
        }
        var text = ""
        for item in input.items {
            let component = try SignatureComponent(item)
            guard components.insert(component).inserted else {
                throw SignatureFailure(
                    "The signature covers the component \(component.visible) twice.",
                    remedy: "Name each component once."
                )
            }
            let value = try values.value(of: component)
            do throws(SerializationError) { text += "\(try component.item.serialized()): \(value)\n" } catch {
                throw SignatureFailure("A component", error)
            }
        }
        do throws(SerializationError) {
            text += "\"@signature-params\": \(try StructuredList([.innerList(input)]).serialized() ?? "")"
        } catch {
            throw SignatureFailure("The parameters of the signature", error)
        }
        self.text = text
    }
}
