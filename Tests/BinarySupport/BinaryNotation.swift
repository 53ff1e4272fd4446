package import Mimeograph
package import MimeographBinaryTree
package import MimeographTree

/// Returns the text of a tape in the diagnostic notation of RFC 8949 §8, as far as it applies; `ext(type, h'…')` for MessagePack.
package func notation(of document: TapeDocument, at index: Int = 0) -> String {
    let word = document.word(at: index)
    func items(_ index: Int) -> [String] {
        var texts: [String] = []
        var next = index + 1
        while next < document.end(ofContainerAt: index) {
            texts.append(notation(of: document, at: next))
            next = document.index(after: next)
        }
        return texts
    }
    func members(_ texts: [String]) -> String {
        var members: [String] = []
        for index in stride(from: 0, to: texts.count, by: 2) { members.append("\(texts[index]): \(texts[index + 1])") }
        return "{" + members.joined(separator: ", ") + "}"
    }
    switch word.tag {
    case .null: return "null"
    case .true: return "true"
    case .false: return "false"
    case .smallInteger, .int64: return document.int64(at: index).map { "\($0)" } ?? ""
    case .uint64: return "\(document.long(at: index))"
    case .double, .bigNumber: return notation(of: Double(bitPattern: document.long(at: index)))
    case .date: return "date(\(Double(bitPattern: document.long(at: index))))"
    case .string, .wideString: return "\"" + document.string(at: index) + "\""
    case .data: return notation(of: Array(document.content(of: word)))
    case .array:
        let texts = items(index)
        return texts.count == document.count(ofContainerAt: index) ? "[" + texts.joined(separator: ", ") + "]" : "?"
    case .object:
        let texts = items(index)
        return texts.count == 2 * document.count(ofContainerAt: index) ? members(texts) : "?"
    case .extended:
        guard let (kind, number, content) = document.extended(at: index) else { return "?" }
        switch kind {
        case .pairs:
            let texts = items(content)
            return document.end(ofContainerAt: content) == word.offset ? members(texts) : "?"
        case .ext: return "ext(\(Int64(bitPattern: number)), \(notation(of: document, at: content)))"
        case .tag: return "\(number)(\(notation(of: document, at: content)))"
        case .simple: return number == 23 ? "undefined" : "simple(\(number))"
        case .uid: return "uid(\(number))"
        case .list, .note: return "?"
        }
    case .shared: return "shared"
    }
}

package func notation(of value: Double) -> String {
    if value.isNaN { return "NaN" }
    return value.isInfinite ? value < 0 ? "-Infinity" : "Infinity" : "\(value)"
}

package func notation(of bytes: [UInt8]) -> String {
    "h'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
}

/// Returns the bytes of hexadecimal digits, with anything between them.
package func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.utf8.compactMap(\.hexDigit)
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// Returns the offsets after the values of a stream that arrives in windows of a size, and the error that ended it.
package func ends(
    _ bytes: [UInt8],
    window size: Int,
    _ heads: ItemHeads,
    limits: DecodingLimits
) -> (ends: [Int], isInValue: Bool, error: SerializationError?) {
    var bounds = ValueBounds(heads, limits: limits)
    var ends: [Int] = []
    var start = 0
    while start < bytes.count {
        let window = Array(bytes[start..<min(start + size, bytes.count)])
        var cursor = 0
        do throws(SerializationError) {
            while cursor < window.count, let end = try bounds.end(in: window.span, from: cursor) {
                ends.append(start + end)
                cursor = end
            }
        } catch {
            return (ends, bounds.isInValue, error)
        }
        start += window.count
    }
    return (ends, bounds.isInValue, nil)
}
