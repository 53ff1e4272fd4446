import Mimeograph
import MimeographForm

/// The parameters of a query, decoded as a form and encoded again in one way.
///
/// Source: RFC 9421 §2.2.8; WHATWG URL §5.1 (parsing), §1.3 ("application/x-www-form-urlencoded percent-encode set").
struct QueryParameters {
    private static let encoder: QueryEncoder = {
        var encoder = QueryEncoder.whatwg
        encoder.spaces = .percentEscaped
        return encoder
    }()

    /// The encoded values of each encoded name, in order.
    private var values: [ByteEqualString: [String]] = [:]

    init(_ query: String) throws(SignatureFailure) {
        do throws(SerializationError) {
            for field in try Form(parsing: query.utf8).fields {
                values[ByteEqualString(Self.encoded(field.name)), default: []].append(Self.encoded(field.value))
            }
        } catch {
            throw SignatureFailure("The query", error)
        }
    }

    /// Returns the encoded values of the parameters with an encoded name, in order.
    func values(of name: String) -> [String] { values[ByteEqualString(name)] ?? [] }

    /// Returns a name or a value as percent-encoded text.
    static func encoded(_ text: String) -> String { encoder.escape(text) }
}
