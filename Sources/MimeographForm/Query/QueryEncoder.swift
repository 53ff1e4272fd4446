import Mimeograph

/// An encoder that writes parameters as a query or a form: `page=2&tags%5B%5D=a&tags%5B%5D=b`.
///
/// ```swift
/// struct Search: Encodable { var term: String; var tags: [String]; var exact = true }
/// let search = Search(term: "ich & du", tags: ["a", "b"])
/// try QueryEncoder.afnetworking.encode(search)   // exact=1&tags%5B%5D=a&tags%5B%5D=b&term=ich%20%26%20du
/// try QueryEncoder.whatwg.encode(search)         // term=ich+%26+du&tags=a&tags=b&exact=true
/// QueryEncoder.whatwg.encode(pairs: [("q", "1"), ("q", "2")])   // q=1&q=2
/// ```
/// To change how a server's parameters are written, copy a preset and set its properties. The encoder rejects only values without
/// names at the root, such as a string or an array, and values that nest deeper than ``maximumDepth``.
///
/// Foundation's types work without importing Foundation: ``dates`` applies to a `Date`, ``data`` applies to `Data`, and `URL` and
/// `Decimal` are written as text.
public struct QueryEncoder: Sendable {
    /// The notation for the elements of arrays.
    public var arrays: ArrayNotation = .brackets
    /// The notation for the elements of arrays that contain arrays or members; nil applies ``arrays`` to them, too.
    ///
    /// With `k[]` or `k`, a reader cannot tell where one such element ends and the next begins. With `k[0]` it can.
    public var arraysOfContainers: ArrayNotation?
    /// The notation for the elements of sets. They are sorted.
    public var sets: SetNotation = .repeatedKey
    /// The notation for Booleans.
    public var booleans: BooleanNotation = .numeric
    /// The notation for floating-point numbers.
    public var numbers: NumberNotation = .shortest
    /// The notation for `Data`.
    public var data: DataNotation = .base64
    /// The notation for a `Date`.
    public var dates: DateNotation = .description
    /// The conversion of names. It applies to a whole name including its brackets, as in Alamofire.
    public var keys: KeyNotation = .useDefaultKeys
    /// The notation for nested members.
    public var keyPaths: KeyPathNotation = .brackets
    /// The notation for null, including elements and members that are nil.
    public var nulls: NullNotation = .bareKey
    /// Whether an optional property that is nil counts as null, as in Alamofire. If false, such a property is left out.
    public var countsAbsentMembersAsNull = false
    /// The notation for a space.
    public var spaces: SpaceNotation = .percentEscaped
    /// The characters that are not escaped.
    public var allowedCharacters: QueryCharacterSet = .afnetworking
    /// The order of pairs. Dictionaries and sets, which have no order, are always sorted.
    public var order: Order = .sortedKeys
    /// The `userInfo` of the encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// Whether every line end in a text is written as CRLF, as multipart forms require.
    var endsLinesWithCRLF = false
    /// Whether a value that writes nothing is written as its name alone if its absence would mean something else; see
    /// ``QueryWriter/marks(_:in:)``.
    var marksNothing = false

    /// The maximum nesting depth of written values: 512.
    public static let maximumDepth = 512

    /// Makes an encoder that is the same as ``afnetworking``.
    public init() {}
}

extension QueryEncoder {
    /// An encoder that writes as AFNetworking 4 does: names sorted at every level, `a[b]`, `k[]` for arrays, a repeated name for
    /// sets, `1` and `0`, a bare name for null, spaces as `%20`.
    ///
    /// A `Date` is written as Foundation's description. `Data` is written as Base64; AFNetworking writes its description.
    public static let afnetworking = QueryEncoder()

    /// An encoder that writes as Alamofire 5 does: finished pairs sorted at every level (including arrays), `a[b]`, `k[]`, `1`
    /// and `0`, nothing for null, spaces as `%20`.
    public static let alamofire: QueryEncoder = {
        var encoder = QueryEncoder()
        encoder.sets = .asArrays
        encoder.numbers = .withFraction
        encoder.dates = .deferredToDate
        encoder.nulls = .dropKey
        encoder.countsAbsentMembersAsNull = true
        encoder.order = .sortedPairs
        return encoder
    }()

    /// An encoder that writes as browsers send forms: in the given order, a repeated name for arrays, `true` and `false`, spaces
    /// as `+`.
    ///
    /// The standard defines text values only. This encoder also nests members as `a[b]`, numbers arrays of arrays or of members,
    /// leaves out null, and writes a `Date` as RFC 3339 text.
    ///
    /// Source: WHATWG URL §5.2 "application/x-www-form-urlencoded serializing".
    public static let whatwg: QueryEncoder = {
        var encoder = QueryEncoder()
        encoder.arrays = .noBrackets
        encoder.arraysOfContainers = .indexInBrackets
        encoder.sets = .asArrays
        encoder.booleans = .literal
        encoder.dates = .iso8601
        encoder.nulls = .dropKey
        encoder.spaces = .plusReplaced
        encoder.allowedCharacters = .whatwg
        encoder.order = .asWritten
        return encoder
    }()
}
