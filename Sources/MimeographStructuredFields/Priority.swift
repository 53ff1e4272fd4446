public import Mimeograph

/// The priority of a response, as a client requests it or a server sets it in the field `Priority`.
///
/// ```swift
/// let film: Film = try await api.get("film", headers: ["Priority": Priority(urgency: 5, isIncremental: true)])
/// let wanted = Priority(request.fields)
/// ```
///
/// Source: RFC 9218 §4, §5.
public struct Priority: Hashable, Sendable {
    /// The urgency, from 0, the most urgent, to 7. Default 3.
    public let urgency: Int
    /// Whether a part of the response is useful before the rest arrives. Default false.
    public let isIncremental: Bool

    /// Makes a priority. An urgency below 0 becomes 0, and one above 7 becomes 7.
    public init(urgency: Int = 3, isIncremental: Bool = false) {
        self.urgency = min(max(urgency, 0), 7)
        self.isIncremental = isIncremental
    }

    /// Reads the priority of a message. Missing, malformed and unknown values are ignored, as the RFC requires.
    public init(_ fields: HeaderFields) {
        self.init((try? StructuredDictionary(parsing: fields.values(of: "Priority"))) ?? [:])
    }

    private init(_ dictionary: StructuredDictionary) {
        let urgency = dictionary["u"]?.integer.flatMap { (0...7).contains($0) ? Int($0) : nil }
        self.init(urgency: urgency ?? 3, isIncremental: dictionary["i"]?.boolean ?? false)
    }
}

extension Priority: LosslessStringConvertible {
    /// Parses the value of a field; nil if it is not a dictionary. Unknown values are ignored.
    public init?(_ description: String) {
        guard let dictionary = try? StructuredDictionary(parsing: description) else { return nil }
        self.init(dictionary)
    }

    /// The value of the field, such as `u=5, i`.
    public var description: String { isIncremental ? "u=\(urgency), i" : "u=\(urgency)" }
}
