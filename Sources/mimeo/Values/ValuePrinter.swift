import Foundation
import Mimeograph
import MimeographForm
import MimeographImage
import MimeographJSON
import MimeographPropertyList
import MimeographXML

/// A printer that shows a value to a person, or writes it unchanged to a file or pipe.
struct ValuePrinter {
    /// The colors.
    let style: Style
    /// Whether the output is a terminal. Text that goes elsewhere is not changed.
    let isTerminal: Bool
    /// The size of the terminal for pictures, or nil to draw none.
    var canvas: Terminal.Size?
    /// The width of the terminal for tables, or nil to shorten nothing.
    var columns: Int?
    /// The part of a value to show, and its layout.
    var view = ValueView()

    /// Writes the values that the view selects.
    ///
    /// - Throws: ``SerializationError`` for a value without members, or if the search exceeds a limit.
    /// - Returns: The number of written values.
    @discardableResult func show(_ value: any Sendable, to writer: any ByteWriter) throws(SerializationError) -> Int {
        let values = try view.values(in: value)
        for value in values { write(value, to: writer) }
        return values.count
    }

    /// Writes the value as text that ends in a line feed.
    func write(_ value: any Sendable, to writer: any ByteWriter) {
        switch value {
        case let text as String: writeLine(isTerminal ? VisibleText(text).description : text, to: writer)
        case let bytes as [UInt8]: writeLine(HexDump.text(bytes), to: writer)
        case let table as Table: table.write(style, width: columns, to: writer)
        case let json as JSON where view.isRaw && json.string != nil: write(json.string ?? "", to: writer)
        case let json as JSON: writeJSON(try? json.serialized(view.writing), to: writer)
        case let document as XML.Document: XMLLayout(style: style).write(document, to: writer)
        case let image as Image: ImagePrinter(style: style, canvas: canvas).write(image, to: writer)
        case let list as PropertyList: writeLine(VisibleText(list.description).description, to: writer)
        case let tree as any ValueTree:
            writeJSON(try? tree.converted(to: JSON.self).value.serialized(view.writing), to: writer)
        default:
            guard let json = ValueView.json(value) else {
                return writeLine(VisibleText("\(value)").description, to: writer)
            }
            writeJSON(try? json.serialized(view.writing), to: writer)
        }
    }

    private func writeLine(_ text: String, to writer: any ByteWriter) {
        writer.write(text.utf8.last == UInt8(ascii: "\n") ? text : text + "\n")
    }

    private func writeJSON(_ json: [UInt8]?, to writer: any ByteWriter) {
        guard let json else { return writeLine("(a value that cannot be shown as JSON)", to: writer) }
        JSONLayout(style: style, isCompact: view.isCompact).write(json, to: writer)
    }
}

extension ValuePrinter {
    /// Creates a printer for a console, with the colors that the options choose.
    init(_ settings: Settings, _ console: Console) {
        let style = Style(
            setting: settings.color,
            isTerminal: console.outputIsTerminal,
            environment: console.environment
        )
        self.init(
            style: style,
            isTerminal: console.outputIsTerminal,
            canvas: console.canvas(style),
            columns: console.outputIsTerminal ? console.outputSize?.columns : nil,
            view: settings.view
        )
    }
}

extension Form {
    /// The fields as a list, for a form whose names do not describe nested values.
    var flat: QueryValue { .array(fields.map { ["name": $0.name, "value": $0.value] }) }
}

/// A layout of a multipart body as JSON: an object for each part, with its fields and its content.
///
/// ```
/// [{"name": "author", "text": "Ada"}, {"name": "photo", "fileName": "p.png", "type": "image/png", "base64": "iVBO…"}]
/// ```
enum MultipartLayout {
    /// Returns the parts as JSON. Text content becomes `text`, other content `base64`.
    static func json(_ multipart: Multipart) -> JSON { .array(multipart.parts.map(json)) }

    private static func json(_ part: Multipart.Part) -> JSON {
        var members: [(key: String, value: JSON)] = []
        func add(_ key: String, _ text: String?) {
            if let text { members.append((key, JSON(text))) }
        }
        add("name", part.name)
        add("fileName", part.fileName)
        add("type", part.contentType?.description)
        // Parts of types other than forms have no name, but other fields that identify them.
        if part.name == nil {
            for field in part.head.fields
            where !["content-type", "content-disposition"].contains(field.name.lowercasedASCII.utf8Key) {
                add(field.name, field.value)
            }
        }
        if isText(part), let text = part.text {
            add("text", text)
        } else {
            add("base64", Data(part.bytes).base64EncodedString())
        }
        return .object(members)
    }

    /// Whether the part has a text type, or has no type and no zero bytes.
    private static func isText(_ part: Multipart.Part) -> Bool {
        guard let type = part.contentType else { return !part.bytes.contains(0) }
        let suffixes = ["json", "xml", "yaml"]
        return type.type == "text" || suffixes.contains(type.subtype) || suffixes.contains(type.suffix ?? "")
            || type.essence == MediaType.formURLEncoded.essence
    }
}
