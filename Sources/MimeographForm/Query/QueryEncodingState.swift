import Mimeograph
import MimeographTree

/// What all encoders of one value share.
final class QueryEncodingState {
    let options: QueryEncoder
    let userInfo: [CodingUserInfoKey: Any]
    /// The first thing that an encoder was asked for and cannot do; asking could not throw.
    var misuse: EncodingError?

    private var kinds: [ObjectIdentifier: QueryEncodableKind] = [:]
    private var depth = 0

    init(_ options: QueryEncoder) {
        self.options = options
        userInfo = options.userInfo
    }

    func kind(of type: any Any.Type) -> QueryEncodableKind {
        let id = ObjectIdentifier(type)
        if let kind = kinds[id] { return kind }
        let kind = QueryEncodableKind(type)
        kinds[id] = kind
        return kind
    }

    /// Makes a tree of a value; nil where the value encodes nothing.
    func tree<Value: Encodable>(_ value: Value, path: @autoclosure () -> [any CodingKey]) throws -> QueryTree? {
        if let text = text(ofScalar: value) { return .text(text) }
        let kind = kind(of: Value.self)
        switch kind {
        case .queryValue:
            guard let value = value as? QueryValue else { return nil }
            return try tree(value, depth: 1, path: path())
        case .decimal:
            let text = String(describing: value)
            if text.hasSameBytes(as: "NaN") { throw noNumber(path()) }
            return .text(text)
        case .data:
            if let tree = try data(value, path: path()) { return tree }
        case .date: return try date(value, path: path())
        case .plain, .set, .dictionary, .url: break
        }
        let collected = try collect(value, path: path())
        if case .container(let container)? = collected {
            if kind == .set, container.kind == .elements { container.kind = .set }
            if kind == .dictionary { container.isUnordered = true }
            if kind == .url { return try url(container, path: path()) }
            container.isOwn = !(Value.self is any FormElements.Type || Value.self is any FormOptional.Type)
        }
        return collected
    }

    /// What the value's own `encode(to:)` writes.
    private func collect(_ value: some Encodable, path: [any CodingKey]) throws -> QueryTree? {
        guard depth < QueryEncoder.maximumDepth else { throw tooDeep(path) }
        depth += 1
        defer { depth -= 1 }
        let encoder = QueryValueEncoder(self, codingPath: path)
        try value.encode(to: encoder)
        if let misuse { throw misuse }
        return encoder.result ?? (options.marksNothing ? .container(QueryContainer(.members)) : nil)
    }

    /// Whether a container inside of one at that path would be too deep, which is recorded.
    func isTooDeep(_ path: [any CodingKey]) -> Bool {
        guard path.count >= QueryEncoder.maximumDepth else { return false }
        if misuse == nil { misuse = tooDeep(path) }
        return true
    }

    private func noNumber(_ path: [any CodingKey]) -> EncodingError {
        .invalidValue("", EncodingError.Context(codingPath: path, debugDescription: "The Decimal is not a number."))
    }

    private func tooDeep(_ path: [any CodingKey]) -> EncodingError {
        .invalidValue(
            "",
            EncodingError.Context(
                codingPath: path,
                debugDescription: "Values are nested more than \(QueryEncoder.maximumDepth) deep."
            )
        )
    }
}

// MARK: - Scalars

extension QueryEncodingState {
    /// The text of a value of a basic type; nil for all others.
    @inline(__always)
    private func text<Value>(ofScalar value: Value) -> String? {
        // A cast costs much more than a comparison of types, and is made where it will succeed.
        if Value.self == String.self { return value as? String }
        if Value.self == Int.self { return (value as? Int).map { String($0) } }
        if Value.self == Bool.self { return (value as? Bool).map { text($0) } }
        if Value.self == Double.self { return (value as? Double).map { text($0) } }
        if Value.self == Float.self { return (value as? Float).map { text($0) } }
        return nil
    }

    func text(_ value: Bool) -> String {
        switch options.booleans {
        case .numeric: value ? "1" : "0"
        case .literal: value ? "true" : "false"
        }
    }

