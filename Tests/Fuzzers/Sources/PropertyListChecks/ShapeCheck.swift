import FuzzerSupport
import Mimeograph
import MimeographPropertyList

/// Decodes a body as one type, and where that goes, encodes the value in both formats and decodes it again.
struct ShapeCheck {
    let input: [UInt8]
    let reading: PropertyListReadingOptions

    /// Every shape.
    static func all(_ input: [UInt8], _ reading: PropertyListReadingOptions) {
        let check = ShapeCheck(input: input, reading: reading)
        check.run(PropertyList.self)
        check.run(Everything.self)
        check.run([String: Everything].self)
        check.run([Sum].self)
        check.run([[Double]].self)
        check.run([String: [String?]].self)
        check.run(Chain.self)
        check.run(Wide.self)
    }

    private func run<Shape: Codable>(_ shape: Shape.Type) {
        let value: Shape
        do throws(SerializationError) {
            value = try PropertyListFormat(reading: reading).decode(shape, from: input, limits: ListCheck.limits)
        } catch {
            require(error, fits: input, codes: ListCheck.codes.union([.dataShape]))
            checkSyntaxAgrees(error)
            return
        }
        for options in [PropertyListWritingOptions.xml, .binary] {
            var options = options
            options.sortedKeys = true
            check(value, PropertyListFormat(writing: options))
        }
    }

    private func check<Shape: Codable>(_ value: Shape, _ format: PropertyListFormat) {
        do throws(SerializationError) {
            let bytes = try format.encode(value)
            let again: Shape
            do throws(SerializationError) {
                again = try format.decode(Shape.self, from: bytes, limits: ListCheck.generous)
            } catch {
                disagree("\(Shape.self) was written as \(String(decoding: bytes, as: UTF8.self)), and then: \(error)")
            }
            // Dates lose fractions of a second in XML, and not-a-number is equal to nothing; the bytes must settle.
            require(try format.encode(again) == bytes, "\(value) became \(again), which is written in another way")
        } catch {
            // A string that XML cannot hold, or null.
            let isExpected =
                error.code == .unencodableValue && (format.writing.format == .xml || Shape.self == PropertyList.self)
            require(isExpected, "a \(Shape.self) that was read cannot be written: \(error)")
        }
    }

    /// A body that is no property list is refused in the same way whether a value or a list is wanted.
    private func checkSyntaxAgrees(_ error: SerializationError) {
        do throws(SerializationError) {
            _ = try PropertyList(parsing: input, options: reading, limits: ListCheck.limits)
            require(error.code == .dataShape || error.code == .limitExceeded, "this can be read: \(error)")
        } catch let syntax {
            require(
                syntax.code == error.code && syntax.location == error.location,
                "a list gives \(syntax), a value \(error)"
            )
        }
    }
}
