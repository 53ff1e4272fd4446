import FuzzerSupport
import Mimeograph

/// Reads a body as a dynamic value, and if that succeeds, rebuilds the value, writes it in each order, and reads the results.
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
                require(value == nil, "the format reads a body that is not a value")
            }
            return
        }
        let rebuilt = Binary.rebuild(value)
        require(rebuilt == value && value == rebuilt, "a rebuilt value differs from the value read")
        require(rebuilt.hashValue == value.hashValue, "two equal values have different hashes")
        for sorted in [false, true] { check(value, rebuilt, sorted: sorted) }
        for format in Binary.formats { check(value, format, input) }
    }

    private static func check(_ value: Binary.Value, _ rebuilt: Binary.Value, sorted: Bool) {
        do throws(SerializationError) {
            let bytes = try Binary.write(value, sorted: sorted)
            let again = read(bytes)
            let built = try Binary.write(rebuilt, sorted: sorted)
            // A map with keys other than strings is written as it was read, with duplicate keys that a rebuilt map lacks.
            let isShorter = built.count < bytes.count && read(built) == again
            require(built == bytes || isShorter, "a rebuilt value is written differently")
            // Sorting changes the order of a map with keys other than strings, which is a different value.
            require(again == value || sorted || !Binary.keepsValues, "\(value) was written and reads as \(again)")
            require(try Binary.write(again, sorted: sorted) == bytes, "the second writing differs: \(value)")
        } catch {
            disagree("the value read cannot be written: \(error)")
        }
    }

    private static func read(_ bytes: [UInt8]) -> Binary.Value {
        do throws(SerializationError) {
            return try Binary.parse(bytes, Bounds.generous)
        } catch {
            disagree("the value written cannot be read: \(error) in \(bytes)")
        }
    }

    /// Checks that the format returns the same value, or rejects it because of its keys.
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
