package import Mimeograph

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The differences between formats, for the shared decoder and encoder.
///
/// Each format has one instance, which never changes. The caller's settings for one coding are in ``CodingStrategies``.
@usableFromInline
package final class TreeFormat: Sendable {
    /// The format's words for errors.
    package let errors: CodingErrorFormatter
    /// The names of values in messages.
    package let nouns: Nouns
    /// The upper 32 bits of the word of a five-byte text that also stands for null.
    let nullText: UInt64
    /// An extension that also stands for null.
    let nullExtension: (kind: TapeWord.Extension, number: UInt64)?
    /// Whether words other than null may stand for null.
    let hasOtherNulls: Bool
    /// Whether nil is written as a text that reads as null.
    let hasNullText: Bool
    /// Whether the format's numbers include infinities and NaN.
    let hasNonFiniteNumbers: Bool
    /// Whether the format has integers of more than 64 bits.
    let hasWideIntegers: Bool
    /// The reason why a number cannot be written, as a sentence.
    let unwritableNumber: String
    /// The dates that can be written natively; nil if all can, or if the printer checks them.
    let nativeDates: NativeDates?
    /// Whether null is a type mismatch for a `Bool` instead of a missing value, as in Foundation's JSON decoder.
    let isNullNoBool: Bool
    /// Whether a `URL` is coded as a text, and not by its own methods.
    let hasTextualURLs: Bool
    /// Makes a `Decimal` from the text of a number; nil if a `Decimal` is coded by its own methods, and not as a number.
    let decimal: (@Sendable (_ text: Span<UInt8>) -> Decimal?)?
    /// Reads the number of the extension at an index; returns nil if it has none.
    let extendedNumber: (@Sendable (_ document: TapeDocument, _ index: Int) -> (any WideNumber)?)?
    /// Reads the date of the extension at an index, in seconds since 2001; returns nil if it has none.
    let extendedDate: (@Sendable (_ document: TapeDocument, _ index: Int) -> Double?)?
    /// The native strategies. For dates, this is ``DateStrategy/native`` if the format has dates.
    let dates: DateStrategy<Date>
    let data: DataStrategy<Data>
    /// Whether strings may be in UTF-16.
    let hasWideStrings: Bool
    /// The format's own type for a value of any kind.
    let value: (any TreeValue.Type)?
    /// The type that an error names if an array has no element left to decode a superclass from.
    let missingSuper: any Any.Type
    /// Pools of contexts for reuse.
    let decodingContexts = IdleObjects<TreeDecodingContext>()
    let encodingContexts = IdleObjects<TreeEncodingContext>()

    /// The rules of a format whose scalars are all texts; nil for other formats.
    let texts: TextRules?

    /// The text that stands for null, as in Foundation's coders of property lists.
    static let nullString = "$null"

    package struct NativeDates: Sendable {
        /// The range in seconds since the beginning of 2001.
        let range: Range<Double>
        /// The reason why another date cannot be written, as a sentence.
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
        /// The name of any value that is found instead of an array or an object; nil to use the name of its kind.
        let other: String?
        /// The words between the expected and the found value.
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
        // No word has 1 there: all bits of null are zero.
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
    }
}

/// A number that no word of a tape holds, such as an integer of many bytes. A format with such numbers knows how to read them.
package protocol WideNumber {
    /// Returns the number, or nil if it is not an integer that fits.
    func integer<I: FixedWidthInteger>(_ type: I.Type) -> I?
    /// Returns the nearest `Double`, or the nearest `Float` as a `Double`; nil if that is infinite.
    func nearest(single: Bool) -> Double?
    /// The number in JSON's notation; nil if its digits need more than 128 bits.
    var text: String? { get }
}
