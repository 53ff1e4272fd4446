import Mimeograph
import MimeographTree

extension JSON {
    /// Returns the value at a JSON Pointer, or nil if the value is missing or the text is not a pointer.
    ///
    /// `""` is the value itself; `/a/0/b` is the member `b` of the first element of the member `a`. In a step, `~1` means `/` and
    /// `~0` means `~`. Array elements have decimal offsets without leading zeros. `-`, the index after the last element, matches
    /// nothing.
    ///
    /// Source: RFC 6901 §3–4.
    public func pointer(_ text: String) -> JSON? {
        guard var steps = PointerSteps(text) else { return nil }
        var value = node
        while let step = steps.next() {
            guard let key = JSON.unescapedStep(step) else { return nil }
            let next: TreeNode?
            switch value.kind {
            case .object: next = value.member(key)
            case .array: next = JSON.offset(ofPointerStep: key).flatMap { value.element(at: $0) }
            default: next = nil
            }
            guard let next else { return nil }
            value = next
        }
        return JSON(value)
    }

    /// Returns the steps of a JSON Pointer without their escapes, or nil if the text is not a pointer.
    package static func steps(ofPointer text: String) -> [String]? {
        guard var escaped = PointerSteps(text) else { return nil }
        var steps: [String] = []
        while let step = escaped.next() {
            guard let key = unescapedStep(step) else { return nil }
            steps.append(key)
        }
        return steps
    }

    /// Whether a text is a JSON Pointer.
    package static func isPointer(_ text: String) -> Bool {
        var isEscaped = false
        for byte in text.utf8 {
            if isEscaped, byte != UInt8(ascii: "0"), byte != UInt8(ascii: "1") { return false }
            isEscaped = byte == UInt8(ascii: "~")
        }
        return !isEscaped && (text.isEmpty || text.utf8.first == UInt8(ascii: "/"))
    }

    /// Returns a step as it appears in a pointer, with its slash.
    package static func pointerText(ofStep step: String) -> String {
        var bytes = [UInt8(ascii: "/")]
        for byte in step.utf8 {
            switch byte {
            case UInt8(ascii: "~"): bytes += [byte, UInt8(ascii: "0")]
            case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unescapedStep(_ step: Substring.UTF8View) -> String? {
        guard step.contains(UInt8(ascii: "~")) else { return String(Substring(step)) }
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

    /// Returns the array offset that an unescaped step names, or nil if it is not an offset or has leading zeros.
    package static func offset(ofPointerStep step: String) -> Int? {
        guard !step.isEmpty, step.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
        if step.utf8.count > 1, step.utf8.first == UInt8(ascii: "0") { return nil }
        return Int(step)
    }
}

/// The steps of a JSON Pointer with their escapes. They are split one at a time, because a pointer may have millions.
private struct PointerSteps {
    /// The text after the last slash that was read; nil at the end.
    private var rest: Substring.UTF8View?

    /// Creates the steps; nil if the text is not a pointer.
    init?(_ text: String) {
        if text.isEmpty { return }
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        rest = text.utf8.dropFirst()
    }

    mutating func next() -> Substring.UTF8View? {
        guard let rest else { return nil }
        let slash = rest.firstIndex(of: UInt8(ascii: "/"))
        self.rest = slash.map { rest[rest.index(after: $0)...] }
        return rest[..<(slash ?? rest.endIndex)]
    }
}
