import Mimeograph
import MimeographForm
import MimeographImage
import MimeographJSON
import MimeographJSONPath
import MimeographTree
import MimeographXML

/// The part of a value to show, and its layout.
struct ValueView {
    /// The path of the values to show, or nil to show the whole value.
    var path: JSONPath?
    /// Whether texts are written without quotes.
    var isRaw = false
    /// Whether each JSON value is written in one line.
    var isCompact = false
    /// Whether the members of objects are in the order of their names.
    var isSorted = false

    static let options = [
        OptionDeclaration(
            "select",
            .required("PATH"),
            help: "Shows the values at this JSONPath, such as '$.items[*].name', of any format but XML."
        ),
        OptionDeclaration("raw", short: "r", help: "Shows texts without quotes, one per line."),
        OptionDeclaration("compact", short: "c", help: "Writes each JSON value in one line."),
        OptionDeclaration("sorted", help: "Sorts the members of JSON objects by name."),
    ]

    /// The options for writing JSON.
    var writing: JSONWritingOptions { JSONWritingOptions(sortedKeys: isSorted) }

    /// Creates a view that shows the whole value.
    init() {}

    /// Parses the options.
    ///
    /// - Throws: ``UsageError`` for an invalid path.
    init(_ arguments: Arguments) throws(UsageError) {
        isRaw = arguments.has("raw")
        isCompact = arguments.has("compact")
        isSorted = arguments.has("sorted")
        guard let text = arguments.values["select"] else { return }
        do throws(SerializationError) { path = try JSONPath(text) } catch {
            let place = error.location.map { " (at byte \($0.offset))" } ?? ""
            throw UsageError("--select: \(error.message)\(place)")
        }
    }

    /// Returns the values to show, as JSON if a path selects them.
    ///
    /// - Throws: ``SerializationError`` for a value without members, or if the search exceeds a limit.
    func values(in value: any Sendable) throws(SerializationError) -> [any Sendable] {
        guard let path else { return [value] }
        switch value {
        case let json as JSON: return try path.values(in: json)
        case let tree as any DocumentValue & ValueTree: return try Self.values(at: path, in: tree)
        case is XML.Document:
            throw SerializationError(
                .unencodableValue,
                "XML has its own paths.",
                remedy: "Use `mimeo xpath`, or add --as json to search the document as JSON."
            )
        default:
            guard let json = Self.json(value) else {
                throw SerializationError(
                    .unencodableValue,
                    "A value of this type has no members to select.",
                    remedy: "Omit --select, or name the type of the body with --type."
                )
            }
            return try path.values(in: json)
        }
    }

    private static func values<Tree: DocumentValue & ValueTree>(
        at path: JSONPath,
        in tree: Tree
    ) throws(SerializationError) -> [JSON] {
        var selected: [JSON] = []
        for value in try path.values(in: tree) { selected.append(try value.converted(to: JSON.self).value) }
        return selected
    }

    /// Returns a form, a table or another value with members as JSON, or nil.
    static func json(_ value: any Sendable) -> JSON? {
        switch value {
        case let json as JSON: json
        case let tree as any ValueTree: try? tree.converted(to: JSON.self).value
        case let multipart as Multipart: MultipartLayout.json(multipart)
        case let form as Form: try? JSON(parsing: JSONFormat().encode((try? form.nested()) ?? form.flat))
        case is String, is [UInt8], is Image, is XML.Document: nil
        case let encodable as any Encodable: try? JSON(parsing: JSONFormat().encode(encodable))
        default: nil
        }
    }
}
