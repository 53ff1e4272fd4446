public import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A format that reads and writes any `Codable` value as `application/x-www-form-urlencoded`.
///
/// ```swift
/// struct Order: Codable { var item: String; var count: Int; var tags: [String] }
/// let order = try FormFormat().decode(Order.self, from: "item=tea+pot&count=2&tags=a&tags=b".utf8)
/// ```
/// All values of a form are text. A number is parsed if the type expects one. ``FormNesting`` describes how names nest.
/// - A missing name is nil, or an empty array, set or dictionary, as the type expects. A name without `=` is read the same way.
/// - A Boolean is `true`, `1` or `on`, or `false`, `0` or `off`.
/// - An empty value is nil for an optional number or Boolean, because browsers send all inputs, including empty ones.
///
/// ``encode(_:)`` writes a form that decodes to the same value, as far as the options of ``writing`` allow. ``MimeographForm``
/// lists what the default options do not preserve.
public struct FormFormat: Sendable {
    /// The options for writing values. The strategies below override them. The default writes as browsers do.
    public var writing: QueryEncoder
    /// The rules that turn names into members and elements, and their limits.
    public var nesting: FormNesting
    /// The strategy for a `Date`. The default, native, reads RFC 3339 text and writes as ``QueryEncoder/dates`` of ``writing``
    /// specifies, which is also RFC 3339 text by default.
    public var dateStrategy: DateStrategy<Date> = .native
    /// The strategy for `Data`. The default, native, reads Base64 text and writes as ``QueryEncoder/data`` of ``writing``
    /// specifies, which is also Base64 text by default.
    public var dataStrategy: DataStrategy<Data> = .native
    /// The strategy that converts between names and coding keys. By default both are the same, and ``QueryEncoder/keys`` of
    /// ``writing`` applies to whole names. Any other strategy replaces ``QueryEncoder/keys``.
    public var keyStrategy: KeyStrategy = .useDefaultKeys
    /// The `userInfo` of the decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - writing: The options for writing values.
    ///   - nesting: The rules for reading names.
    public init(writing: QueryEncoder = .whatwg, nesting: FormNesting = .brackets) {
        self.writing = writing
        self.nesting = nesting
    }
}

extension FormFormat: CodableFormat {
    /// `application/x-www-form-urlencoded`.
    public var contentType: MediaType { "application/x-www-form-urlencoded" }

    /// `application/x-www-form-urlencoded`.
    public var acceptedTypes: [MediaRange] { ["application/x-www-form-urlencoded"] }

    /// Decodes a value from a whole body. The charset parameter is ignored because the standard allows UTF-8 only.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``, also for a `Dictionary` key with more than 30 combining marks in a
    ///   row; ``SerializationError/Code/syntax`` if a name has a text value in one field and members or elements in another;
    ///   ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`, if the form does not match the type.
    ///
    /// Source: WHATWG URL §5.1.
    public func decode<V: Decodable>(
        _ type: V.Type,
        from body: Span<UInt8>,
        as mediaType: MediaType?,
        limits: DecodingLimits
    ) throws(SerializationError) -> V {
        var tree = FormTree(nesting, limits: limits)
        var parser = FormParser()
        try parser.parse(body, limits: limits) { (field, offset) throws(SerializationError) in
            do throws(SerializationError) {
                try tree.add(field, at: offset)
            } catch {
                var error = error
                error.location = SourceLocation(offset: offset, in: body)
                throw error
            }
        }
        var tape = FormTape(tree.root)
        var context = TreeDecodingContext.begin(try tape.finish(), .form, strategies, hasUniqueNames: true)
        defer { TreeDecodingContext.end(&context) }
        do {
            return try context.root(type)
        } catch {
            var (report, index) = context.report(error, of: V.self)
            if let index, index < tape.offsets.count {
                report.location = SourceLocation(offset: tape.offsets[index], in: body)
            }
            throw report
        }
    }

    /// Encodes a value to a whole body.
    ///
    /// Some values write nothing. If such a value is an element or belongs to a dictionary key, its name alone is written. The
    /// same holds for an enumeration case without a payload. ``QueryEncoder/bytes(of:)-(Value)`` leaves all of these out.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path, if the root has no names or the value itself
    ///   throws.
    public func encode<V: Encodable>(_ value: V) throws(SerializationError) -> [UInt8] {
        var writing = writing
        writing.marksNothing = true
        switch keyStrategy {
        case .useDefaultKeys: break
        case .snakeCase, .custom: writing.keys = .useDefaultKeys
        }
        let strategies = writing.strategies(dates: dateStrategy, data: dataStrategy, keys: keyStrategy)
        return try writing.bytes(of: value, strategies)
    }
}

extension CodableFormat where Self == FormFormat {
    /// A format for URL-encoded forms with standard options, for any `Codable` type.
    public static var form: FormFormat { FormFormat() }
}