    /// The standard library's description has the fewest digits that read back as the same number.
    func text(_ value: some BinaryFloatingPoint & CustomStringConvertible) -> String {
        // Of what is not a number there is one, whatever its sign is.
        let text = value.isNaN ? "nan" : value.description
        return options.numbers == .shortest && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

// MARK: - Values that are given

extension QueryEncodingState {
    private func tree(_ value: QueryValue, depth: Int, path: @autoclosure () -> [any CodingKey]) throws -> QueryTree {
        guard depth <= QueryEncoder.maximumDepth else { throw tooDeep(path()) }
        switch value {
        case .null: return .null
        case .text(let text): return .text(text)
        case .boolean(let value): return .text(text(value))
        case .integer(let number): return .text(String(number))
        case .number(let number): return .text(text(number))
        case .array(let elements), .set(let elements):
            let container = QueryContainer(.elements)
            if case .set = value { container.kind = .set }
            container.reserve(elements.count)
            for element in elements { container.append(try tree(element, depth: depth + 1, path: path())) }
            return .container(container)
        case .members(let members):
            let container = QueryContainer(.members)
            container.reserve(members.count)
            for member in members {
                container.append(try tree(member.value, depth: depth + 1, path: path()), named: member.name)
            }
            return .container(container)
        }
    }
}

// MARK: - Foundation's values

extension QueryEncodingState {
    /// A `Date` encodes itself as a number of seconds since 2001-01-01T00:00:00Z, on every platform.
    private func date(_ date: some Encodable, path: [any CodingKey]) throws -> QueryTree? {
        let collected = try collect(date, path: path)
        guard case .text(let number)? = collected, let sinceReference = Double(number) else { return collected }
        // A time that is not finite cannot be read back.
        guard (-9e18...9e18).contains(sinceReference) else { throw unwritableDate(path) }
        let since1970 = sinceReference + 978_307_200
        switch options.dates {
        case .deferredToDate: return .text(text(sinceReference))
        case .secondsSince1970: return .text(text(since1970))
        case .millisecondsSince1970: return .text(text(since1970 * 1000))
        case .iso8601: return .text(try day(InternetTimestamp.text(secondsSince1970: since1970), path))
        case .description:
            let text = InternetTimestamp.text(secondsSince1970: since1970, separator: " ", zone: " +0000")
            return .text(try day(text, path))
        case .custom(let write): return .text(try write(since1970))
        }
    }

    private func day(_ text: String?, _ path: [any CodingKey]) throws -> String {
        if let text { return text }
        throw unwritableDate(path, "The date is outside of the years 0 to 9999.")
    }

    private func unwritableDate(
        _ path: [any CodingKey],
        _ description: String = "The date is too far away, or not a point in time."
    ) -> EncodingError {
        .invalidValue("", EncodingError.Context(codingPath: path, debugDescription: description))
    }

    /// nil where the value is to write itself.
    private func data(_ data: some Encodable, path: [any CodingKey]) throws -> QueryTree? {
        guard let collection = data as? any Collection<UInt8> else { return nil }
        func bytes(_ collection: some Collection<UInt8>) -> [UInt8] { Array(collection) }
        switch options.data {
        case .deferredToData: return nil
        case .base64: return .text(Base64.text(of: bytes(collection)))
        case .percentEscaped: return .bytes(bytes(collection))
        case .custom(let write): return .text(try write(bytes(collection)))
        }
    }

    /// A `URL` encodes itself as its relative text, and beside it its base where it has one.
    private func url(_ container: QueryContainer, path: [any CodingKey]) throws -> QueryTree {
        if container.value(named: "base") == nil, case .text(let text)? = container.value(named: "relative") {
            return .text(text)
        }
        throw EncodingError.invalidValue(
            "",
            EncodingError.Context(
                codingPath: path,
                debugDescription: "The URL is relative to another; give its absoluteURL."
            )
        )
    }
}

/// What the encoder does for a type.
enum QueryEncodableKind {
    /// Calls its `encode(to:)`.
    case plain
    /// The same, and then sorts what it got.
    case set, dictionary
    /// Takes it as it is.
    case queryValue
    /// Types of Foundation, which this module does not import; it knows them by their names and how they encode
    /// themselves.
    case date, data, url, decimal

    init(_ type: any Any.Type) {
        switch type {
        case is QueryValue.Type: self = .queryValue
        case is any QueryUnorderedElements.Type: self = .set
        case is any QueryUnorderedMembers.Type: self = .dictionary
        case is any Encodable.Type: self.init(named: String(reflecting: type))
        default: self = .plain
        }
    }

    private init(named name: String) {
        switch name {
        case "FoundationEssentials.Date", "Foundation.Date": self = .date
        case "FoundationEssentials.Data", "Foundation.Data": self = .data
        case "FoundationEssentials.URL", "Foundation.URL": self = .url
        case "FoundationEssentials.Decimal", "Foundation.Decimal", "__C.NSDecimal": self = .decimal
        default: self = .plain
        }
    }
}

/// A collection whose elements come in another order each time.
private protocol QueryUnorderedElements {}
extension Set: QueryUnorderedElements {}

/// A collection whose members come in another order each time.
private protocol QueryUnorderedMembers {}
extension Dictionary: QueryUnorderedMembers {}
