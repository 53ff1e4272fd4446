import Foundation
import MimeographPropertyList

/// Values of Foundation's property list reader, to be compared with ours.
enum FoundationValue {
    struct Unknown: Error {}

    /// Reads a property list of any format with Foundation.
    static func list(reading bytes: [UInt8]) throws -> PropertyList {
        // SAFETY: no pointer is passed.
        try list(unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil))
    }

    /// Converts to a value of ours; references of keyed archives, which Foundation does not expose, are unknown.
    static func list(_ value: Any) throws -> PropertyList {
        switch value {
        case let text as String: return PropertyList(text)
        case let date as Date: return PropertyList(date)
        case let data as Data: return PropertyList(data)
        case let elements as [Any]: return .array(try elements.map { try list($0) })
        case let members as [String: Any]: return .dictionary(try members.mapValues { try list($0) })
        case let number as NSNumber:
            // The letters are those of Objective-C's type encodings: Boolean values have c.
            // SAFETY: the text lives as long as the number.
            switch unsafe String(cString: number.objCType) {
            case "c", "B": return PropertyList(number.boolValue)
            case "d", "f": return PropertyList(number.doubleValue)
            case "Q": return PropertyList(number.uint64Value)
            default:
                if "\(number)".hasPrefix("-") { return PropertyList(number.int64Value) }
                return PropertyList(number.uint64Value)
            }
        default: throw Unknown()
        }
    }
}
