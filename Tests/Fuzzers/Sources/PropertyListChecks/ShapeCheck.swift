import FuzzerSupport
import Mimeograph
import MimeographPropertyList

/// Decodes a body as one type, and if that succeeds, encodes the value in both formats and decodes it again.
struct ShapeCheck {
    let input: [UInt8]
    let reading: PropertyListReadingOptions

    /// Checks every shape.
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
                disagree("\(Shape.self): \(String(decoding: bytes, as: UTF8.self)) cannot be read: \(error)")
            }
            // Compares the bytes, because dates lose fractions of a second in XML and NaN is not equal to itself.
            require(try format.encode(again) == bytes, "\(value) became \(again), which is written differently")
        } catch {
            // The value has a string that XML cannot represent, or a null.
            let isExpected =
                error.code == .unencodableValue && (format.writing.format == .xml || Shape.self == PropertyList.self)
            require(isExpected, "the \(Shape.self) read cannot be written: \(error)")
        }
    }

    /// Checks that invalid syntax is rejected in the same way when a value or a list is decoded.
    private func checkSyntaxAgrees(_ error: SerializationError) {
        do throws(SerializationError) {
            _ = try PropertyList(parsing: input, options: reading, limits: ListCheck.limits)
            require(error.code == .dataShape || error.code == .limitExceeded, "a list can be read: \(error)")
        } catch let syntax {
            require(
                syntax.code == error.code && syntax.location == error.location,
                "a list gives \(syntax), a value \(error)"
            )
        }
    }
}
