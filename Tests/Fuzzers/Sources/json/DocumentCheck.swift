import FuzzerSupport
import Mimeograph
import MimeographJSON

/// Reads a text, and if that succeeds, walks the value, writes it in each layout, and reads the results.
struct DocumentCheck {
    let input: [UInt8]
    let options: JSONReadingOptions

    static let codes: Set<SerializationError.Code> = [
        .syntax, .truncated, .invalidText, .unsupportedCharset, .emptyBody, .limitExceeded,
    ]

    /// Returns the value, or nil if the text is rejected.
    @discardableResult
    func run() -> JSON? {
        do throws(SerializationError) {
            let json = try JSON(parsing: input, options: options)
            let rebuilt = rebuild(json)
            require(rebuilt == json && json == rebuilt, "a rebuilt value differs from the value read")
            require(rebuilt.hashValue == json.hashValue, "two equal values have different hashes")
            for layout in Self.layouts { try check(json, rebuilt: rebuilt, layout: layout) }
            return json
        } catch {
            require(error, fits: input, codes: Self.codes)
            require(
                error.location.map { $0 == SourceLocation(offset: $0.offset, in: input.span) } ?? true,
                "line and column do not match the offset: \(error)"
            )
            return nil
        }
    }

    private static let layouts: [JSONWritingOptions] = [
        .compact, .pretty, JSONWritingOptions(pretty: true, sortedKeys: true, escapesSlashes: true),
    ]

    private func check(_ json: JSON, rebuilt: JSON, layout: JSONWritingOptions) throws(SerializationError) {
        let text = try json.serialized(layout)
        // A parsed value is written from its tape, and a built one by walking it. The two writers must agree.
        require(try rebuilt.serialized(layout) == text, "the two writers disagree: \(json) and \(rebuilt)")
        let again: JSON
        do throws(SerializationError) {
            again = try JSON(parsing: text)
        } catch {
            disagree("the value written cannot be read: \(error) in \(String(decoding: text, as: UTF8.self))")
        }
        require(again == json, "the value written reads as \(again), not \(json)")
        // Equality ignores the order of members; comparing texts does not.
        require(try again.serialized(layout) == text, "the second writing differs: \(json)")
    }

    /// Builds the same value with public initializers. It recurses as deep as the limits allow.
    private func rebuild(_ json: JSON) -> JSON {
        switch json.kind {
        case .object:
            guard let members = json.object else { disagree("an object has no members") }
            var made: [(key: String, value: JSON)] = []
            for (key, value) in members { made.append((key, rebuild(value))) }
            require(made.count == members.count, "iterating \(members.count) members gives \(made.count)")
            require(
                members.indices.elementsEqual(made.indices) { members[$0].key == made[$1].key },
                "members by index differ from members by iteration"
            )
            // Each search visits all members, so a few searches are enough.
            for member in made.prefix(8) {
                require(members[member.key]?.kind == member.value.kind, "a member is not found by its key")
            }
            return .object(made)
        case .array:
            guard let elements = json.array else { disagree("an array has no elements") }
            let made = elements.map(rebuild)
            require(made.count == elements.count, "iterating \(elements.count) elements gives \(made.count)")
            return .array(made)
        case .string:
            guard let text = json.string else { disagree("a string has no text") }
            return JSON(text)
        case .boolean:
            guard let value = json.bool else { disagree("a boolean has no value") }
            return JSON(value)
        case .number:
            check(number: json)
            return json
        case .null:
            require(json.isNull, "null is not null")
            return .null
        }
    }

    private func check(number json: JSON) {
        guard let text = json.numberText else { disagree("a number has no text") }
        // The standard library's conversion is independent of ours, and correctly rounded.
        let oracle = Double(text).flatMap { $0.isFinite ? $0 : nil }
        require(
            json.double?.bitPattern == oracle?.bitPattern,
            "\(text) gives the double \(json.double as Any), expected \(oracle as Any)"
        )
        if let integer = Int64(text) { require(json.int64 == integer, "\(text) is \(json.int64 as Any)") }
        if let integer = UInt64(text) { require(json.uint64 == integer, "\(text) is \(json.uint64 as Any)") }
    }
}
