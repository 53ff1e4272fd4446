public import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Reads and writes any `Codable` value as `application/x-www-form-urlencoded`.
///
/// ```swift
/// struct Order: Codable { var item: String; var count: Int; var tags: [String] }
/// let order = try FormFormat().decode(Order.self, from: "item=tea+pot&count=2&tags=a&tags=b".utf8)
/// ```
/// All values of a form are texts; a number is read where one is wanted. Names nest as ``FormNesting`` says.
/// - A name that is missing is nil, or an empty array, set or dictionary, where one is wanted. A name alone, without `=`, is the same.
/// - A truth value is `true`, `1` or `on`, or `false`, `0` or `off`.
/// - An optional number or truth value with an empty text is nil: browsers send all inputs, the empty ones too.
///
/// What ``encode(_:)`` writes is read back as it was, as far as the options of ``writing`` allow. ``MimeographForm`` says what does not
/// survive with the default ones.
public struct FormFormat: Sendable {
    /// How values are written, if no strategy below says otherwise. Default: as browsers do.
    public var writing: QueryEncoder
    /// How names stand for members and elements, and how many of them there may be.
    public var nesting: FormNesting
    /// How a `Date` is coded. The native way, which is the default, reads RFC 3339 text and writes as ``QueryEncoder/dates`` of
    /// ``writing`` says, which is such text by default.
    public var dateStrategy: DateStrategy<Date> = .native
    /// How `Data` is coded. The native way, which is the default, reads Base64 text and writes as ``QueryEncoder/data`` of ``writing``
    /// says, which is such text by default.
    public var dataStrategy: DataStrategy<Data> = .native
    /// How names and coding keys become each other. By default they are the same, and ``QueryEncoder/keys`` of ``writing`` applies to whole
    /// names. With another strategy ``QueryEncoder/keys`` is not used.
    public var keyStrategy: KeyStrategy = .useDefaultKeys
    /// What values find in the `userInfo` of their decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - writing: How values are written.
    ///   - nesting: How names are read.
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

    /// Decodes a value from a whole body. A charset parameter is not looked at: the standard knows UTF-8 only.
    ///
    /// - Throws: ``SerializationError/Code/limitExceeded``, also for a key of a `Dictionary` with more than 30 combining marks
    ///   in a row; ``SerializationError/Code/syntax`` where a name is a text in one field and has members or elements in another;
    ///   ``SerializationError/Code/dataShape``, with the `DecodingError` in `underlying`, for a form of another shape.
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
    /// An element or the value of a key of a dictionary that writes nothing is its name alone, and so is a case of an enumeration
    /// without a payload. ``QueryEncoder/bytes(of:)-(Value)`` leaves them out.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue``, with the coding path, where the root has no names or the
    ///   value itself throws.
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
    /// URL-encoded forms with standard options, for any `Codable` type.
    public static var form: FormFormat { FormFormat() }
}
