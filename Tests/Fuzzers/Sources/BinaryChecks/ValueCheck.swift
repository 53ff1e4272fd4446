import FuzzerSupport
import Mimeograph

/// Reads a body as a value of any kind, and where it can be read, builds the same value anew, writes it in each order, and reads
/// that.
public enum ValueCheck<Binary: BinaryFormat> {
    /// Runs every check on an input.
    public static func all(_ input: [UInt8]) {
        let value: Binary.Value
        do throws(SerializationError) {
            value = try Binary.parse(input, Bounds.limits)
        } catch {
            require(error, fits: input, codes: Bounds.codes)
            for format in Binary.formats {
                let value = try? format.decode(Binary.Value.self, from: input, limits: Bounds.limits)
                require(value == nil, "a format reads what is no value")
            }
            return
        }
        let rebuilt = Binary.rebuild(value)
        require(rebuilt == value && value == rebuilt, "a value built from a read one is not equal to it")
        require(rebuilt.hashValue == value.hashValue, "two equal values have different hashes")
        for sorted in [false, true] { check(value, rebuilt, sorted: sorted) }
        for format in Binary.formats { check(value, format, input) }
    }

    private static func check(_ value: Binary.Value, _ rebuilt: Binary.Value, sorted: Bool) {
        do throws(SerializationError) {
            let bytes = try Binary.write(value, sorted: sorted)
            let again = read(bytes)
            let built = try Binary.write(rebuilt, sorted: sorted)
            // A map whose keys are no strings is written as it was read, with keys that come again, which a built one has not.
            let isShorter = built.count < bytes.count && read(built) == again
            require(built == bytes || isShorter, "a built value is written in another way")
            // Sorted, a map whose keys are no strings is another one.
            require(again == value || sorted || !Binary.keepsValues, "what was written is \(again), not \(value)")
            require(try Binary.write(again, sorted: sorted) == bytes, "written twice it is not the same: \(value)")
        } catch {
            disagree("a value that was read cannot be written: \(error)")
        }
    }

    private static func read(_ bytes: [UInt8]) -> Binary.Value {
        do throws(SerializationError) {
            return try Binary.parse(bytes, Bounds.generous)
        } catch {
            disagree("what was written cannot be read: \(error) in \(bytes)")
        }
    }

    /// The format gives the same value, or refuses it for its keys.
    private static func check(_ value: Binary.Value, _ format: Binary.Format, _ input: [UInt8]) {
        do throws(SerializationError) {
            let decoded = try format.decode(Binary.Value.self, from: input, limits: Bounds.limits)
            require(decoded == value, "the format reads \(decoded), the value is \(value)")
            _ = try format.encode(decoded)
        } catch {
            require(error, fits: input, codes: [.syntax])
        }
    }
}
