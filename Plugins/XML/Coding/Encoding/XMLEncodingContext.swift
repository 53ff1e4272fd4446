import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The shared state of all encoders of one value.
///
/// Elements are created at their final positions, as objects that the encoder fills. No other code sees them before encoding
/// ends.
///
/// The type is not `Sendable`, like all encoders: one encoding runs on one thread.
final class XMLEncodingContext {
    /// The maximum nesting depth of values. It is also the default depth limit of a reader.
    static let maximumDepth = 512

    let format: XMLFormat
    lazy var userInfo: [CodingUserInfoKey: Any] = format.userInfo
    /// The rules for types that are not ``XMLMapped``.
    let plainRules: XMLKeyRules
    /// The first misuse of an encoder that could not be thrown immediately.
    var misuse: EncodingError?

    /// Whether the document was returned. After that, an encoder that a value has kept writes nothing.
    private(set) var isFinished = false
    /// The number of nested values that are being written.
    private var running = 0
    private var kinds: [ObjectIdentifier: XMLEncodableKind] = [:]
    private var prefixes: [ByteEqualString: String] = [:]

    init(_ format: XMLFormat) {
        self.format = format
        plainRules = XMLKeyRules(XMLMapping(), format)
    }

    /// Returns the kind of a type.
    func kind<T: Encodable>(of type: T.Type) -> XMLEncodableKind {
        if let known = kinds[ObjectIdentifier(type)] { return known }
        let kind = XMLEncodableKind(type, format: format, plainRules: plainRules)
        kinds[ObjectIdentifier(type)] = kind
        return kind
    }

    /// Encodes the whole document.
    func document<T: Encodable>(_ value: T) throws -> XML.Element {
        if let element = value as? XML.Element { return element }
        var rules = plainRules
        if case .plain(let known) = kind(of: T.self) { rules = known }
        let storage = XML.Element.Storage(name: rootName(T.self, rules))
        recordPrefix(of: storage.name)
        try encode(value, to: .root(storage), nil)
        isFinished = true
        if let misuse { throw misuse }
        let declared = Set(storage.namespaces.compactMap(\.prefix).map { ByteEqualString($0) })
        let sorted = prefixes.sorted { $0.key.text.utf8.lexicographicallyPrecedes($1.key.text.utf8) }
        for (prefix, namespace) in sorted where !declared.contains(prefix) {
            storage.namespaces.append(XML.NamespaceDeclaration(prefix: prefix.text, namespace))
        }
        return XML.Element(storage: storage)
    }

    private func rootName<T>(_ type: T.Type, _ rules: XMLKeyRules) -> XML.Name {
        if let name = format.rootName ?? rules.mapping.element { return rules.elementName(name) }
        // `Array<Int>` has the name Array, and an optional the name of its wrapped type.
        var name = "\(type)"
        if name.hasPrefix("Optional<") { name = String(name.dropFirst("Optional<".count)) }
        name = String(name.prefix { $0 != "<" && $0 != ">" && $0 != "," })
        if name.hasPrefix("(") { name = String(name.dropFirst().prefix { $0 != " " }) }
        return rules.elementName(name.isEmpty ? "value" : name.replacing(":", with: "_"))
    }

    /// Records the prefix of a name, so that the root declares it once.
    func recordPrefix(of name: XML.Name) {
        guard let prefix = name.prefix, let namespace = name.namespace, !prefix.hasSameBytes(as: "xml"),
            prefixes[ByteEqualString(prefix)] == nil
        else { return }
        prefixes[ByteEqualString(prefix)] = namespace
    }

    static let tooDeep = "Values are nested more than \(maximumDepth) levels deep."

    /// Returns an error for an invalid value.
    func invalid(_ value: Any, _ description: String, _ path: XMLCodingPath?) -> EncodingError {
        .invalidValue(value, .init(codingPath: XMLCodingPath.keys(of: path), debugDescription: description))
    }
}

// MARK: - Writing

extension XMLEncodingContext {
    private func checkNotFinished(_ value: Any, _ path: XMLCodingPath?) throws {
        if isFinished { throw invalid(value, "An encoder was used after its value was written.", path) }
    }

    /// Creates the element of a target, if it can have one.
    func open(_ target: XMLEncodingTarget) -> XML.Element.Storage? {
        if isFinished { return nil }
        switch target {
        case .root(let storage): return storage
        case .element(let name, let parent, _):
            let storage = XML.Element.Storage(name: name)
            recordPrefix(of: name)
            parent.children.append(.element(XML.Element(storage: storage)))
            return storage
        case .attribute, .text, .word: return nil
        }
    }

    /// Writes a text that is the whole value.
    func write(_ text: String, to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        try checkNotFinished(text, path)
        switch target {
        case .root, .element:
            if let storage = open(target), !text.isEmpty { storage.children.append(.text(text)) }
        case .attribute(let name, let storage):
            recordPrefix(of: name)
            storage.attributes.append(XML.Attribute(name, text))
        case .text(let storage): storage.children.append(.text(text))
        case .word(let list):
            guard list.append(text, self) else {
                throw invalid(text, "A word in a list of words must not be empty or contain white space.", path)
            }
        }
    }

    /// Writes an existing element under the name of the target.
    private func write(_ element: XML.Element, to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        try checkNotFinished(element, path)
        switch target {
        case .element(let name, let parent, _):
            var element = element
            if !element.name.localName.hasSameBytes(as: name.localName) { element.name = name }
            recordPrefix(of: element.name)
            parent.children.append(.element(element))
        case .root(let storage):
            // The element is in a single-value container of the outermost value.
            storage.name = element.name
            storage.namespaces = element.namespaces
            storage.attributes = element.attributes
            storage.children = element.children
        case .attribute, .text, .word:
            throw invalid(element, "An attribute or a text cannot contain an element.", path)
        }
    }

