import FuzzerSupport
import Mimeograph
import MimeographJSON

/// Decodes a text as one type, and where that goes, encodes the value and decodes it again.
struct ShapeCheck {
    let input: [UInt8]
    let format: JSONFormat
    /// Whether all of a value is written.
    let isExact: Bool

    /// Every shape in every format.
    static func all(_ input: [UInt8]) {
        var lenient = JSONFormat(
            reading: JSONReadingOptions(
                nullStripping: .objectMembers,
                allowsTrailingCommas: true,
                allowsComments: true
            ),
            writing: JSONWritingOptions(pretty: true, sortedKeys: true)
        )
        lenient.keyStrategy = .snakeCase
        lenient.dateStrategy = .iso8601
        lenient.floatStrategy = .text(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
        let strict = JSONFormat(writing: JSONWritingOptions(sortedKeys: true))
        for (format, isExact) in [(strict, true), (lenient, false)] {
            let check = ShapeCheck(input: input, format: format, isExact: isExact)
            check.run(JSON.self)
            check.run(Everything.self)
            check.run(Sum.self)
            check.run([String: Everything].self)
            check.run([Sum].self)
            check.run([[Double]].self)
            check.run(Chain.self)
            check.run(Wide.self)
        }
    }

    func run<Shape: Codable & Equatable>(_ shape: Shape.Type) {
        let value: Shape
        do throws(SerializationError) {
            value = try format.decode(shape, from: input)
        } catch {
            require(error, fits: input, codes: DocumentCheck.codes.union([.dataShape]))
            checkSyntaxAgrees(error)
            return
        }
        do throws(SerializationError) {
            let text = try format.encode(value)
            let again: Shape
            do throws(SerializationError) {
                again = try format.decode(shape, from: text)
            } catch {
                disagree("\(shape) was written as \(String(decoding: text, as: UTF8.self)), and then: \(error)")
            }
            // A format that is not exact has the text settle: it may lose fractions of a second on the way out, but no more
            // the next time, and a not-a-number is equal to nothing.
            require(!isExact || again == value, "\(value) became \(again)")
            require(try format.encode(again) == text, "\(value) became \(again), which is written in another way")
        } catch {
            disagree("a \(shape) that was read cannot be written: \(error)")
        }
    }

    /// A text that is no JSON is refused in the same way whether a value or a document is wanted.
    private func checkSyntaxAgrees(_ error: SerializationError) {
        do throws(SerializationError) {
            _ = try JSON(parsing: input, options: format.reading)
            require(error.code == .dataShape || error.code == .limitExceeded, "this can be read: \(error)")
        } catch let syntax {
            require(
                syntax.code == error.code && syntax.location == error.location,
                "a document gives \(syntax), a value \(error)"
            )
        }
    }
}
