import Foundation
import MimeographJSON

/// A sum over a whole document, for which every string, keys too, must be a Swift `String` and every number be read.
struct Walk {
    /// Bytes of all strings in UTF-8.
    var characters = 0
    /// The sum of all numbers, where true is one.
    var total = 0.0

    /// Whether two walks over one document found the same. Members come in another order, and so do the rounding errors.
    func agrees(with other: Walk) -> Bool {
        characters == other.characters && abs(total - other.total) <= abs(total) * 1e-9
    }

    /// Walks a value of ours.
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

    /// Walks a value of `JSONSerialization`'s.
    ///
    /// To look at the type before casting is three times as fast as a chain of casts, of which most fail.
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
