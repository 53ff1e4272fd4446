import Mimeograph
@testable import MimeographJSON
import MimeographTree

extension TapeDocument {
    /// Returns the canonical text that the corpora's digests are computed from, straight from the tape. It recurses, so use it
    /// only for small documents.
    func canonicalText(at index: Int = 0) -> String {
        let word = word(at: index)
        switch word.tag {
        case .true: return "true"
        case .false: return "false"
        case .smallInteger, .int64, .uint64: return JSON(TreeNode(self, at: index)).numberText ?? ""
        case .double, .bigNumber:
            let digits = String(tape[index + 1], radix: 16)
            return "#" + String(repeating: "0", count: 16 - digits.count) + digits
        case .string: return canonicalString(at: index)
        case .array:
            var elements: [String] = []
            var next = index + 1
            while next < word.offset {
                elements.append(canonicalText(at: next))
                next = self.index(after: next)
            }
            return "[" + elements.joined(separator: ",") + "]"
        case .object:
            let shadowed = Set(shadowedMembers(ofObjectAt: index) ?? [])
            var members: [(key: String, text: String)] = []
            var next = index + 1
            while next < word.offset {
                if !shadowed.contains(next) {
                    members.append((string(at: next), canonicalString(at: next) + ":" + canonicalText(at: next + 1)))
                }
                next = self.index(after: next + 1)
            }
            members.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return "{" + members.map(\.text).joined(separator: ",") + "}"
        default: return "null"
        }
    }

    private func canonicalString(at index: Int) -> String {
        var result = "\""
        for scalar in string(at: index).unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case ..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