    /// Appends text to the existing text of a target.
    func append(_ text: String, to target: XMLEncodingTarget) {
        switch target {
        case .root(let storage), .text(let storage):
            if case .text(let start)? = storage.children.popLast() {
                storage.children.append(.text(start + text))
            } else {
                storage.children.append(.text(text))
            }
        case .attribute(let name, let storage):
            if let index = storage.attributes.lastIndex(where: { $0.name == name }) {
                storage.attributes[index].value += text
            }
        case .element, .word: break
        }
    }

    /// Writes nil.
    func writeNil(to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        try checkNotFinished(Any?.none as Any, path)
        switch target {
        case .attribute, .text: break
        case .word: throw invalid(Any?.none as Any, "A list of words cannot contain nil.", path)
        case .root, .element:
            if case .element = target, case .omit = format.nilEncoding { return }
            let name = XML.Name(localName: "nil", prefix: "xsi", namespace: XMLNamespaces.schemaInstance)
            recordPrefix(of: name)
            open(target)?.attributes.append(XML.Attribute(name, "true"))
        }
    }

    /// Writes a value of any type.
    func encode<T: Encodable>(_ value: T, to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        switch kind(of: T.self) {
        case .scalar:
            if let scalar = value as? any XMLScalarValue { try write(scalar.xmlText, to: target, path) }
        case .date: try foundation(date: value, to: target, path)
        case .data: try foundation(data: value, to: target, path)
        case .url, .decimal: try foundation(text: value, to: target, path)
        case .xml:
            if let element = value as? XML.Element { try write(element, to: target, path) }
        case .plain(let rules):
            try encode(value, to: target, path, rules) { try value.encode(to: $0) }
        }
    }

    /// Writes a value with `write`.
    func encode(
        _ value: Any,
        to target: XMLEncodingTarget,
        _ path: XMLCodingPath?,
        _ rules: XMLKeyRules,
        _ write: (XMLValueEncoder) throws -> Void
    ) throws {
        let encoder = XMLValueEncoder(context: self, target: target, path: path, rules: rules)
        // Values in single-value containers add no key to the path, so up to twice as many values may run.
        guard running < 2 * Self.maximumDepth, path?.depth ?? 0 < Self.maximumDepth else {
            throw invalid(value, Self.tooDeep, path)
        }
        running += 1
        defer { running -= 1 }
        try write(encoder)
        encoder.finish()
    }
}

/// The types of FoundationEssentials that have their own form in XML.
extension XMLEncodingContext {
    func foundation(date value: some Encodable, to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        guard let date = value as? Date else { return }
        if Date(decodedSince2001: date.timeIntervalSinceReferenceDate) == nil {
            throw invalid(
                date.timeIntervalSinceReferenceDate,
                "The date is too far away, or not a point in time.",
                path
            )
        }
        let text: String?
        switch format.dateStrategy {
        case .native, .iso8601: text = XMLTimestamp.text(date)
        case .secondsSince1970: text = date.timeIntervalSince1970.xmlText
        case .millisecondsSince1970: text = (date.timeIntervalSince1970 * 1_000).xmlText
        case .deferredToDate: text = date.timeIntervalSinceReferenceDate.xmlText
        case .custom(_, let encode):
            return try self.encode(date, to: target, path, plainRules) { try encode(date, $0) }
        }
        guard let text else { throw invalid(date.timeIntervalSinceReferenceDate, Self.dateOutOfRange, path) }
        try write(text, to: target, path)
    }

    static let dateOutOfRange = "The date is outside the years that the date format supports."

    func foundation(data value: some Encodable, to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        guard let data = value as? Data else { return }
        switch format.dataStrategy {
        case .native, .base64: try write(data.base64EncodedString(), to: target, path)
        case .deferredToData: try encode(data, to: target, path, plainRules) { try data.encode(to: $0) }
        case .custom(_, let encode):
            try self.encode(data, to: target, path, plainRules) { try encode(data, $0) }
        }
    }

    /// Writes a URL or a `Decimal`.
    func foundation(text value: some Encodable, to target: XMLEncodingTarget, _ path: XMLCodingPath?) throws {
        if let url = value as? URL {
            try write(url.absoluteString, to: target, path)
        } else if let decimal = value as? Decimal {
            guard decimal.isFinite else { throw invalid(decimal, "The Decimal is not a number.", path) }
            try write(decimal.description, to: target, path)
        }
    }
}

/// The way in which the encoder writes a type.
enum XMLEncodableKind {
    case scalar
    case date, data, url, decimal
    /// Inserts an `XML.Element` without changes.
    case xml
    /// Calls the type's `encode(to:)`. Its keys follow these rules.
    case plain(XMLKeyRules)

    init<T: Encodable>(_ type: T.Type, format: XMLFormat, plainRules: XMLKeyRules) {
        if type is any XMLScalarValue.Type {
            self = .scalar
        } else if T.self == Date.self {
            self = .date
        } else if T.self == Data.self {
            self = .data
        } else if T.self == URL.self {
            self = .url
        } else if T.self == Decimal.self {
            self = .decimal
        } else if T.self == XML.Element.self {
            self = .xml
        } else if let mapped = type as? any XMLMapped.Type {
            self = .plain(XMLKeyRules(mapped.xmlMapping, format))
        } else {
            self = .plain(plainRules)
        }
    }
}
