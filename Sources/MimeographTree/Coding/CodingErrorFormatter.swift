package import Mimeograph

/// Turns the errors of `Codable` into the one that callers see, in the words of one format.
package struct CodingErrorFormatter: Sendable {
    /// What is read: `body`, `form`.
    private let subject: String
    /// What is written: `JSON`, `a property list`.
    private let format: String
    /// What stands there for nil: `null is meant to be there`.
    private let absence: String
    /// Whether the format has strategies for reading.
    let hasStrategies: Bool
    /// The plugin whose initializer takes strategies; nil if only the format has them.
    private let plugin: String?
    /// What helps beside changing a value that cannot be written.
    private let alternative: String

    /// - Parameters:
    ///   - subject: What is read, without an article.
    ///   - format: What is written.
    ///   - absence: When a property should be optional, as the end of "Make the property optional if …".
    ///   - hasStrategies: Whether the format has strategies for reading.
    ///   - plugin: The plugin whose initializer takes strategies; nil if only the format has them.
    ///   - alternative: The end of "Change the value, or …".
    package init(
        reading subject: String = "body",
        writing format: String,
        absence: String = "null is meant to be there",
        hasStrategies: Bool = true,
        plugin: String? = nil,
        alternative: String
    ) {
        self.subject = subject
        self.format = format
        self.absence = absence
        self.hasStrategies = hasStrategies
        self.plugin = plugin
        self.alternative = alternative
    }
}

// MARK: - Reading

extension CodingErrorFormatter {
    /// How to set a strategy: `JSONPlugin(dates: .iso8601)`, or `CBORFormat.dateStrategy = .iso8601`.
    func setting(_ strategy: String, _ value: String) -> String {
        plugin.map { "\($0)(\(strategy)s: \(value))" } ?? "\(format)Format.\(strategy)Strategy = \(value)"
    }

    /// The error for a body that did not make a value, and the location that it is about, where that is known.
    ///
    /// - Parameters:
    ///   - error: What decoding threw.
    ///   - type: The type that was wanted.
    ///   - failure: What the decoder itself found wrong last.
    ///   - locate: Finds what a coding path leads to, for what the decoder did not find itself: an unknown raw value of an
    ///     enumeration, for example.
    package func decoding<Location>(
        _ error: any Error,
        of type: any Any.Type,
        _ failure: CodingFailure<Location>?,
        locate: (_ path: [any CodingKey]) -> Location? = { _ in nil }
    ) -> (error: SerializationError, location: Location?) {
        if let error = error as? SerializationError {
            // One of the decoder's own, for a key or a text that exceeds a limit.
            let isOwn = failure.map { $0.description.hasSameBytes(as: error.message) } ?? false
            return (error, isOwn && error.location == nil ? failure?.location : nil)
        }
        guard let decodingError = error as? DecodingError, var reason = reason(of: decodingError) else {
            let report = SerializationError(
                .dataShape,
                "\(type) did not accept the \(subject).",
                remedy: CodingErrorFormatter.foreignRemedy,
                underlying: [error]
            ).telling(peer: "The \(subject) is not acceptable.")
            return (report, nil)
        }
        let path = reason.context.codingPath
        var location: Location?
        if let failure, failure.description.hasSameBytes(as: reason.context.debugDescription) {
            // Our own descriptions do not quote the body; those of others might.
            reason.finding = "\(failure.description.prefix(1).lowercased())\(failure.description.dropFirst())"
            reason.remedy = failure.remedy ?? reason.remedy
            location = failure.location
        } else {
            location = locate(path)
        }
        var report = SerializationError(
            .dataShape,
            "The \(subject) does not have the shape of \(type): at \(path.isEmpty ? "its root" : path.text) \(reason.finding)",
            codingPath: path,
            remedy: reason.remedy,
            underlying: [error]
        ).telling(
            peer:
                "\(path.isEmpty ? "The \(subject)" : "At \(path.text)"): \(findingForPeer(decodingError, reason.finding))"
        )
        report.messageTellsOfCoding = true
        return (report, location)
    }

    /// What is wrong in words that name no Swift type.
    ///
    /// - Parameter finding: What the decoder itself says, which may name some.
    private func findingForPeer(_ error: DecodingError, _ finding: String) -> String {
        switch error {
        case .typeMismatch(let type, _), .valueNotFound(let type, _):
            let found = finding.index(ofBytes: " but found ").map { finding[$0...] } ?? "."
            return "expected \(Self.noun(for: type))\(found)"
        case .keyNotFound: return finding
        default: return "the value is not acceptable."
        }
    }

    private static func noun(for type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "true or false"
        case is any FixedWidthInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is String.Type: "a string"
        case is [Any].Type: "an array"
        case is [String: Any].Type: "an object"
        default: "another value"
        }
    }

    private static let foreignRemedy = "See the underlying error, which the type itself threw."

    private typealias Reason = (context: DecodingError.Context, finding: String, remedy: String)

    private func reason(of error: DecodingError) -> Reason? {
        switch error {
        case .typeMismatch(let type, let context):
            let strategy = hasStrategies ? "a strategy or " : ""
            let remedy =
                "Declare the property as what the sender writes, or read it with \(strategy)a custom init(from:)."
            return (context, "there is no value of type \(type).", remedy)
        case .valueNotFound(let type, let context):
            return (context, "there is no value for \(type).", "Make the property optional if \(absence).")
        case .keyNotFound(let key, let context):
            let remedy = "Make the property \"\(key.shown)\" optional, or give it the name that the sender writes."
            return (context, "the key \"\(key.shown)\" is missing.", remedy)
        case .dataCorrupted(let context):
            let strategies = hasStrategies ? " and the format's strategies" : ""
            return (context, "the value is not acceptable.", "Check the range of the type\(strategies).")
        @unknown default: return nil
        }
    }
}

// MARK: - Writing

extension CodingErrorFormatter {
    /// The error for a value that could not be written.
    package func encoding(_ error: any Error, of type: any Any.Type) -> SerializationError {
        if let error = error as? SerializationError { return error }
        // A value of the format itself is called as the format is.
        let subject = "\(type)".hasSameBytes(as: format) ? "The value" : "\(type)"
        guard case .invalidValue(_, let context)? = error as? EncodingError else {
            return SerializationError(
                .unencodableValue,
                "\(subject) could not be written as \(format).",
                remedy: CodingErrorFormatter.foreignRemedy,
                underlying: [error]
            )
        }
        let suffix = context.codingPath.isEmpty ? "" : " at \(context.codingPath.text)"
        var report = SerializationError(
            .unencodableValue,
            "\(subject) could not be written as \(format)\(suffix): \(context.debugDescription)",
            codingPath: context.codingPath,
            remedy: "Change the value, or \(alternative).",
            underlying: [error]
        )
        report.messageTellsOfCoding = true
        return report
    }
}

/// What a decoder found wrong last, in its own words, and where.
///
/// A `DecodingError` has no room for it, and the text of one that other code threw may quote the body. So a decoder
/// remembers what it said, and ``CodingErrorFormatter`` shows the text of an error only where it is the decoder's.
@usableFromInline
package struct CodingFailure<Location> {
    @usableFromInline
    package let description: String
    /// What helps, where that is known better than from the kind of the error.
    @usableFromInline
    package let remedy: String?
    /// Where in the body, as the format counts.
    @usableFromInline
    package let location: Location

    @usableFromInline
    package init(_ description: String, remedy: String? = nil, at location: Location) {
        self.description = description
        self.remedy = remedy
        self.location = location
    }
}
