import FuzzerSupport
import Mimeograph

/// Decodes a body as one type, and where that goes, encodes the value and decodes it again.
public enum ShapeCheck<Binary: BinaryFormat> {
    /// Every shape.
    public static func all(_ input: [UInt8]) {
        for format in Binary.formats + [Binary.sorting] {
            run(Everything.self, format, input)
            run([String: Everything].self, format, input)
            run([Sum].self, format, input)
            run([[Double]].self, format, input)
            run([String: [String?]].self, format, input)
            run(Chain.self, format, input)
            run(Wide.self, format, input)
        }
    }

    private static func run<Shape: Codable>(_ shape: Shape.Type, _ format: Binary.Format, _ input: [UInt8]) {
        let value: Shape
        do throws(SerializationError) {
            value = try format.decode(shape, from: input, limits: Bounds.limits)
        } catch {
            require(error, fits: input, codes: Bounds.codes.union([.dataShape]))
            return
        }
        do throws(SerializationError) {
            let bytes = try Binary.sorting.encode(value)
            let again: Shape
            do throws(SerializationError) {
                again = try Binary.sorting.decode(shape, from: bytes, limits: Bounds.generous)
            } catch {
                disagree("\(shape) was written as \(bytes), and then: \(error)")
            }
            // Dates lose fractions of a second, and not-a-number is equal to nothing; the bytes must settle.
            let bytesAgain = try Binary.sorting.encode(again)
            require(bytesAgain == bytes, "\(value) became \(again), which is written in another way")
        } catch {
            // A date may be infinite, or beyond the range of timestamps.
            require(error.code == .unencodableValue, "a \(shape) that was read cannot be written: \(error)")
            require("\(value)".contains("ate: Optional"), "a \(shape) without a date cannot be written: \(error)")
        }
    }
}
