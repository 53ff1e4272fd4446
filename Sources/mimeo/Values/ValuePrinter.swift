import Mimeograph
import MimeographJSON

/// Shows a value to a person, or hands it on as it is.
struct ValuePrinter {
    /// The colours.
    let style: Style
    /// Whether a person sees it. Text that goes elsewhere is not changed.
    let isTerminal: Bool

    /// The value as text that ends in a line feed.
    func text(_ value: any Sendable) -> String {
        let text = body(of: value)
        return text.hasSuffix("\n") ? text : text + "\n"
    }

    private func body(of value: any Sendable) -> String {
        switch value {
        case let text as String: isTerminal ? VisibleText(text).description : text
        case let bytes as [UInt8]: HexDump.text(bytes)
        case let json as JSON: pretty(json) ?? Self.unwritable
        case let encodable as any Encodable: pretty(encodable) ?? Self.unwritable
        default: VisibleText("\(value)").description
        }
    }

    private static let unwritable = "(a value that cannot be shown as JSON)"

    private func pretty(_ json: JSON) -> String? {
        guard let bytes = try? json.serialized(.pretty) else { return nil }
        return JSONColoring(style: style).color(String(decoding: bytes, as: UTF8.self))
    }

    private func pretty(_ value: some Encodable) -> String? {
        guard let bytes = try? JSONFormat().encode(value), let json = try? JSON(parsing: bytes) else { return nil }
        return pretty(json)
    }
}
