import Mimeograph
import MimeographTree

extension JSON {
    /// The value that a JSON Pointer names, or nil where there is none or the text is no pointer.
    ///
    /// `""` is the value itself, `/a/0/b` the member `b` of the first element of the member `a`. In a step `~1` stands
    /// for `/` and `~0` for `~`. An array's elements are named by decimal offsets without leading zeros; `-`, the index
    /// after the last, names nothing.
    ///
    /// Source: RFC 6901 §3–4.
    public func pointer(_ text: String) -> JSON? {
        if text.isEmpty { return self }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        var value = node
        for step in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let key = JSON.unescapedStep(step) else { return nil }
            let next: TreeNode?
            switch value.kind {
            case .object: next = value.member(key)
            case .array: next = JSON.offset(key).flatMap { value.element(at: $0) }
            default: next = nil
            }
            guard let next else { return nil }
            value = next
        }
        return JSON(value)
    }

    private static func unescapedStep(_ step: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in step {
            if isEscaped {
                switch byte {
                case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
                case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
                default: return nil
                }
                isEscaped = false
            } else if byte == UInt8(ascii: "~") {
                isEscaped = true
            } else {
                bytes.append(byte)
            }
        }
        return isEscaped ? nil : String(decoding: bytes, as: UTF8.self)
    }

    private static func offset(_ step: String) -> Int? {
        guard !step.isEmpty, step.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        if step.utf8.count > 1, step.utf8.first == UInt8(ascii: "0") { return nil }
        return Int(step)
    }
}
