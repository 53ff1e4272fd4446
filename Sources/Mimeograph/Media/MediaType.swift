/// A concrete media type, such as `text/html; charset=utf-8`.
///
/// The value is canonical: type, subtype and parameter names are in lower case, parameters keep the order and the case
/// of their values, and the first of two parameters with one name wins. `==` and `hash` read just that. Whether a type
/// falls under a pattern is a question to ``MediaRange``, never to `==`.
///
/// Source: RFC 9110 §8.3.1; WHATWG MIME Sniffing §4.
public struct MediaType: Hashable, Sendable {
    /// Type and subtype with the slash between them, in lower case, for example `application/problem+json`.
    public let essence: String

    /// The parameters in order; names in lower case, values without quotes.
    public let parameters: [Parameter]

    /// One parameter of a media type.
    public struct Parameter: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value, unquoted.
        public let value: String
    }

    /// The parts are trusted to be canonical.
    init(canonicalEssence essence: String, parameters: [Parameter]) {
        self.essence = essence
        self.parameters = parameters
    }
}
