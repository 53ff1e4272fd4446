package import Mimeograph

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The differences between formats, for the one decoder and the one encoder.
///
/// Each format has one of these, which never changes. What a caller sets for one coding is in ``CodingStrategies``.
package final class TreeFormat: Sendable {
    /// The format's words for errors.
    package let errors: CodingErrorFormatter
    /// What values are called in a sentence.
    package let nouns: Nouns
    /// The highest 32 bits of a word that stands for null, too; the text has five bytes.
    let nullText: UInt64
    /// An extension that stands for null, too.
    let nullExtension: (kind: TapeWord.Extension, number: UInt64)?
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
    /// Reads the number of the extension at an index, and its date in seconds since 2001; nil if it has none.
    let extendedNumber: (@Sendable (_ document: TapeDocument, _ index: Int) -> (any WideNumber)?)?
    let extendedDate: (@Sendable (_ document: TapeDocument, _ index: Int) -> Double?)?
    /// What the native strategies are: ``DateStrategy/native`` if the format has dates.
    let dates: DateStrategy<Date>
    let data: DataStrategy<Data>
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

    /// What is special to a format whose scalars are all texts; nil for the others.
    let texts: TextRules?

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
        let null: String
        let integer: String
        let real: String
        let string: String
        let array: String
        let object: String
        let extended: String
        /// Anything that is found where an array or an object is expected; nil if the noun of its kind is used.
        let other: String?
        /// The words between what is expected and what is found.
        let found: String
        /// The sentence about an array that has no more elements.
        let end: String

        package init(
            null: String = "null",
            integer: String = "a number",
            real: String = "a number",
            string: String = "a string",
            array: String = "an array",
            object: String = "an object",
            extended: String = "a value of another kind",
            other: String? = nil,
            found: String = " but found ",
            end: String = "The array has no more elements."
        ) {
            self.null = null
            self.integer = integer
            self.real = real
            self.string = string
            self.array = array
            self.object = object
            self.extended = extended
            self.other = other
            self.found = found
            self.end = end
        }
    }

    package init(
        value: (any TreeValue.Type)?,
        errors: CodingErrorFormatter,
        nouns: Nouns = Nouns(),
        hasNullText: Bool = false,
        nullExtension: (kind: TapeWord.Extension, number: UInt64)? = nil,
        isNullNoBool: Bool = false,
        hasTextualURLs: Bool = true,
        hasWideStrings: Bool = false,
        hasNonFiniteNumbers: Bool = true,
        hasWideIntegers: Bool = false,
        unwritableNumber: String,
        nativeDates: NativeDates? = nil,
        dates: DateStrategy<Date> = .native,
        data: DataStrategy<Data> = .native,
        missingSuper: any Any.Type = (any Decoder).self,
        extendedNumber: (@Sendable (_ document: TapeDocument, _ index: Int) -> (any WideNumber)?)? = nil,
        texts: TextRules? = nil,
        extendedDate: (@Sendable (_ document: TapeDocument, _ index: Int) -> Double?)? = nil,
        decimal: (@Sendable (_ text: Span<UInt8>) -> Decimal?)?
    ) {
        self.errors = errors
        self.nouns = nouns
        // No word has 1 there: all bits of null's are zero.
        nullText = hasNullText ? TapeWord(.string, payload: 5).bits &>> 32 : 1
        self.nullExtension = nullExtension
        hasOtherNulls = hasNullText || nullExtension != nil || texts != nil
        self.texts = texts
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
        self.extendedNumber = extendedNumber
        self.extendedDate = extendedDate
        self.value = value
        func size<Value>(of type: Value.Type) -> Int { MemoryLayout<Value>.size }
        let sizes = [
            size(of: String.self), size(of: Int128.self), size(of: Date.self), size(of: Data.self), size(of: URL.self),
            size(of: Decimal.self), value.map { size(of: $0) } ?? 0,
        ]
        // An optional of any size asks a format of texts whether a text is nil for its type.
        largestSize = texts == nil ? sizes.max() ?? 0 : .max
    }
}

/// A number that no word of a tape holds, such as an integer of many bytes. Formats that have such numbers know how to read them.
package protocol WideNumber {
    /// The number, if it is an integer that fits.
    func integer<I: FixedWidthInteger>(_ type: I.Type) -> I?
    /// The nearest `Double`, or the nearest `Float` as a `Double`; nil if that is infinite.
    func nearest(single: Bool) -> Double?
    /// The number as JSON writes numbers; nil if its digits need more than 128 bits.
    var text: String? { get }
}
