import FuzzerSupport
import Mimeograph

/// Decodes a body as one type, and if that succeeds, encodes the value and decodes it again.
public enum ShapeCheck<Binary: BinaryFormat> {
    /// Checks every shape.
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
                disagree("\(shape) was written as \(bytes), which cannot be read: \(error)")
            }
            // Compares the bytes, because dates lose fractions of a second and NaN is not equal to itself.
            let bytesAgain = try Binary.sorting.encode(again)
            require(bytesAgain == bytes, "\(value) became \(again), which is written differently")
        } catch {
            // A date may be infinite, or outside the range of timestamps.
            require(error.code == .unencodableValue, "the \(shape) read cannot be written: \(error)")
            require("\(value)".contains("ate: Optional"), "a \(shape) without a date cannot be written: \(error)")
        }
    }
}
