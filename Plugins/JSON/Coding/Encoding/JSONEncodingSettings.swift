/// What all encoders of one encoded value share.
final class JSONEncodingSettings {
    /// The most containers that may lie in one another: as deep as a reader goes by default.
    ///
    /// Of values, which may be in single-value containers only, as many again.
    static let maximumDepth = 512

    let format: JSONFormat
    let userInfo: [CodingUserInfoKey: Any]
    let isPretty: Bool
    let sortsKeys: Bool
    let escapesSlashes: Bool
    var convertedKeys: [String: String] = [:]
    private let kinds = JSONCell([(type: ObjectIdentifier, kind: JSONEncodableKind)?](repeating: nil, count: 32))

    init(_ format: JSONFormat) {
        self.format = format
        userInfo = format.userInfo
        isPretty = format.writing.pretty
        sortsKeys = format.writing.sortedKeys
        escapesSlashes = format.writing.escapesSlashes
    }

    deinit { kinds.destroy() }

    /// What to do for a type; found once a type, because it takes dynamic casts.
    func kind<T: Encodable>(of type: T.Type) -> JSONEncodableKind {
        let identifier = ObjectIdentifier(type)
        let slot = (Int(bitPattern: identifier) &>> 4) & 31
        if let entry = kinds.value[slot], entry.type == identifier { return entry.kind }
        let kind = JSONEncodableKind(type)
        kinds.value[slot] = (identifier, kind)
        return kind
    }

    /// The name that is written for a key; `path` leads to its object.
    func name(of key: some CodingKey, path: @autoclosure () -> [any CodingKey]) -> String {
        switch format.keyEncoding {
        case .useDefaultKeys: return key.stringValue
        case .convertToSnakeCase:
            let text = key.stringValue
            if let known = convertedKeys[text] { return known }
            let converted = JSONSnakeCase.snakeCase(text)
            convertedKeys[text] = converted
            return converted
        case .custom(let convert): return convert(path() + [key]).stringValue
        }
    }
}
