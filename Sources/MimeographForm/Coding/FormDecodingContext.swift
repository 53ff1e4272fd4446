import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What all decoders of one form share: how values are made of nodes.
final class FormDecodingContext {
    let format: FormFormat
    let userInfo: [CodingUserInfoKey: Any]
    /// What was wrong last, and where in the body; errors that are thrown cannot hold that.
    private(set) var lastFailure: CodingFailure<Int>?
    /// The text of which elements were wanted last, where nothing else was found wrong since.
    private var refusedText: FormNode?
    /// What has decoding fail when it is over, though it could not be thrown where it was found.
    private(set) var refusal: SerializationError?

    /// What all names are members of.
    let root: FormNode?

    init(format: FormFormat, root: FormNode? = nil) {
        self.format = format
        self.root = root
        userInfo = format.userInfo
    }

    /// Decodes a value.
    func value<Value: Decodable>(
        _ type: Value.Type,
        of node: FormNode,
        path: @autoclosure () -> [any CodingKey]
    ) throws -> Value {
        // In two steps: no value at all would be a nil of an optional type.
        if let known = try known(type, node, path()), let value = known as? Value { return value }
        try checkComparable(type, node, path())
        let wantsElements = type is any FormElements.Type
        func make(_ wantsElements: Bool) throws -> Value {
            try type.init(
                from: FormValueDecoder(
                    self,
                    node,
                    codingPath: path(),
                    wantsElements: wantsElements,
                    keepsNames: type is any FormMembers.Type
                )
            )
        }
        do {
            return try make(wantsElements)
        } catch {
            // A type of the program's own wants elements and nothing else, and an array of one element is written as one field.
            // What asks for elements only to see whether there are any, and finds a text then, throws another error or none.
            guard !wantsElements, isRefusal(error, of: node) else { throw error }
            return try make(true)
        }
    }

    /// The error for a value of which elements are wanted and that has none.
    func noElements(_ node: FormNode, _ path: [any CodingKey]) -> DecodingError {
        let error = failure(node, path, Self.noElements) { .typeMismatch([Any].self, $0) }
        if node.kind == .text { refusedText = node }
        return error
    }

    private static let noElements = "Expected elements, found another value."

    private func isRefusal(_ error: any Error, of node: FormNode) -> Bool {
        guard refusedText === node, case .typeMismatch(_, let context)? = error as? DecodingError else { return false }
        return context.debugDescription.hasSameBytes(as: Self.noElements)
    }

    /// A value of a type that is read here and not by its own `init(from:)`.
    private func known(_ type: any Decodable.Type, _ node: FormNode, _ path: [any CodingKey]) throws -> Any? {
        switch type {
        case let type as any FormOptional.Type: try type.decode(node, path, self)
        case is String.Type: try text(node, String.self, path)
        case is Bool.Type: try boolean(node, path)
        case let type as any FormNumber.Type: try number(type, node, path)
        case is Date.Type: try date(node, path)
        case is Data.Type: try data(node, path)
        case is URL.Type: try scalar(URL.self, node, path) { URL(string: $0) }
        case is Decimal.Type: try scalar(Decimal.self, node, path, FormDecodingContext.decimal)
        default: nil
        }
    }

    // MARK: Comparing

    /// Refuses a text that Swift would compare or hash, where that takes time with the square of its combining marks; see
    /// `StreamSafeText`.
    private func checkComparable<Value>(_ type: Value.Type, _ node: FormNode, _ path: [any CodingKey]) throws {
        // What is as small holds no text: it is an enumeration, whose cases the compiler compares with the text.
        let isEnumeration = MemoryLayout<Value>.size <= 2 && node.kind == .text
        guard isEnumeration || type is Set<String>.Type else { return }
        for text in isEnumeration ? [node.text] : node.texts + node.children.map(\.text) {
            guard let text, !StreamSafeText.holds(text) else { continue }
            throw refused(.textNotStreamSafe(codingPath: path), at: node)
        }
    }

    /// Refuses names that Swift would hash.
    func checkHashable(_ node: FormNode, _ path: [any CodingKey]) throws {
        for (name, child) in zip(node.names, node.children) where !StreamSafeText.holds(name) {
            throw refused(.keyNotStreamSafe(codingPath: path + [PlainCodingKey(name)]), at: child)
        }
    }

    /// Those of names that have keys. `allKeys` cannot throw, so that a name that is not to be compared is left out, and
    /// decoding as a whole fails.
    func keys<Key: CodingKey>(_ names: [String], of node: FormNode, _ path: [any CodingKey]) -> [Key] {
        names.compactMap { name in
            if Key.self == PlainCodingKey.self || StreamSafeText.holds(name) { return Key(stringValue: name) }
            let error = refused(
                .keyNotStreamSafe(codingPath: path + [PlainCodingKey(name)]),
                at: node.member(name) ?? node
            )
            if refusal == nil { refusal = error }
            return nil
        }
    }

    private func refused(_ error: SerializationError, at node: FormNode) -> SerializationError {
        lastFailure = CodingFailure(error.message, at: node.offset)
        refusedText = nil
        return error
    }

    // MARK: Scalars

    /// The text of a value that is not null.
    func text(_ node: FormNode, _ type: any Any.Type, _ path: [any CodingKey]) throws -> String {
        switch node.kind {
        case .text:
            if let text = node.text { return text }
            throw failure(node, path, "Expected \(type), found a name without a value.") { .valueNotFound(type, $0) }
        case .none, .members:
            throw failure(node, path, "Expected \(type), found members.") { .typeMismatch(type, $0) }
        case .elements:
            throw failure(node, path, "Expected \(type), found elements.") { .typeMismatch(type, $0) }
        }
    }

