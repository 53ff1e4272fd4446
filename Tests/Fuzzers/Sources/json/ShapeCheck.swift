import FuzzerSupport
import Mimeograph
import MimeographJSON

/// Decodes a text as one type, and if that succeeds, encodes the value and decodes it again.
struct ShapeCheck {
    let input: [UInt8]
    let format: JSONFormat
    /// Whether the format writes a value without loss.
    let isExact: Bool

    /// Checks every shape in every format.
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
                disagree("\(shape): \(String(decoding: text, as: UTF8.self)) cannot be read: \(error)")
            }
            // With an inexact format this compares only the second text. The first writing may lose fractions of a second, but
            // not the second one, and NaN is not equal to itself.
            require(!isExact || again == value, "\(value) became \(again)")
            require(try format.encode(again) == text, "\(value) became \(again), which is written differently")
        } catch {
            disagree("the \(shape) read cannot be written: \(error)")
        }
    }

    /// Checks that invalid JSON is rejected in the same way when a value or a document is decoded.
    private func checkSyntaxAgrees(_ error: SerializationError) {
        do throws(SerializationError) {
            _ = try JSON(parsing: input, options: format.reading)
            require(error.code == .dataShape || error.code == .limitExceeded, "a document can be read: \(error)")
        } catch let syntax {
            require(
                syntax.code == error.code && syntax.location == error.location,
                "a document gives \(syntax), a value \(error)"
            )
        }
    }
}
