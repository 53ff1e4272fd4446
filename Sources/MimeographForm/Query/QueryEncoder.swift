import Mimeograph

/// Writes parameters as a query or a form: `page=2&tags%5B%5D=a&tags%5B%5D=b`.
///
/// ```swift
/// struct Search: Encodable { var term: String; var tags: [String]; var exact = true }
/// let search = Search(term: "ich & du", tags: ["a", "b"])
/// try QueryEncoder.afnetworking.encode(search)   // exact=1&tags%5B%5D=a&tags%5B%5D=b&term=ich%20%26%20du
/// try QueryEncoder.whatwg.encode(search)         // term=ich+%26+du&tags=a&tags=b&exact=true
/// QueryEncoder.whatwg.encode(pairs: [("q", "1"), ("q", "2")])   // q=1&q=2
/// ```
/// It is a value: take a preset and change what the server wants otherwise. Whatever a value holds is written; only what
/// has no names at its root (a text, an array) is refused, and what nests deeper than ``maximumDepth``.
///
/// Foundation's values are known without importing Foundation: a `Date` is written as ``dates`` says, `Data` as ``data``
/// says, `URL` and `Decimal` as their text.
public struct QueryEncoder: Sendable {
    /// How the elements of arrays are named.
    public var arrays: ArrayNotation
    /// How the elements of arrays are named where one of them is an array or has members; nil means as ``arrays`` says.
    ///
    /// `k[]` and `k` alone do not tell where one such element ends and the next begins; `k[0]` does.
    public var arraysOfContainers: ArrayNotation?
    /// How the elements of sets are named. They are sorted.
    public var sets: SetNotation
    /// How truth values are written.
    public var booleans: BooleanNotation
    /// How numbers with a fraction are written.
    public var numbers: NumberNotation
    /// How `Data` is written.
    public var data: DataNotation
    /// How a `Date` is written.
    public var dates: DateNotation
    /// What is done to names. It is done to a whole name with its brackets, as Alamofire does.
    public var keys: KeyNotation
    /// How a member of a member is named.
    public var keyPaths: KeyPathNotation
    /// What is written for null, which is also an element or member that is nil.
    public var nulls: NullNotation
    /// Whether an optional property that is nil counts as null (as with Alamofire); otherwise it is left out.
    public var countsAbsentMembersAsNull: Bool
    /// How a space is written.
    public var spaces: SpaceNotation
    /// The characters that stand for themselves.
    public var allowedCharacters: QueryCharacterSet
    /// In which order pairs are written. Dictionaries and sets, which have none, are always sorted.
    public var order: Order
    /// What values find in the `userInfo` of their encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// Whether every line end in a text is written as CRLF, as forms of several parts have them.
    var endsLinesWithCRLF = false
    /// Whether a value that writes nothing is its name alone, where its absence would say something else; see
    /// ``QueryWriter/marks(_:in:)``.
    var marksNothing = false

    /// The deepest nesting that is written: 512 values in one another.
    public static let maximumDepth = 512

    /// Makes an encoder that writes as AFNetworking does, the same as ``afnetworking``.
    public init() { self = .afnetworking }

    private init(
        arrays: ArrayNotation,
        arraysOfContainers: ArrayNotation? = nil,
        sets: SetNotation,
        booleans: BooleanNotation,
        numbers: NumberNotation,
        dates: DateNotation,
        nulls: NullNotation,
        countsAbsentMembersAsNull: Bool = false,
        spaces: SpaceNotation,
        allowedCharacters: QueryCharacterSet,
        order: Order
    ) {
        self.arrays = arrays
        self.arraysOfContainers = arraysOfContainers
        self.sets = sets
        self.booleans = booleans
        self.numbers = numbers
        data = .base64
        self.dates = dates
        keys = .useDefaultKeys
        keyPaths = .brackets
        self.nulls = nulls
        self.countsAbsentMembersAsNull = countsAbsentMembersAsNull
        self.spaces = spaces
        self.allowedCharacters = allowedCharacters
        self.order = order
    }
}

extension QueryEncoder {
    /// As AFNetworking 4: names sorted at every level, `a[b]`, `k[]` for arrays, a repeated name for sets, `1` and `0`, a
    /// bare name for null, spaces as `%20`.
    ///
    /// A `Date` is written as Foundation describes it. `Data`, for which AFNetworking writes its description, is Base64.
    public static let afnetworking = QueryEncoder(
        arrays: .brackets,
        sets: .repeatedKey,
        booleans: .numeric,
        numbers: .shortest,
        dates: .description,
        nulls: .bareKey,
        spaces: .percentEscaped,
        allowedCharacters: .afnetworking,
        order: .sortedKeys
    )

    /// As Alamofire 5: finished pairs sorted at every level (so that arrays are sorted, too), `a[b]`, `k[]`, `1` and `0`,
    /// nothing for null, spaces as `%20`.
    public static let alamofire = QueryEncoder(
        arrays: .brackets,
        sets: .asArrays,
        booleans: .numeric,
        numbers: .withFraction,
        dates: .deferredToDate,
        nulls: .dropKey,
        countsAbsentMembersAsNull: true,
        spaces: .percentEscaped,
        allowedCharacters: .afnetworking,
        order: .sortedPairs
    )

    /// As a browser sends a form: in the order as written, a repeated name for arrays, `true` and `false`, spaces as `+`.
    ///
    /// The standard knows texts only. Here members nest as `a[b]`, arrays of arrays or of members are numbered, null is
    /// left out, and a `Date` is RFC 3339 text.
    ///
    /// Source: WHATWG URL §5.2 "application/x-www-form-urlencoded serializing".
    public static let whatwg = QueryEncoder(
        arrays: .noBrackets,
        arraysOfContainers: .indexInBrackets,
        sets: .asArrays,
        booleans: .literal,
        numbers: .shortest,
        dates: .iso8601,
        nulls: .dropKey,
        spaces: .plusReplaced,
        allowedCharacters: .whatwg,
        order: .asWritten
    )
}
