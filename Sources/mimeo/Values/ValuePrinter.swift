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
        case let json as JSON: pretty(json) ?? "(a JSON value that cannot be written)"
        case let encodable as any Encodable & Sendable: pretty(encodable) ?? VisibleText("\(value)").description
        default: VisibleText("\(value)").description
        }
    }
}
