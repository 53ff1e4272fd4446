extension MediaType {
    /// Reads a media type that a programmer or a configuration wrote.
    ///
    /// White space is allowed at both ends and around semicolons. A wildcard is refused: it makes a ``MediaRange``.
    ///
    /// - Parameter text: For example `text/html; charset=utf-8`.
    /// - Throws: ``MediaTypeSyntaxError`` with any reason but those about weights.
    ///
    /// Source: RFC 9110 §8.3.1.
    public init(_ text: String) throws(MediaTypeSyntaxError) {
        let syntax = try StrictMediaSyntax.parse(text)
        guard case .essence(let essence) = syntax.pattern else {
            throw MediaTypeSyntaxError(text: text, offset: 0, reason: .notConcrete)
        }
        self.init(canonicalEssence: essence, parameters: syntax.parameters)
    }
}

extension MediaType: ExpressibleByStringLiteral {
    /// Makes the type that a literal spells.
    ///
    /// - Precondition: The literal is a media type as RFC 9110 §8.3.1 has it. Text from elsewhere goes to
    ///   `init(_:)`, which throws, or to `init(parsing:)`, which gives nil.
    public init(stringLiteral text: String) {
        do throws(MediaTypeSyntaxError) {
            try self.init(text)
        } catch {
            preconditionFailure("this literal is no media type: \(error)")
        }
    }
}
