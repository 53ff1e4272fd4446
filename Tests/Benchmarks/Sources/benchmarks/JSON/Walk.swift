import Foundation
import MimeographJSON

/// A sum over a whole document. It converts every string and key to a Swift `String` and reads every number.
struct Walk {
    /// The UTF-8 bytes of all strings.
    var characters = 0
    /// The sum of all numbers; true counts as one.
    var total = 0.0

    /// Returns whether two walks over one document agree. The order of members differs, and so do the rounding errors.
    func agrees(with other: Walk) -> Bool {
        characters == other.characters && abs(total - other.total) <= abs(total) * 1e-9
    }

    /// Walks one of our values.
    mutating func add(_ value: JSON) {
        switch value.kind {
        case .null: break
        case .boolean: total += value.bool == true ? 1 : 0
        case .number: total += value.double ?? .nan
        case .string: characters += value.string?.utf8.count ?? 0
        case .array:
            guard let elements = value.array else { return }
            for element in elements { add(element) }
        case .object:
            guard let members = value.object else { return }
            for (key, value) in members {
                characters += key.utf8.count
                add(value)
            }
        }
    }

    /// Walks a value from `JSONSerialization`.
    ///
    /// Looking at the type before casting is three times as fast as a chain of casts that mostly fail.
    mutating func add(foundation value: Any) {
        switch type(of: value) {
        case is String.Type: characters += (value as? String)?.utf8.count ?? 0
        case is NSNumber.Type: total += (value as? NSNumber)?.doubleValue ?? .nan
        case is [Any].Type:
            for element in value as? [Any] ?? [] { add(foundation: element) }
        case is [String: Any].Type:
            for (key, value) in value as? [String: Any] ?? [:] {
                characters += key.utf8.count
                add(foundation: value)
            }
        default: break
        }
    }
}
