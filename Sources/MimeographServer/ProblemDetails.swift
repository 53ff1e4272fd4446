public import Mimeograph
import MimeographTree

/// A problem document: a server's description of a failure in `application/problem+json` or a similar format.
///
/// A member of the wrong type is ignored, as the RFC requires, so decoding fails only if the body is not an object.
/// ``extensions`` has the members that the RFC does not name.
///
/// The texts come from the server: show them as text, never as markup, and do not follow URLs in them automatically.
///
/// Source: RFC 9457 §3.
public struct ProblemDetails: Sendable {
    /// A URI reference that names the kind of problem; `about:blank` if the status code says everything.
    public var type: String
    /// A short summary of the kind of problem, the same for each occurrence.
    public var title: String?
    /// The status code in the document; trust the response's own instead.
    public var status: Int?
    /// An explanation of this occurrence.
    public var detail: String?
    /// A URI reference that names this occurrence.
    public var instance: String?
    /// The other members. A member is omitted if it is nested deeper than 16 levels, or if a name in it has more than 30
    /// combining marks in a row (UAX #15, Stream-Safe Text Format).
    public var extensions: [String: ProblemValue]

    /// Makes the details of a problem.
    public init(
        type: String = "about:blank",
        title: String? = nil,
        status: Int? = nil,
        detail: String? = nil,
        instance: String? = nil,
        extensions: [String: ProblemValue] = [:]
    ) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
        self.extensions = extensions
    }
}

extension ProblemDetails: Hashable {
    /// Whether all members are equal; texts are compared by their bytes.
    public static func == (one: ProblemDetails, other: ProblemDetails) -> Bool {
        one.status == other.status && one.type.hasSameBytes(as: other.type) && one.title.utf8Key == other.title.utf8Key
            && one.detail.utf8Key == other.detail.utf8Key && one.instance.utf8Key == other.instance.utf8Key
            && one.extensions == other.extensions
    }

    /// Hashes the members that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(type.utf8Key)
        hasher.combine(title.utf8Key)
        hasher.combine(detail.utf8Key)
        hasher.combine(instance.utf8Key)
        hasher.combine(extensions)
    }
}

extension ProblemDetails: Codable {
    private static let standardNames: Set<ByteEqualString> = ["type", "title", "status", "detail", "instance"]

    /// Decodes the members of an object.
    ///
    /// - Throws: An error of the decoder if the value is not an object.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: PlainCodingKey.self)
        func member<Value: Decodable>(_ name: String, as type: Value.Type) -> Value? {
            try? members.decodeIfPresent(type, forKey: PlainCodingKey(name))
        }
        self.init(
            type: member("type", as: String.self) ?? "about:blank",
            title: member("title", as: String.self),
            status: member("status", as: Int.self),
            detail: member("detail", as: String.self),
            instance: member("instance", as: String.self)
        )
        for key in members.allKeys {
            let name = key.stringValue
            guard !Self.standardNames.contains(name.utf8Key), StreamSafeText.holds(name) else { continue }
            extensions[name] = try? members.decode(ProblemValue.self, forKey: key)
        }
    }

    /// Encodes the members that are not nil. The type `about:blank` is omitted, since it is the default.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: PlainCodingKey.self)
        if !type.hasSameBytes(as: "about:blank") { try members.encode(type, forKey: PlainCodingKey("type")) }
        try members.encodeIfPresent(title, forKey: PlainCodingKey("title"))
        try members.encodeIfPresent(status, forKey: PlainCodingKey("status"))
        try members.encodeIfPresent(detail, forKey: PlainCodingKey("detail"))
        try members.encodeIfPresent(instance, forKey: PlainCodingKey("instance"))
        for (name, value) in extensions.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) })
        where !Self.standardNames.contains(name.utf8Key) {
            try members.encode(value, forKey: PlainCodingKey(name))
        }
    }
}

extension ProblemDetails {
    /// Decodes all members, including ``extensions``, as a type of your own.
    ///
    /// ```swift
    /// struct OutOfCredit: Decodable { var balance: Int, accounts: [String] }
    /// let credit = try problem.decode(OutOfCredit.self)
    /// ```
    /// Dates are texts of RFC 3339, data is Base64 text. A member that the problem does not have is missing, and so is `type` if it
    /// is `about:blank`. In a problem that was read from XML, a text that looks like a number is one.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - keys: The conversion between coding keys and the names of members.
    /// - Throws: ``SerializationError/Code/dataShape``.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        keys: KeyStrategy = .useDefaultKeys
    ) throws(SerializationError) -> Value {
        let written = TreeEncodingContext(.problem, nil)
        do { try written.encode(self) } catch {
            throw TreeFormat.problem.errors.encoding(error, of: ProblemDetails.self)
        }
        let strategies = CodingStrategies.unlessDefault(keys: keys, userInfo: [:])
        var context = TreeDecodingContext.begin(written.document(), .problem, strategies, hasUniqueNames: true)
        defer { TreeDecodingContext.end(&context) }
        do { return try context.root(type) } catch { throw context.report(error, of: type).0 }
    }
}

extension TreeFormat {
    fileprivate static let problem = TreeFormat(
        value: nil,
        errors: CodingErrorFormatter(
            reading: "problem",
            writing: "a problem",
            hasStrategies: false,
            alternative: "leave it out"
        ),
        unwritableNumber: "A problem has no number that is not finite.",
        dates: .iso8601,
        data: .base64,
        decimal: { _ in nil }
    )
}

extension ErrorBodyRule {
    /// A rule for problem documents: ``ProblemDetails`` from `application/problem+json` and `application/problem+xml`, for the
    /// statuses 300 to 599.
    ///
    /// Source: RFC 9457 §3, §6.
    public static let problemDetails = ErrorBodyRule(
        ProblemDetails.self,
        for: ["application/problem+json", "application/problem+xml"],
        statuses: [300...599]
    )
}

/// A plugin that decodes the bodies of errors as ``ProblemDetails``, if the registry has a format for them.
public struct ProblemDetailsPlugin: SerializerPlugin {
    /// Makes the plugin.
    public init() {}

    /// Registers `ErrorBodyRule.problemDetails`: statuses 300 to 599.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(errorBody: .problemDetails)
    }
}

extension SerializerPlugin where Self == ProblemDetailsPlugin {
    /// Decodes problem documents (RFC 9457) of failed requests.
    public static var problemDetails: ProblemDetailsPlugin { ProblemDetailsPlugin() }
}
