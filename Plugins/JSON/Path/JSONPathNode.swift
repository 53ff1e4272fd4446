import Mimeograph
public import MimeographTree

/// A value that a query selected, and its path.
public struct JSONPathNode<Value: DocumentValue>: Sendable {
    /// The normalized path, such as `$['store']['book'][0]`. It is a query that selects only this value.
    ///
    /// Source: RFC 9535 §2.7.
    public let path: String
    /// The value.
    public let value: Value
}

extension JSONPathNode: Equatable where Value: Equatable {
    /// Whether two nodes have the same path, byte by byte, and equal values.
    public static func == (left: Self, right: Self) -> Bool {
        left.path.hasSameBytes(as: right.path) && left.value == right.value
    }
}

extension JSONPathRun {
    /// Returns the normalized path of the current value of a walk that began at the root.
    func path(of walk: JSONPathWalk) -> String {
        var path = [UInt8(ascii: "$")]
        for frame in walk.frames {
            path.append(UInt8(ascii: "["))
            if frame.isObject {
                path.append(UInt8(ascii: "'"))
                appendEscaped(document.string(at: frame.child), to: &path)
                path.append(UInt8(ascii: "'"))
            } else {
                path.append(contentsOf: String(frame.child).utf8)
            }
            path.append(UInt8(ascii: "]"))
        }
        return String(decoding: path, as: UTF8.self)
    }

    private func appendEscaped(_ name: String, to path: inout [UInt8]) {
        for byte in name.utf8 {
            switch byte {
            case 0x08: path.append(contentsOf: #"\b"#.utf8)
            case 0x09: path.append(contentsOf: #"\t"#.utf8)
            case 0x0A: path.append(contentsOf: #"\n"#.utf8)
            case 0x0C: path.append(contentsOf: #"\f"#.utf8)
            case 0x0D: path.append(contentsOf: #"\r"#.utf8)
            case UInt8(ascii: "'"), UInt8(ascii: "\\"): path.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0..<0x20:
                path.append(contentsOf: byte < 0x10 ? #"\u000"#.utf8 : #"\u00"#.utf8)
                path.append(contentsOf: String(byte, radix: 16).utf8)
            default: path.append(byte)
            }
        }
    }
}
