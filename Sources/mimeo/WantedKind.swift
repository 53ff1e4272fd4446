import Mimeograph
import MimeographImage
import MimeographJSON
import MimeographPropertyList
import MimeographText
import MimeographXML

/// The Swift type to read a body as, named by `--as`.
enum WantedKind: String, CaseIterable {
    /// Any type, chosen by the registry.
    case any
    /// `JSON`.
    case json
    /// `XML.Document`.
    case xml
    /// `PropertyList`.
    case propertyList = "plist"
    /// `Image`.
    case image
    /// `String`.
    case text
    /// `[UInt8]`.
    case bytes
    /// Any type, shown as a table.
    case table
    /// Any `Codable` type. `mimeo explain` accepts it; no command reads it.
    case codable

    /// Returns the declaration of `--as` for these kinds.
    static func option(_ kinds: [WantedKind]) -> OptionDeclaration {
        let names = kinds.map(\.rawValue).joined(separator: ", ")
        return OptionDeclaration("as", .required("KIND"), help: "The kind of value to read: \(names). Default any.")
    }

    /// Parses the value of `--as`.
    ///
    /// - Throws: ``UsageError`` if the kind is not one of these.
    static func parse(_ arguments: Arguments, among kinds: [WantedKind]) throws(UsageError) -> WantedKind {
        guard let name = arguments.values["as"] else { return .any }
        guard let kind = WantedKind(rawValue: name), kinds.contains(kind) else {
            let names = kinds.map(\.rawValue).joined(separator: ", ")
            throw UsageError("--as takes one of \(names), not \(name)")
        }
        return kind
    }

    /// Explains which serializer would read the response as this kind.
    func explain(_ source: ResponseSource, _ registry: SerializerRegistry) -> DispatchTrace {
        switch self {
        case .any, .table: registry.explain(source.head, body: source.body)
        case .json: registry.explain(source.head, for: JSON.self, body: source.body)
        case .xml: registry.explain(source.head, for: XML.Document.self, body: source.body)
        case .propertyList: registry.explain(source.head, for: PropertyList.self, body: source.body)
        case .image: registry.explain(source.head, for: Image.self, body: source.body)
        case .text: registry.explain(source.head, for: String.self, body: source.body)
        case .bytes: registry.explain(source.head, for: [UInt8].self, body: source.body)
        case .codable: registry.explain(source.head, for: CodableValue.self, body: source.body)
        }
    }

    /// Reads the response as this kind.
    func read(_ source: ResponseSource, _ registry: SerializerRegistry) throws(SerializationError) -> any Sendable {
        switch self {
        case .any, .table, .codable: try registry.anyValue(from: source.body, head: source.head)
        case .json: try readJSON(source, registry)
        case .xml: try registry.read(XML.Document.self, from: source.body, head: source.head)
        case .propertyList: try registry.read(PropertyList.self, from: source.body, head: source.head)
        case .image: try registry.read(Image.self, from: source.body, head: source.head)
        case .text: try readText(source, registry)
        case .bytes: try registry.read([UInt8].self, from: source.body, head: source.head)
        }
    }

    /// Reads a JSON value. XML is converted by ``XMLToJSON``, because the XML format would read JSON like any other `Codable`
    /// type, without the names of namespaces.
    private func readJSON(_ source: ResponseSource, _ registry: SerializerRegistry) throws(SerializationError) -> JSON {
        guard explain(source, registry).chosen == "xml" else {
            return try registry.read(JSON.self, from: source.body, head: source.head)
        }
        let document = try registry.read(XML.Document.self, from: source.body, head: source.head)
        return XMLToJSON.convert(XML.Element(root: document))
    }

    /// Reads a body of any type as text.
    private func readText(_ source: ResponseSource, _ registry: SerializerRegistry) throws(SerializationError) -> String
    {
        if explain(source, registry).chosen == "text" {
            return try registry.read(String.self, from: source.body, head: source.head)
        }
        let limits = registry.limits
        let plain = try registry.codings.decode(source.body.span, head: source.head, limits: limits) ?? source.body
        return try TextResponseSerializer().read(plain.span, head: source.head, limits: limits)
    }

    /// Returns the Accept field for this kind.
    func accept(_ registry: SerializerRegistry) -> AcceptField {
        switch self {
        case .any, .table: registry.acceptForAnyValue()
        case .json: registry.accept(for: JSON.self)
        case .xml: registry.accept(for: XML.Document.self)
        case .propertyList: registry.accept(for: PropertyList.self)
        case .image: registry.accept(for: Image.self)
        case .text: registry.accept(for: String.self)
        case .bytes: registry.accept(for: [UInt8].self)
        case .codable: registry.accept(for: CodableValue.self)
        }
    }
}

/// A stand-in for a user's `Codable` type.
struct CodableValue: Codable, Sendable {}
