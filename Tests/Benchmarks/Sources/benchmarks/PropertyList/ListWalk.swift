import Foundation
import MimeographPropertyList

/// A sum over a whole list. It converts every string and key to a Swift `String` and reads every other value.
struct ListWalk {
    /// The UTF-8 bytes of all strings, plus the bytes of all data.
    var characters = 0
    /// The sum of all numbers and dates; true counts as one.
    var total = 0.0

    /// Returns whether two walks over one list agree. The order of members differs, and so do the rounding errors.
    func agrees(with other: ListWalk) -> Bool {
        characters == other.characters && abs(total - other.total) <= abs(total) * 1e-9
    }

    /// Walks one of our values.
    mutating func add(_ value: PropertyList) {
        switch value.kind {
        case .null, .uid: break
        case .boolean: total += value.bool == true ? 1 : 0
        case .integer, .real: total += value.double ?? .nan
        case .date: total += value.date?.timeIntervalSinceReferenceDate ?? .nan
        case .string: characters += value.string?.utf8.count ?? 0
        case .data: characters += value.data?.count ?? 0
        case .array:
            guard let elements = value.array else { return }
            for element in elements { add(element) }
        case .dictionary:
            guard let members = value.dictionary else { return }
            for (key, value) in members {
                characters += key.utf8.count
                add(value)
            }
        }
    }

    /// Walks a value from `PropertyListSerialization`.
    ///
    /// Looking at the type before casting is three times as fast as a chain of casts that mostly fail.
    mutating func add(foundation value: Any) {
        switch type(of: value) {
        case is String.Type: characters += (value as? String)?.utf8.count ?? 0
        case is Bool.Type: total += value as? Bool == true ? 1 : 0
        case is NSNumber.Type: total += (value as? NSNumber)?.doubleValue ?? .nan
        case is Date.Type: total += (value as? Date)?.timeIntervalSinceReferenceDate ?? .nan
        case is Data.Type: characters += (value as? Data)?.count ?? 0
        case is [Any].Type:
            for element in value as? [Any] ?? [] { add(foundation: element) }
        default:
            for (key, value) in value as? [AnyHashable: Any] ?? [:] {
                characters += (key.base as? String)?.utf8.count ?? 0
                add(foundation: value)
            }
        }
    }
}
