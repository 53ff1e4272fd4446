/// The names of the engines in the tables.
enum Engine {
    static let ours = "Mimeograph"
    /// The same work with models that are marked with `SynthesizedCodable`.
    static let marked = "Mimeograph, marked"
    static let strippingMembers = "Mimeograph, null members stripped"
    static let strippingAll = "Mimeograph, all nulls stripped"
    static let whole = "Mimeograph, whole document"
    static let foundation = "Foundation"
    static let simdjson = "simdjson"
    static let serde = "serde_json"
    static let orjson = "orjson"
    static let msgspec = "msgspec"
    static let jsonPath = "jsonpath_rfc9535"
}

/// An error thrown if an engine does not do the work to be timed.
struct BrokenEngine: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