    func scalar<Value>(
        _ type: Value.Type,
        _ node: FormNode,
        _ path: [any CodingKey],
        _ make: (String) -> Value?
    ) throws -> Value {
        if let value = make(try text(node, type, path)) { return value }
        throw failure(node, path, "Expected \(type), found another text.") { .typeMismatch(type, $0) }
    }

    func boolean(_ node: FormNode, _ path: [any CodingKey]) throws -> Bool {
        try scalar(Bool.self, node, path) { text in
            switch ByteEqualString(text) {
            case "true", "1", "on": true
            case "false", "0", "off": false
            default: nil
            }
        }
    }

    func number<Number: FormNumber>(_ type: Number.Type, _ node: FormNode, _ path: [any CodingKey]) throws -> Number {
        try scalar(type, node, path) { Number(formText: $0) }
    }

    /// `Decimal` itself would read the digits at the beginning and forget about the rest.
    private static func decimal(_ text: String) -> Decimal? {
        guard Double(formText: text) != nil, let decimal = Decimal(string: text), decimal.isFinite else { return nil }
        return decimal
    }

    // MARK: Types of FoundationEssentials

    private func date(_ node: FormNode, _ path: [any CodingKey]) throws -> Date {
        let date: Date?
        switch format.dateDecoding {
        case .deferredToDate: date = Date(decodedSince2001: try number(Double.self, node, path))
        case .secondsSince1970: date = Date(decodedSince1970: try number(Double.self, node, path))
        case .millisecondsSince1970: date = Date(decodedSince1970: try number(Double.self, node, path) / 1_000)
        case .iso8601:
            return try scalar(Date.self, node, path) { text in
                InternetTimestamp.secondsSince1970(text).map { Date(timeIntervalSince1970: $0) }
            }
        case .custom(let read): return try read(FormValueDecoder(self, node, codingPath: path))
        }
        if let date { return date }
        throw failure(node, path, "The number is not a point in time that Date can hold.") { .dataCorrupted($0) }
    }

    private func data(_ node: FormNode, _ path: [any CodingKey]) throws -> Data {
        switch format.dataDecoding {
        case .deferredToData: try Data(from: FormValueDecoder(self, node, codingPath: path, wantsElements: true))
        case .base64: try scalar(Data.self, node, path) { Data(base64Encoded: $0) }
        case .custom(let read): try read(FormValueDecoder(self, node, codingPath: path))
        }
    }

    /// Whether what is there stands for nil where an optional of the type is wanted.
    func isNil(_ node: FormNode, for type: any Any.Type) -> Bool {
        switch node.kind {
        // Nothing is written for nil at the root.
        case .none, .elements, .members: return node === root && node.names.isEmpty
        case .text:
            // Of a repeated name the last one counts for a scalar, and else each is an element.
            if node.isNull, !node.isNullAlone, !CodingScalar.refusesEmptyText(type), !(type is String.Type) {
                return false
            }
            guard let text = node.text else { return true }
            return text.isEmpty && CodingScalar.refusesEmptyText(type)
        }
    }

    // MARK: Failures

    /// The error about a node. Its description says nothing that the body holds.
    func failure(
        _ node: FormNode?,
        _ path: [any CodingKey],
        _ description: String,
        _ make: (DecodingError.Context) -> DecodingError
    ) -> DecodingError {
        lastFailure = node.map { CodingFailure(description, at: $0.offset) }
        refusedText = nil
        return make(DecodingError.Context(codingPath: path, debugDescription: description))
    }
}

/// A collection that reads itself from elements.
protocol FormElements { init() }
extension Array: FormElements {}
extension ContiguousArray: FormElements {}
extension Set: FormElements {}

/// A dictionary, whose keys are data and no names of a program.
protocol FormMembers { init() }
extension Dictionary: FormMembers {}

/// An optional, whatever it wraps.
protocol FormOptional {
    /// The value that is nil.
    static var absent: Self { get }
    /// Reads a value or nil.
    static func decode(_ node: FormNode, _ path: [any CodingKey], _ context: FormDecodingContext) throws -> Self
}

extension Optional: FormOptional where Wrapped: Decodable {
    static var absent: Self { nil }

    static func decode(_ node: FormNode, _ path: [any CodingKey], _ context: FormDecodingContext) throws -> Self {
        context.isNil(node, for: Wrapped.self) ? nil : try context.value(Wrapped.self, of: node, path: path)
    }
}

/// A number that is read from a text.
protocol FormNumber: Decodable {
    /// The number that the whole text stands for, or nil where it stands for none.
    init?(formText: String)
}

extension FormNumber where Self: FixedWidthInteger {
    init?(formText: String) { self.init(formText) }
}

extension FormNumber where Self: LosslessStringConvertible & BinaryFloatingPoint {
    /// A decimal number that the type can hold, or one of the words that are written for what is none. The standard library would
    /// read hexadecimal numbers and `nan(0x1)` as well, and make infinity of a number that is too large.
    init?(formText: String) {
        switch ByteEqualString(formText) {
        case "nan", "inf", "-inf": self.init(formText)
        default:
            guard formText.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Self(formText),
                number.isFinite
            else { return nil }
            self = number
        }
    }
}

extension Int: FormNumber {}
extension Int8: FormNumber {}
extension Int16: FormNumber {}
extension Int32: FormNumber {}
extension Int64: FormNumber {}
extension Int128: FormNumber {}
extension UInt: FormNumber {}
extension UInt8: FormNumber {}
extension UInt16: FormNumber {}
extension UInt32: FormNumber {}
extension UInt64: FormNumber {}
extension UInt128: FormNumber {}
extension Double: FormNumber {}
extension Float: FormNumber {}
