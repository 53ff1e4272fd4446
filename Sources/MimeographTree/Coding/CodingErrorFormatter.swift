package import Mimeograph

/// A formatter that turns the errors of `Codable` into a `SerializationError`, in the words of one format.
package struct CodingErrorFormatter: Sendable {
    private let subject: String
    private let format: String
    private let absence: String
    let hasStrategies: Bool
    private let plugin: String?
    private let alternative: String

    /// - Parameters:
    ///   - subject: The noun for the input, without an article: `body`, `form`.
    ///   - format: The noun for the output: `JSON`, `a property list`.
    ///   - absence: The condition under which a property should be optional, as the end of "Make the property optional if …".
    ///   - hasStrategies: Whether the format has strategies for decoding.
    ///   - plugin: The plugin whose initializer takes strategies; nil if only the format has them.
    ///   - alternative: The end of "Change the value, or …".
    package init(
        reading subject: String = "body",
        writing format: String,
        absence: String = "null is allowed",
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
    /// Returns the code that sets a strategy: `JSONPlugin(dates: .iso8601)`, or `CBORFormat.dateStrategy = .iso8601`.
    func setting(_ strategy: String, _ value: String) -> String {
        plugin.map { "\($0)(\(strategy)s: \(value))" } ?? "\(format)Format.\(strategy)Strategy = \(value)"
    }

    /// Returns the error for a body that could not be decoded, and the location that it is about, if known.
    ///
    /// - Parameters:
    ///   - error: The error that decoding threw.
    ///   - type: The requested type.
    ///   - failure: The last failure that the decoder itself found.
    ///   - locate: Finds the location of a coding path, for an error that the decoder did not throw itself. An example is an
    ///     unknown raw value of an enumeration.
    package func decoding<Location>(
        _ error: any Error,
        of type: any Any.Type,
        _ failure: CodingFailure<Location>?,
        locate: (_ path: [any CodingKey]) -> Location? = { _ in nil }
    ) -> (error: SerializationError, location: Location?) {
        if let error = error as? SerializationError {
            // It may be the decoder's own error for a key or a text that exceeds a limit.
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
            // The decoder's own descriptions do not quote the body; the descriptions of other code might.
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

    /// Returns the finding in words that name no Swift type.
    ///
    /// - Parameter finding: The decoder's description, which may name Swift types.
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
                "Declare the property with the type that the sender writes, or read it with \(strategy)a custom init(from:)."
            return (context, "expected a value of type \(type).", remedy)
        case .valueNotFound(let type, let context):
            return (context, "the value for \(type) is missing.", "Make the property optional if \(absence).")
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
    /// Returns the error for a value that could not be written.
    package func encoding(_ error: any Error, of type: any Any.Type) -> SerializationError {
        if let error = error as? SerializationError { return error }
        // The format's own type for values has the same name as the format.
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

/// A decoder's own description of its last failure, and the location.
///
/// A `DecodingError` has no room for a location, and the description of an error that other code threw may quote the body. So a
/// decoder remembers its own description. ``CodingErrorFormatter`` shows the description of an error only if it is the decoder's.
@usableFromInline
package struct CodingFailure<Location> {
    @usableFromInline
    package let description: String
    /// The remedy, if the decoder knows a better one than the kind of the error suggests.
    @usableFromInline
    package let remedy: String?
    /// The location in the body, in the format's own units.
    @usableFromInline
    package let location: Location

    @usableFromInline
    package init(_ description: String, remedy: String? = nil, at location: Location) {
        self.description = description
        self.remedy = remedy
        self.location = location
    }
}
