import FuzzerSupport
import Mimeograph
import MimeographCBOR
import MimeographJSON
import MimeographMessagePack

struct Failure: Error, Equatable { let text: String }

/// Comparisons of a marked type with the same type unmarked.
enum Twins {
    static let formats: [any CodableFormat] = [
        JSONFormat(), JSONFormat(keys: .snakeCase), JSONFormat(reading: JSONReadingOptions(duplicateKeys: .refuse)),
        MessagePackFormat(), CBORFormat(),
    ]

    static func check<One: Codable, Other: Codable>(
        _ input: [UInt8],
        _ format: any CodableFormat,
        _ marked: One.Type,
        _ plain: Other.Type
    ) {
        let (value, other) = (read(input, format, marked), read(input, format, plain))
        switch (value, other) {
        case (.failure(let error), .failure(let expected)):
            require(error == expected, "\(plain) is refused in another way:\n\(error.text)\n\(expected.text)")
        case (.success(let value), .success(let other)):
            require(text(value) == text(other), "\(plain) is read as another value:\n\(text(value))\n\(text(other))")
            for format in formats {
                require(written(value, format) == written(other, format), "\(plain) is written in another way")
            }
        default: disagree("\(plain) is read in one way only: \(value) \(other)")
        }
    }

    static func read<Value: Decodable>(_ input: [UInt8], _ format: any CodableFormat, _ type: Value.Type) -> Result<
        Value, Failure
    > {
        do { return .success(try format.decode(type, from: input)) } catch { return .failure(failure(error)) }
    }

    static func written(_ value: some Encodable, _ format: any CodableFormat) -> Result<[UInt8], Failure> {
        do { return .success(try format.encode(value)) } catch { return .failure(failure(error)) }
    }

    static func failure(_ error: SerializationError) -> Failure {
        let path = error.codingPath.map { "\($0.stringValue) \($0.intValue ?? -1)" }
        let text =
            "\(error.code) \(error.message) \(path) \(error.location.map { "\($0)" } ?? "") \(error.remedy ?? "")"
        return Failure(text: text.replacing("Marked", with: "Plain"))
    }

    /// Describes a value by its stored properties.
    static func text(_ value: Any) -> String {
        if let number = value as? Double { return "\(number.bitPattern)" }
        if let text = value as? String { return "\(Array(text.utf8))" }
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty { return "\(value)" }
        let children = mirror.children.map { "\($0.label ?? ""):\(text($0.value))" }
        return "{\((mirror.displayStyle == .dictionary ? children.sorted() : children).joined(separator: ","))}"
    }
}
