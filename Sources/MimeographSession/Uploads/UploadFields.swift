import Mimeograph
import MimeographStructuredFields

/// The fields of a response about an upload. A field that does not follow the draft is ignored.
///
/// Source: draft-ietf-httpbis-resumable-upload-12 §4.1.
struct UploadFields: Hashable {
    /// The number of this version of the draft. Each request sends it, and each 104 must have it.
    ///
    /// Source: draft-ietf-httpbis-resumable-upload-12, appendix "Draft Version Identification".
    static let interopVersion: Int64 = 8

    /// The number of bytes that the server has.
    let offset: Int64?
    let isComplete: Bool?
    /// The length of the whole body in bytes.
    let length: Int64?
    /// The most bytes of a whole body, and of the content of one request.
    let maximumSize: Int64?
    let maximumAppendSize: Int64?

    init(_ fields: HeaderFields) {
        offset = Self.item(fields, "Upload-Offset")?.integer.flatMap(Self.size)
        length = Self.item(fields, "Upload-Length")?.integer.flatMap(Self.size)
        isComplete = Self.item(fields, "Upload-Complete")?.boolean
        let limits = Self.limits(fields)
        maximumSize = limits["max-size"]?.integer
        maximumAppendSize = limits["max-append-size"]?.integer
    }

    /// Whether the interim response follows this version of the draft.
    static func isOfThisDraft(_ fields: HeaderFields) -> Bool {
        item(fields, "Upload-Draft-Interop-Version")?.integer == interopVersion
    }

    private static func item(_ fields: HeaderFields, _ name: String) -> StructuredItem? {
        try? StructuredItem(parsing: fields.values(of: name), limits: fieldLimits)
    }

    private static func size(_ number: Int64) -> Int64? { number < 0 ? nil : number }

    /// Returns the limits; empty if a known limit is not a size.
    private static func limits(_ fields: HeaderFields) -> StructuredDictionary {
        guard let limits = try? StructuredDictionary(parsing: fields.values(of: "Upload-Limit"), limits: fieldLimits)
        else { return [:] }
        for name in ["max-size", "min-size", "max-append-size", "min-append-size", "max-age"] {
            if let limit = limits[name], limit.integer.flatMap(size) == nil { return [:] }
        }
        return limits
    }

    private static let fieldLimits = DecodingLimits(inputBytes: 4 << 10)
}
