import Foundation
import MimeographPropertyList
import TestSupport

/// The typed JSON in which the public corpora state their expected values.
enum TypedJSON {
    /// Returns the value of typed JSON that Foundation has read.
    static func value(_ json: Any) throws -> PropertyList {
        switch json {
        case let text as String: return PropertyList(text)
        case let number as NSNumber: return PropertyList(number.boolValue)
        case let elements as [Any]: return .array(try elements.map { try value($0) })
        case let typed as [String: Any]:
            if let members = typed["dict"] as? [String: Any] {
                return .dictionary(try members.mapValues { try value($0) })
            }
            if let text = typed["int"] as? String {
                if let integer = Int64(text) { return PropertyList(integer) }
                if let integer = UInt64(text) { return PropertyList(integer) }
            }
            if let text = typed["real"] as? String, let bits = UInt64(text, radix: 16) {
                return PropertyList(Double(bitPattern: bits))
            }
            if let seconds = typed["since2001"] as? NSNumber {
                return .date(secondsSinceReferenceDate: seconds.doubleValue)
            }
            if let text = typed["data"] as? String, let data = Data(base64Encoded: text) { return PropertyList(data) }
            if let number = typed["uid"] as? NSNumber { return PropertyList(PropertyList.UID(number.uint32Value)) }
            throw Unknown()
        default: throw Unknown()
        }
    }

    struct Unknown: Error {}

    /// Returns the compact typed JSON of a value without dates, members sorted by the bytes of their keys.
    static func text(_ list: PropertyList) -> String {
        switch list.kind {
        case .boolean: return list.bool == true ? "true" : "false"
        case .integer: return "{\"int\":\"\(list.int64.map { "\($0)" } ?? list.uint64.map { "\($0)" } ?? "")\"}"
        case .real:
            let digits = String((list.double ?? 0).bitPattern, radix: 16)
            return "{\"real\":\"\(String(repeating: "0", count: 16 - digits.count))\(digits)\"}"
        case .string: return quoted(list.string ?? "")
        case .data: return "{\"data\":\"\((list.data ?? Data()).base64EncodedString())\"}"
        case .uid: return "{\"uid\":\(list.uid?.index ?? 0)}"
        case .array: return "[" + (list.array?.map { text($0) }.joined(separator: ",") ?? "") + "]"
        case .dictionary:
            let members = list.dictionary.map { Array($0) } ?? []
            let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return "{\"dict\":{" + sorted.map { quoted($0.key) + ":" + text($0.value) }.joined(separator: ",") + "}}"
        case .null, .date: return "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
