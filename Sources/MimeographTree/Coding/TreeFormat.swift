#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What the decoder has to know of a format: there is one decoder for all, and what differs is told here.
///
/// Each format has one of these, which never changes; what a caller sets for one decoding is in ``DecodingStrategies``.
package final class TreeFormat: Sendable {
    /// The format's words for errors.
    package let errors: CodingErrorFormatter
    /// What values are called in a sentence.
    package let nouns: Nouns
    /// The highest 32 bits of a word that stands for null, too; the text has five bytes.
    let nullText: UInt64
    /// Whether other words than null's may stand for null.
    let hasOtherNulls: Bool
    /// Whether nil is written as a text, which reads as null.
    let hasNullText: Bool
    /// Whether infinities and what is not a number are numbers.
    let hasNonFiniteNumbers: Bool
    /// Whether there are integers of more than 64 bits.
    let hasWideIntegers: Bool
    /// Why a number cannot be written, as a sentence.
    let unwritableNumber: String
    /// Which dates can be written as such; nil where all can, or the printer knows.
    let nativeDates: NativeDates?
    /// Whether null where a `Bool` is wanted is a value of another kind, and not a missing one, as Foundation has it for JSON.
    let isNullNoBool: Bool
    /// Whether a `URL` is a text, and not what it makes of itself.
    let hasTextualURLs: Bool
    /// Makes a `Decimal` of the text of a number; nil where a `Decimal` is no number, but what it makes of itself.
    let decimal: (@Sendable (_ text: Span<UInt8>) -> Decimal?)?
    /// Reads the date at an index, in seconds since 2001, where the format has others than those of ``TapeWord``; else nil.
    let extendedDate: (@Sendable (_ document: TapeDocument, _ index: Int) -> Double?)?
    /// What dates are, unless a caller says otherwise.
    let dates: DecodingStrategies.Dates
    let data: DecodingStrategies.Bytes
    /// Whether strings may be in UTF-16.
    let hasWideStrings: Bool
    /// The format's own type for a value of any kind.
    let value: (any TreeValue.Type)?
    /// Bytes of the largest type that is not read by its own `init(from:)`, but for optionals, which do well without.
    let largestSize: Int
    /// The type that an error names where there is no more element to decode a superclass from.
    let missingSuper: any Any.Type
    /// Contexts that are used again.
    let decodingContexts = IdleObjects<TreeDecodingContext>()
    let encodingContexts = IdleObjects<TreeEncodingContext>()

    /// The text that stands for null, as Foundation's coders of property lists have it.
    static let nullString = "$null"

    package struct NativeDates: Sendable {
        /// Seconds since the beginning of 2001.
        let range: Range<Double>
        /// Why another date cannot be written, as a sentence.
        let sentence: String

        package init(range: Range<Double>, sentence: String) {
            self.range = range
            self.sentence = sentence
        }
    }

    package struct Nouns: Sendable {
        let integer: String
        let real: String
        let object: String
        let extended: String

        package init(
            integer: String = "a number",
            real: String = "a number",
            object: String = "an object",
            extended: String = "a value of another kind"
        ) {
            self.integer = integer
            self.real = real
            self.object = object
            self.extended = extended
        }
    }

    package init<Value: TreeValue>(
        value: Value.Type,
        errors: CodingErrorFormatter,
        nouns: Nouns = Nouns(),
        hasNullText: Bool = false,
        readsUndefined: Bool = false,
        isNullNoBool: Bool = false,
        hasTextualURLs: Bool = true,
        hasWideStrings: Bool = false,
        hasNonFiniteNumbers: Bool = true,
        hasWideIntegers: Bool = false,
        unwritableNumber: String,
        nativeDates: NativeDates? = nil,
        dates: DecodingStrategies.Dates = .native,
        data: DecodingStrategies.Bytes = .native,
        missingSuper: any Any.Type = (any Decoder).self,
        extendedDate: (@Sendable (_ document: TapeDocument, _ index: Int) -> Double?)? = nil,
        decimal: (@Sendable (_ text: Span<UInt8>) -> Decimal?)?
    ) {
        self.errors = errors
        self.nouns = nouns
        // No word has 1 there: all bits of null's are zero.
        nullText = hasNullText ? TapeWord(.string, payload: 5).bits &>> 32 : 1
        hasOtherNulls = hasNullText || readsUndefined
        self.hasNullText = hasNullText
        self.hasNonFiniteNumbers = hasNonFiniteNumbers
        self.hasWideIntegers = hasWideIntegers
        self.unwritableNumber = unwritableNumber
        self.nativeDates = nativeDates
        self.isNullNoBool = isNullNoBool
        self.hasTextualURLs = hasTextualURLs
        self.hasWideStrings = hasWideStrings
        self.dates = dates
        self.data = data
        self.missingSuper = missingSuper
        self.decimal = decimal
        self.extendedDate = extendedDate
        self.value = value
        largestSize = max(
            max(MemoryLayout<String>.size, MemoryLayout<Int128>.size, MemoryLayout<Date>.size),
            max(MemoryLayout<Data>.size, MemoryLayout<URL>.size, MemoryLayout<Decimal>.size, MemoryLayout<Value>.size)
        )
    }
}

/// How values are read in one decoding, where a caller set something.
package final class DecodingStrategies: Sendable {
    package enum Dates: Sendable {
        /// As the format has dates.
        case native
        /// As `Date` reads itself: seconds since the beginning of 2001.
        case deferredToDate
        case secondsSince1970, millisecondsSince1970
        /// RFC 3339 text.
        case iso8601
        case custom(@Sendable (_ decoder: any Decoder) throws -> Date)
    }

    package enum Bytes: Sendable {
        /// As the format has data.
        case native
        /// As `Data` reads itself: an array of numbers.
        case deferredToData
        case base64
        case custom(@Sendable (_ decoder: any Decoder) throws -> Data)
    }

    package enum Keys: Sendable {
        case useDefaultKeys, convertFromSnakeCase
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    let dates: Dates
    let data: Bytes
    let keys: Keys
    /// The texts of what is no finite number, where texts are read as such.
    let nonFinite: NonFiniteTexts?
    let userInfo: [CodingUserInfoKey: any Sendable]
    var keepsKeys: Bool { if case .useDefaultKeys = keys { true } else { false } }

    package init(
        dates: Dates,
        data: Bytes,
        keys: Keys = .useDefaultKeys,
        nonFinite: NonFiniteTexts? = nil,
        userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        self.dates = dates
        self.data = data
        self.keys = keys
        self.nonFinite = nonFinite
        self.userInfo = userInfo
    }
}

/// The texts that stand for what is no finite number.
package struct NonFiniteTexts: Sendable {
    let positive: String
    let negative: String
    let nan: String

    package init(positive: String, negative: String, nan: String) {
        self.positive = positive
        self.negative = negative
        self.nan = nan
    }
}
