import Mimeograph
import MimeographTree

/// What all encoders of one encoded value share.
final class JSONEncodingSettings {
    let format: JSONFormat
    lazy var userInfo: [CodingUserInfoKey: Any] = format.userInfo
    let isPretty: Bool
    let sortsKeys: Bool
    let escapesSlashes: Bool
    /// Whether coding keys are names of members as they are.
    let keepsKeys: Bool
    /// Whether numbers that are infinite or none have no text.
    let refusesNonConforming: Bool
    var convertedKeys: [ByteEqualString: String] = [:]
    // Exempt from exclusivity checks as the contexts' states are.
    @exclusivity(unchecked) private var kinds = JSONTypeCache<JSONEncodableKind>()

    init(_ format: JSONFormat) {
        self.format = format
        isPretty = format.writing.pretty
        sortsKeys = format.writing.sortedKeys
        escapesSlashes = format.writing.escapesSlashes
        if case .useDefaultKeys = format.keyEncoding { keepsKeys = true } else { keepsKeys = false }
        if case .throw = format.nonConformingFloatEncoding {
            refusesNonConforming = true
        } else {
            refusesNonConforming = false
        }
    }

    /// What to do for a type.
    @inline(__always)
    func kind<T: Encodable>(of type: T.Type) -> JSONEncodableKind {
        if let known = unsafe kinds.kind(of: ObjectIdentifier(type)) { return known }
        return remember(JSONEncodableKind(of: type), of: type)
    }

    /// The same for the type of the elements of an array or a dictionary.
    func kind<T: Encodable>(ofElement type: T.Type) -> JSONEncodableKind {
        if let known = unsafe kinds.kind(of: ObjectIdentifier(type)) { return known }
        return remember(JSONEncodableKind(ofElement: type), of: type)
    }

    @inline(never)
    private func remember<T: Encodable>(_ kind: JSONEncodableKind, of type: T.Type) -> JSONEncodableKind {
        unsafe kinds.remember(kind, of: ObjectIdentifier(type))
        return kind
    }

    /// The name that is written for a key; `path` leads to its object.
    func name(of key: some CodingKey, path: @autoclosure () -> [any CodingKey]) -> String {
        switch format.keyEncoding {
        case .useDefaultKeys: return key.stringValue
        case .convertToSnakeCase:
            let text = key.stringValue
            if let known = convertedKeys[ByteEqualString(text)] { return known }
            let converted = SnakeCase.snakeCase(text)
            convertedKeys[ByteEqualString(text)] = converted
            return converted
        case .custom(let convert): return convert(path() + [key]).stringValue
        }
    }
}
