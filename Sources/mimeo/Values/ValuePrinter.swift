import Mimeograph
import MimeographForm
import MimeographImage
import MimeographJSON
import MimeographPropertyList
import MimeographXML

/// Shows a value to a person, or hands it on as it is.
struct ValuePrinter {
    /// The colours.
    let style: Style
    /// Whether a person sees it. Text that goes elsewhere is not changed.
    let isTerminal: Bool
    /// Where a picture can be drawn; nil where none is.
    var canvas: Terminal.Size?

    /// Writes the value as text that ends in a line feed.
    func write(_ value: any Sendable, to sink: any ByteSink) {
        switch value {
        case let text as String: writeLine(isTerminal ? VisibleText(text).description : text, to: sink)
        case let bytes as [UInt8]: writeLine(HexDump.text(bytes), to: sink)
        case let json as JSON: writeJSON(try? json.serialized(), to: sink)
        case let document as XML.Document: XMLLayout(style: style).write(document, to: sink)
        case let image as Image: ImagePrinter(style: style, canvas: canvas).write(image, to: sink)
        case let list as PropertyList: writeLine(VisibleText(list.description).description, to: sink)
        case let form as Form: writeJSON(try? JSONFormat().encode((try? form.nested()) ?? form.flat), to: sink)
        case let multipart as Multipart: writeJSON(try? MultipartLayout.json(multipart).serialized(), to: sink)
        case let encodable as any Encodable: writeJSON(try? JSONFormat().encode(encodable), to: sink)
        default: writeLine(VisibleText("\(value)").description, to: sink)
        }
    }

    private func writeLine(_ text: String, to sink: any ByteSink) {
        sink.write(text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n")
    }

    private func writeJSON(_ json: [UInt8]?, to sink: any ByteSink) {
        guard let json else { return writeLine("(a value that cannot be shown as JSON)", to: sink) }
        JSONLayout(style: style).write(json, to: sink)
    }
}

extension ValuePrinter {
    /// Shows on a console, in the colours that the options want.
    init(_ settings: Settings, _ console: Console) {
        let style = Style(
            setting: settings.color,
            isTerminal: console.outputIsTerminal,
            environment: console.environment
        )
        self.init(style: style, isTerminal: console.outputIsTerminal, canvas: console.canvas(style))
    }
}

extension Form {
    /// The fields one by one, for a form whose names make no sense as values in one another.
    fileprivate var flat: QueryValue { .array(fields.map { ["name": .text($0.name), "value": .text($0.value)] }) }
}
