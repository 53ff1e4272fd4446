/// A concrete media type, such as `text/html; charset=utf-8`.
///
/// The value is canonical: type, subtype and parameter names are in lower case. Parameters keep their order and the case of their
/// values, and the first of two parameters with the same name counts. `==` and `hash` use these parts. To match a type with a
/// pattern, use ``MediaRange``.
///
/// ```swift
/// let written: MediaType = "application/vnd.api+json"        // traps if the literal is malformed
/// let received = MediaType(parsing: "Text/HTML;charset=utf-8") // nil if the text is malformed
/// let configured = try MediaType(settings.mediaType)         // throws an error with the position and the reason
/// ```
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

    /// The maximum number of parameters of a media type. Parsing received text omits any others; parsing a program's text throws.
    public static let maximumParameterCount = 64

    /// Makes a type of canonical parts, without checks.
    package init(canonicalEssence essence: String, parameters: [Parameter] = []) {
        self.essence = essence
        self.parameters = parameters
    }
}

extension MediaType {
    /// The part before the slash, for example `application`.
    public var type: String { String(essence.utf8.prefix { $0 != FieldSyntax.slash }) ?? "" }

    /// The part after the slash, for example `problem+json`.
    public var subtype: String {
        guard let slash = essence.utf8.firstIndex(of: FieldSyntax.slash) else { return "" }
        return String(essence[essence.utf8.index(after: slash)...])
    }

    /// The text after the last `+` of the subtype, for example `json`; nil without a `+` or without text after it.
    ///
    /// The text before the `+` may be empty: `x/+json` has the suffix `json`.
    ///
    /// Source: RFC 6838 §4.2.8; WHATWG MIME Sniffing §4.6 for the empty base.
    public var suffix: String? {
        guard let plus = essence.utf8.lastIndex(of: FieldSyntax.plus) else { return nil }
        let suffix = essence[essence.utf8.index(after: plus)...]
        return suffix.isEmpty || suffix.utf8.contains(FieldSyntax.slash) ? nil : String(suffix)
    }

    /// The value of a parameter; its name is compared case-insensitively.
    public subscript(parameter name: String) -> String? {
        for parameter in parameters where FieldSyntax.equalsIgnoringCase(parameter.name, name) {
            return parameter.value
        }
        return nil
    }

    /// The value of the `charset` parameter as it was written.
    public var charset: String? { parameters.isEmpty ? nil : self[parameter: "charset"] }

    /// The same type without its parameters.
    public var withoutParameters: MediaType { MediaType(canonicalEssence: essence) }

    /// Returns the same type with another parameter, or with another value for an existing one.
    ///
    /// - Parameters:
    ///   - name: A token; it is converted to lower case.
    ///   - value: Any text of tabs and of code points U+0020…U+007E and U+0080…U+00FF; quotes are added if necessary.
    /// - Throws: ``MediaTypeSyntaxError`` with the reason ``MediaTypeSyntaxError/Reason/missingParameterName``,
    ///   ``MediaTypeSyntaxError/Reason/unexpectedByte`` (in the name or the value) or
    ///   ``MediaTypeSyntaxError/Reason/tooManyParameters``.
    public func adding(parameter name: String, value: String) throws(MediaTypeSyntaxError) -> MediaType {
        guard !name.isEmpty else { throw MediaTypeSyntaxError(text: name, offset: 0, reason: .missingParameterName) }
        for (offset, byte) in name.utf8.enumerated() where !FieldSyntax.isToken(byte) {
            throw MediaTypeSyntaxError(text: name, offset: offset, reason: .unexpectedByte)
        }
        for (offset, byte) in value.utf8.enumerated() where !FieldSyntax.isQuotable(byte, isomorphic: false) {
            throw MediaTypeSyntaxError(text: value, offset: offset, reason: .unexpectedByte)
        }
        let added = withBytes(of: name.utf8) { Parameter(name: String(lowercasedASCII: $0), value: value) }
        var changed = parameters
        if let index = changed.firstIndex(where: { $0.name == added.name }) {
            changed[index] = added
        } else if changed.count < Self.maximumParameterCount {
            changed.append(added)
        } else {
            throw MediaTypeSyntaxError(text: name, offset: 0, reason: .tooManyParameters)
        }
        return MediaType(canonicalEssence: essence, parameters: changed)
    }
}

extension MediaType: CustomStringConvertible {
    /// The type for sending: `text/html;charset=utf-8`, with quotes around a value that is not a token.
    ///
    /// Source: WHATWG MIME Sniffing §4.5, which writes no space after the semicolon.
    public var description: String {
        if parameters.isEmpty { return essence }
        var text = essence
        for parameter in parameters { parameter.write(into: &text) }
        return text
    }
}

extension MediaType.Parameter {
    /// Appends `;name=value`, with quotes around a value that is not a token.
    func write(into text: inout String) {
        text += ";"
        text += name
        text += "="
        if !value.isEmpty, value.utf8.allSatisfy(FieldSyntax.isToken) {
            text += value
            return
        }
        text += "\""
        for scalar in value.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        text += "\""
    }
}

extension MediaType {
    /// Parses a media type from a program or a configuration.
    ///
    /// White space is allowed at both ends and around semicolons. A wildcard is rejected; use a ``MediaRange`` for it.
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
    /// Makes the type of a literal.
    ///
    /// - Precondition: The literal is a media type by RFC 9110 §8.3.1. For other text use `init(_:)`, which throws, or
    ///   `init(parsing:)`, which returns nil.
    public init(stringLiteral text: String) {
        do throws(MediaTypeSyntaxError) {
            try self.init(text)
        } catch {
            preconditionFailure("The literal is not a media type: \(error)")
        }
    }
}

extension MediaType {
    /// `application/json`. Source: RFC 8259.
    public static let json = MediaType(canonicalEssence: "application/json")
    /// `application/problem+json`. Source: RFC 9457.
    public static let problemJSON = MediaType(canonicalEssence: "application/problem+json")
    /// `application/xml`. Source: RFC 7303.
    public static let xml = MediaType(canonicalEssence: "application/xml")
    /// `text/html`.
    public static let html = MediaType(canonicalEssence: "text/html")
    /// `text/plain`. Source: RFC 2046.
    public static let textPlain = MediaType(canonicalEssence: "text/plain")
    /// `text/event-stream`. Source: WHATWG HTML §9.2.
    public static let eventStream = MediaType(canonicalEssence: "text/event-stream")
    /// `application/octet-stream`: any bytes. Source: RFC 2046.
    public static let octetStream = MediaType(canonicalEssence: "application/octet-stream")
    /// `application/x-www-form-urlencoded`. Source: WHATWG URL §5.
    public static let formURLEncoded = MediaType(canonicalEssence: "application/x-www-form-urlencoded")
    /// `multipart/form-data`; a body also needs a `boundary`. Source: RFC 7578.
    public static let multipartFormData = MediaType(canonicalEssence: "multipart/form-data")
    /// `application/x-plist`: Apple's property lists in any of their forms; not registered.
    public static let propertyList = MediaType(canonicalEssence: "application/x-plist")
    /// `image/png`.
    public static let png = MediaType(canonicalEssence: "image/png")
    /// `image/jpeg`.
    public static let jpeg = MediaType(canonicalEssence: "image/jpeg")
    /// `image/gif`.
    public static let gif = MediaType(canonicalEssence: "image/gif")
    /// `image/tiff`.
    public static let tiff = MediaType(canonicalEssence: "image/tiff")
}
