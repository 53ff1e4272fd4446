import Mimeograph

/// The fields of a response about an upload. A field that does not follow the draft is ignored.
///
/// Source: draft-ietf-httpbis-resumable-upload-12 §4.1; RFC 9651 §4.2.
struct UploadFields: Hashable {
    /// The number of this version of the draft. Each request sends it, and each 104 must have it.
    ///
    /// Source: draft-ietf-httpbis-resumable-upload-12, appendix "Draft Version Identification".
    static let interopVersion = "8"

    /// The number of bytes that the server has.
    let offset: Int64?
    let isComplete: Bool?
    /// The length of the whole body in bytes.
    let length: Int64?
    /// The most bytes of a whole body, and of the content of one request.
    let maximumSize: Int64?
    let maximumAppendSize: Int64?

    init(_ fields: HeaderFields) {
        offset = Self.item(fields, "Upload-Offset").flatMap(Self.number)
        length = Self.item(fields, "Upload-Length").flatMap(Self.number)
        isComplete =
            switch Self.item(fields, "Upload-Complete") {
            case "?1": true
            case "?0": false
            default: nil
            }
        let limits = Self.limits(fields["Upload-Limit"] ?? "")
        maximumSize = limits["max-size"]
        maximumAppendSize = limits["max-append-size"]
    }

    /// Whether the interim response follows this version of the draft.
    static func isOfThisDraft(_ fields: HeaderFields) -> Bool {
        item(fields, "Upload-Draft-Interop-Version") == interopVersion
    }

    /// Returns the item of a field without its parameters; nil unless the field appears exactly once.
    private static func item(_ fields: HeaderFields, _ name: String) -> String? {
        let values = fields.values(of: name)
        guard values.count == 1, let value = values.first else { return nil }
        let item = value.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
        return String(item)
    }

    /// Parses a non-negative integer of at most 15 digits. Source: RFC 9651 §3.3.1.
    private static func number(_ text: String) -> Int64? {
        guard (1...15).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    /// Returns the members of the limits that are numbers; empty if a known member is not a number.
    private static func limits(_ text: String) -> [String: Int64] {
        let known: Set<String> = ["max-size", "min-size", "max-append-size", "min-append-size", "max-age"]
        var limits: [String: Int64] = [:]
        guard text.utf8.count <= 4096 else { return [:] }
        for member in text.split(separator: ",") {
            let parts = member.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0]).filter { $0 != " " && $0 != "\t" }
            guard known.contains(name) else { continue }
            let value = parts.count == 2 ? parts[1].split(separator: ";").first.map(String.init) ?? "" : ""
            guard let number = number(value.filter { $0 != " " && $0 != "\t" }) else { return [:] }
            limits[name] = number
        }
        return limits
    }
}
