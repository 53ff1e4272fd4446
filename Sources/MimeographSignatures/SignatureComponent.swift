import Mimeograph
public import MimeographStructuredFields

/// A part of a message that a signature covers: a field, or a property such as the method.
///
/// ```swift
/// let components: [SignatureComponent] = [.method, .targetURI, "content-digest", .queryParameter("id")]
/// let answer: [SignatureComponent] = [.status, .field("content-digest"), .method.ofRequest]
/// ```
/// Trailers (`;tr`) are not supported, because they follow the signature. Two components are equal if they have the same name and
/// the same parameters in any order.
///
/// Source: RFC 9421 §2.
public struct SignatureComponent: Sendable {
    /// The name of a field in lower case, or of a derived component, which begins with `@`.
    public let name: String
    /// The parameters in order, such as `name` of `@query-param`.
    public let parameters: StructuredParameters

    /// Makes a component as a signature names it.
    ///
    /// - Parameters:
    ///   - name: The name. Capitals in ASCII become lower case.
    ///   - parameters: The parameters. Signing fails if the component does not allow them.
    public init(_ name: String, parameters: StructuredParameters = [:]) {
        self.name = name.lowercasedASCII
        self.parameters = parameters
    }

    /// Reads a component of a received signature.
    init(_ item: StructuredItem) throws(SignatureFailure) {
        guard let name = item.string, name.hasSameBytes(as: name.lowercasedASCII) else {
            throw SignatureFailure(
                "A covered component is not a string in lower case.",
                remedy: "The sender must follow RFC 9421 §2."
            )
        }
        self.name = name
        parameters = item.parameters
    }

    /// Whether it is this field of the message itself, or a part or another form of it.
    func isField(_ name: String) -> Bool { self.name.hasSameBytes(as: name) && parameters["req"] == nil }

    /// The component as a signature contains it.
    var item: StructuredItem { StructuredItem(.string(name), parameters: parameters) }
}

extension SignatureComponent {
    /// The method of the request. Source: RFC 9421 §2.2.1.
    public static let method = SignatureComponent("@method")
    /// The absolute URL of the request, without its fragment. Source: RFC 9421 §2.2.2.
    public static let targetURI = SignatureComponent("@target-uri")
    /// The host of the request, with its port unless that is the scheme's. Source: RFC 9421 §2.2.3.
    public static let authority = SignatureComponent("@authority")
    /// The scheme of the request's URL. Source: RFC 9421 §2.2.4.
    public static let scheme = SignatureComponent("@scheme")
    /// The path and the query of the request's URL. The absolute form for proxies is not supported. Source: RFC 9421 §2.2.5.
    public static let requestTarget = SignatureComponent("@request-target")
    /// The path of the request's URL. Source: RFC 9421 §2.2.6.
    public static let path = SignatureComponent("@path")
    /// The query of the request's URL, with its question mark. Source: RFC 9421 §2.2.7.
    public static let query = SignatureComponent("@query")
    /// The status of the response. Source: RFC 9421 §2.2.9.
    public static let status = SignatureComponent("@status")

    /// Returns one parameter of the query, which must occur once. Source: RFC 9421 §2.2.8.
    ///
    /// - Parameter name: The name, not encoded.
    public static func queryParameter(_ name: String) -> SignatureComponent {
        SignatureComponent("@query-param", parameters: ["name": .string(QueryParameters.encoded(name))])
    }

    /// Returns a field: all its lines, joined by a comma and a space.
    public static func field(_ name: String) -> SignatureComponent { SignatureComponent(name) }

    /// The field in its strict form as a structured field (`;sf`), so that intermediaries may change its white space.
    ///
    /// Source: RFC 9421 §2.1.1.
    public var asStructuredField: SignatureComponent { adding("sf", true) }

    /// The lines of the field, each as a byte sequence (`;bs`), for fields such as `Set-Cookie` whose lines must not be joined.
    ///
    /// Source: RFC 9421 §2.1.3.
    public var asByteSequences: SignatureComponent { adding("bs", true) }

    /// One member of the field, which is a dictionary (`;key`). Source: RFC 9421 §2.1.2.
    public func member(_ key: String) -> SignatureComponent { adding("key", .string(key)) }

    /// The component of the request, in the signature of its response (`;req`). Source: RFC 9421 §2.4.
    public var ofRequest: SignatureComponent { adding("req", true) }

    private func adding(_ key: String, _ value: BareItem) -> SignatureComponent {
        var parameters = parameters
        parameters[key] = value
        return SignatureComponent(name, parameters: parameters)
    }
}

extension SignatureComponent: Hashable {
    /// The name and the parameters in a fixed order.
    private var key: ByteEqualString {
        var sorted = StructuredParameters()
        for key in parameters.keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            sorted[key] = parameters[key]
        }
        return StructuredItem(.string(name), parameters: sorted).description.utf8Key
    }

    /// Whether both have the same name and the same parameters in any order.
    public static func == (one: SignatureComponent, other: SignatureComponent) -> Bool { one.key == other.key }

    /// Hashes the name and the parameters.
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

extension SignatureComponent: ExpressibleByStringLiteral {
    /// Makes the component of a field, such as `"content-digest"`, or a derived component, such as `"@method"`.
    public init(stringLiteral name: String) { self.init(name) }
}

extension SignatureComponent: CustomStringConvertible {
    /// The component as in the field `Signature-Input`, such as `"@query-param";name="id"`.
    public var description: String { item.description }

    /// The start of the description, for errors.
    var visible: String { description.visible(atMost: 120) }
}
