import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension XMLDecodingContext {
    /// Decodes the document.
    func root<T: Decodable>(_ type: T.Type) throws -> T {
        try checkRoot(type)
        return try value(type, at: .element(0), nil)
    }

    /// Checks the name of the root against the type's mapping, and its namespace against the mapping or the format.
    private func checkRoot<T: Decodable>(_ type: T.Type) throws {
        var mapping = XMLMapping()
        if case .plain(let rules) = kind(of: type) { mapping = rules.mapping }
        let name = tree.element(0).name
        if let wanted = mapping.element, !tree.string(name.local).hasSameBytes(as: XML.Name(wanted).localName) {
            throw failure(
                .typeMismatch(type),
                "The root element does not have the name in the type's XMLMapping.",
                at: 0,
                nil
            )
        }
        if let wanted = mapping.namespace ?? format.namespace, !tree.string(name.namespace).hasSameBytes(as: wanted) {
            throw failure(
                .typeMismatch(type),
                "The root element is not in the expected namespace.",
                at: 0,
                nil
            )
        }
    }

    /// Decodes a value of any type.
    func value<T: Decodable>(_ type: T.Type, at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> T {
        let kind = kind(of: type)
        let value: Any
        switch kind {
        case .plain(let rules):
            // A type this small is an enumeration, whose cases the compiler compares with the text.
            if MemoryLayout<T>.size <= 2 { try checkComparable(at: position, path) }
            return try T(from: XMLValueDecoder(context: self, position: position, path: path, rules: rules))
        case .raw(let rules, _): return try raw(type, rules, at: position, path)
        case .list:
            let comparedBefore = comparesTexts
            comparesTexts = type == Set<String>.self
            defer { comparesTexts = comparedBefore }
            return try T(from: XMLValueDecoder(context: self, position: position, path: path, rules: plainRules))
        case .scalar(let scalar): value = try self.scalar(scalar, at: position, path)
        case .optional(let optional): value = try optional.decode(at: position, path, self)
        case .date: value = try date(at: position, path)
        case .data: value = try data(at: position, path)
        case .url: value = try url(at: position, path)
        case .decimal: value = try decimal(at: position, path)
        case .uuid: value = try uuid(at: position, path)
        case .xml: value = try xml(at: position, path)
        }
        guard let value = value as? T else {
            throw failure(.typeMismatch(type), "The value is not a \(type).", at: self.element(of: position), path)
        }
        return value
    }

    /// Decodes a type with raw values. White space around the text is ignored unless it is part of the raw value.
    private func raw<T: Decodable>(
        _ type: T.Type,
        _ rules: XMLKeyRules,
        at position: XMLDecodingPosition,
        _ path: XMLCodingPath?
    ) throws -> T {
        // A type this small is an enumeration, whose cases the compiler compares with the text.
        if MemoryLayout<T>.size <= 2 { try checkComparable(at: position, path) }
        do {
            return try T(from: XMLValueDecoder(context: self, position: position, path: path, rules: rules))
        } catch {
            guard let text = try? text(type, at: position, path) else { throw error }
            let trimmed = XMLScalar.trimmed(text)
            if trimmed.utf8.count == text.utf8.count { throw error }
            let position = XMLDecodingPosition.text(String(trimmed), of: element(of: position))
            return try T(from: XMLValueDecoder(context: self, position: position, path: path, rules: rules))
        }
    }

    /// Decodes a string, number or Boolean.
    func scalar<T: XMLScalarValue>(_ type: T.Type, at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> T
    {
        let text = try text(type, at: position, path)
        let element = element(of: position)
        if comparesTexts { try checkComparable(text, at: element, path) }
        if let value = T(xml: text) { return value }
        if XMLScalar.isBlank(text) {
            throw failure(.valueNotFound(type), "Expected \(type) but found no text.", at: element, path)
        }
        if XMLScalar.isNumber(XMLScalar.trimmed(text), allowingExponent: true), T.self != Bool.self {
            throw failure(.dataCorrupted, "The number does not fit in \(type).", at: element, path)
        }
        throw failure(.typeMismatch(type), "Expected \(type) but found other text.", at: element, path)
    }

    /// - Throws: ``SerializationError/Code/limitExceeded`` for a text that Swift would compare too slowly.
    private func checkComparable(_ text: String, at element: Int32, _ path: XMLCodingPath?) throws {
        if StreamSafeText.holds(text) { return }
        let error = SerializationError.textNotStreamSafe(codingPath: XMLCodingPath.keys(of: path))
        lastFailure = CodingFailure(error.message, at: element)
        throw error
    }

    private func checkComparable(at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws {
        switch position {
        case .text(let text, let element), .word(let text, let element): try checkComparable(text, at: element, path)
        case .element(let element): try checkComparable(tree.text(of: element), at: element, path)
        case .member(let match, _): try checkComparable(tree.text(of: match.first), at: match.first, path)
        case .absent: break
        }
    }

    /// Returns an element without changes.
    private func xml(at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> XML.Element {
        switch position {
        case .absent(let rule, let parent): throw missing(rule, in: parent, path)
        case .text(_, let element), .word(_, let element):
            throw failure(.typeMismatch(XML.Element.self), "Expected an element but found text.", at: element, path)
        case .element, .member:
            return tree.original(of: try single(position, path))
        }
    }

    /// Returns the text of a value.
    func text(_ type: any Any.Type, at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> String {
        let element: Int32
        switch position {
        case .text(let text, _), .word(let text, _): return text
        case .absent(let rule, let parent): throw missing(rule, in: parent, path)
        case .element, .member: element = try single(position, path)
        }
        if isNil(element) { throw isNilFailure(type, at: element, path) }
        guard tree.element(element).firstChild == XMLCodingTree.none else {
            throw failure(.typeMismatch(type), "Expected \(type) but found elements.", at: element, path)
        }
        return tree.text(of: element)
    }

    /// Returns the single element at a position.
    func single(_ position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> Int32 {
        switch position {
        case .element(let element): return element
        case .member(let match, _):
            if case .refuse = format.repeatedElements, next(after: match.first, of: match) != nil {
                throw failure(
                    .dataCorrupted,
                    "Expected one element but found several with the same name.",
                    remedy: "Declare the property as an array, or set XMLFormat.repeatedElements to .first.",
                    at: match.first,
                    path
                )
            }
            return match.first
        case .text(_, let element), .word(_, let element), .absent(_, let element): return element
        }
    }

    /// Returns whether the content at a position means nil for a type of a kind.
    func isNil(_ position: XMLDecodingPosition, for kind: XMLDecodableKind?) -> Bool {
        let refusesNothing = kind?.refusesNothing ?? false
        switch position {
        case .absent: return true
        case .text(let text, _), .word(let text, _): return refusesNothing && XMLScalar.isBlank(text)
        case .element(let element): return isNil(element, refusesNothing)
        case .member(let match, let list):
            // Several elements are a list, even if the first one is nil.
            if case .repeated = list, kind == nil, next(after: match.first, of: match) != nil { return false }
            return isNil(match.first, refusesNothing)
        }
    }

    /// Decodes a value at a position, or returns nil if the position means nil.
    func valueIfPresent<T: Decodable>(_ type: T.Type, at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws
        -> T?
    {
        let kind = kind(of: type)
        guard isNil(position, for: kind) else { return try value(type, at: position, path) }
        // A list in the repeated layout has no element of its own, so a nil in the first element may not mean a nil list.
        guard case .member(let match, .repeated) = position, isNil(match.first) else { return nil }
        let isAlone = next(after: match.first, of: match) == nil
        switch kind {
        case .list where !isAlone: return try value(type, at: position, path)
        // A single element belongs to the list if its type can be nil. Otherwise it means that the list is nil.
        case .list,
            .plain where !isAlone:
            let value = try? value(type, at: position, path)
            if value == nil { lastFailure = nil }
            return value
        default: return nil
        }
    }

    private func isNil(_ element: Int32, _ refusesNothing: Bool) -> Bool {
        if isNil(element) { return true }
        return refusesNothing && tree.element(element).firstChild == XMLCodingTree.none
            && XMLScalar.isBlank(tree.text(of: element))
    }
}

// MARK: - FoundationEssentials

extension XMLDecodingContext {
    private func date(at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> Date {
        let date: Date?
        switch format.dateStrategy {
        case .native, .iso8601:
            return try parsed(Date.self, at: position, path, Self.noDate, XMLTimestamp.parse)
        case .secondsSince1970: date = Date(decodedSince1970: try scalar(Double.self, at: position, path))
        case .millisecondsSince1970:
            date = Date(decodedSince1970: try scalar(Double.self, at: position, path) / 1_000)
        case .deferredToDate: date = Date(decodedSince2001: try scalar(Double.self, at: position, path))
        case .custom(let decode, _): return try decode(decoder(at: position, path))
        }
        if let date { return date }
        throw corrupted(Self.noDate, at: position, path)
    }

    static let noDate = (
        description: "The text is not a date in the expected format.",
        remedy: "Set XMLFormat.dateStrategy to the format of the sender." as String?
    )

    /// Trims white space around the text at a position, and parses it with `parse`.
    ///
    /// - Parameter failure: The description and the remedy of the error for an invalid text.
    func parsed<Value>(
        _ type: Value.Type,
        at position: XMLDecodingPosition,
        _ path: XMLCodingPath?,
        _ failure: (description: String, remedy: String?),
        _ parse: (Substring) -> Value?
    ) throws -> Value {
        if let value = parse(XMLScalar.trimmed(try text(type, at: position, path))) { return value }
        throw corrupted(failure, at: position, path)
    }

    private func corrupted(
        _ failure: (description: String, remedy: String?),
        at position: XMLDecodingPosition,
        _ path: XMLCodingPath?
    ) -> DecodingError {
        self.failure(.dataCorrupted, failure.description, remedy: failure.remedy, at: element(of: position), path)
    }

    private func data(at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> Data {
        switch format.dataStrategy {
        case .native, .base64:
            var text = try text(Data.self, at: position, path)
            if text.utf8.contains(where: XMLCharacters.isSpace) { text = XMLScalar.words(text).joined() }
            if let data = Data(base64Encoded: text) { return data }
            throw corrupted(("The text is not Base64.", nil), at: position, path)
        case .deferredToData: return try Data(from: decoder(at: position, path))
        case .custom(let decode, _): return try decode(decoder(at: position, path))
        }
    }

    private func url(at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> URL {
        try parsed(URL.self, at: position, path, ("The text is not a URL.", nil)) { URL(string: String($0)) }
    }

    private func uuid(at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> UUID {
        try parsed(UUID.self, at: position, path, ("The text is not a UUID.", nil)) { UUID(uuidString: String($0)) }
    }

    /// Decodes the exact number, up to the 38 digits of `Decimal`.
    private func decimal(at position: XMLDecodingPosition, _ path: XMLCodingPath?) throws -> Decimal {
        let text = XMLScalar.trimmed(try text(Decimal.self, at: position, path))
        guard XMLScalar.isNumber(text, allowingExponent: true) else {
            throw failure(
                .typeMismatch(Decimal.self),
                "Expected Decimal but found other text.",
                at: element(of: position),
                path
            )
        }
        if let decimal = Decimal(string: String(text)), decimal.isFinite { return decimal }
        throw failure(.dataCorrupted, "The number does not fit in Decimal.", at: element(of: position), path)
    }

    private func decoder(at position: XMLDecodingPosition, _ path: XMLCodingPath?) -> XMLValueDecoder {
        XMLValueDecoder(context: self, position: position, path: path, rules: plainRules)
    }
}
