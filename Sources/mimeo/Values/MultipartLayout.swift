import Foundation
import Mimeograph
import MimeographForm
import MimeographJSON

/// Shows a body of several parts as JSON: an object for each part, with what its head says and its content.
///
/// ```
/// [{"name": "author", "text": "Ada"}, {"name": "photo", "fileName": "p.png", "type": "image/png", "base64": "iVBO…"}]
/// ```
enum MultipartLayout {
    /// The parts. Content that is text is shown as `text`, other content as `base64`.
    static func json(_ multipart: Multipart) -> JSON { .array(multipart.parts.map(json)) }

    private static func json(_ part: Multipart.Part) -> JSON {
        var members: [(key: String, value: JSON)] = []
        func add(_ key: String, _ text: String?) {
            if let text { members.append((key, JSON(text))) }
        }
        add("name", part.name)
        add("fileName", part.fileName)
        add("type", part.contentType?.description)
        // What tells the parts of other types than forms apart.
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

    /// Whether the part says that it is text, or says nothing and has no bytes that are in no text.
    private static func isText(_ part: Multipart.Part) -> Bool {
        guard let type = part.contentType else { return !part.bytes.contains(0) }
        let suffixes = ["json", "xml", "yaml"]
        return type.type == "text" || suffixes.contains(type.subtype) || suffixes.contains(type.suffix ?? "")
            || type.essence == MediaType.formURLEncoded.essence
    }
}
