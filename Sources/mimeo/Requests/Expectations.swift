import Mimeograph
import MimeographJSON
import MimeographJSONPath

/// What a script expects of a response: the status, the media type and values.
struct Expectations {
    /// The expected statuses: `200`, `2xx` or `404,410`; nil for any below 400.
    private var statuses: [ClosedRange<Int>]?
    private var types: [MediaRange] = []
    private var typeText = ""
    private var values: [(path: JSONPath, text: String)] = []

    static let options = [
        OptionDeclaration(
            "expect",
            .required("STATUS"),
            help: "Fails with exit status 6 for another status. Takes 200, 2xx or a list such as 200,404."
        ),
        OptionDeclaration(
            "expect-type",
            .required("TYPE"),
            help: "Fails with exit status 6 for another media type. Takes application/json, image/* or json."
        ),
        OptionDeclaration(
            "expect-select",
            .pairs("PATH", "VALUE"),
            help: "Fails with exit status 6 if the values at this JSONPath are not this one JSON value or text."
        ),
    ]

    /// Whether nothing is expected of the body.
    var concernHeadOnly: Bool { values.isEmpty }

    /// Parses the options.
    ///
    /// - Throws: ``UsageError`` for an invalid status, type or path.
    init(_ arguments: Arguments) throws(UsageError) {
        if let text = arguments.values["expect"] {
            statuses = try text.parts(at: ",").map { part throws(UsageError) in
                let digits = part.lowercased()
                let low = Int(digits.replacing("x", with: "0"))
                let high = Int(digits.replacing("x", with: "9"))
                guard digits.utf8.count == 3, let low, let high, low >= 100, low <= high else {
                    throw UsageError("--expect takes a status such as 200, 2xx or 200,404, not \(text)")
                }
                return low...high
            }
        }
        if let text = arguments.values["expect-type"] {
            typeText = text
            // A name without a slash is a subtype or a suffix.
            let names = text.contains(ascii: "/") ? [text] : ["application/\(text)", "text/\(text)", "*/*+\(text)"]
            types = names.compactMap { try? MediaRange($0) }
            if types.isEmpty {
                throw UsageError("--expect-type takes a media type such as application/json, not \(text)")
            }
        }
        let words = arguments.lists["expect-select"] ?? []
        for index in stride(from: 0, to: words.count - 1, by: 2) {
            do throws(SerializationError) { values.append((try JSONPath(words[index]), words[index + 1])) } catch {
                throw UsageError("--expect-select: \(error.message)")
            }
        }
    }

    /// Whether a status from 400 on is expected, so that its body is a value like any other.
    func allow(_ status: Int) -> Bool { statuses?.contains { $0.contains(status) } ?? false }

    /// Returns what the head lacks, in one sentence; nil if it is as expected.
    func failure(_ head: ResponseHead) -> String? {
        if statuses != nil, !allow(head.status) { return "the status is \(head.statusText)" }
        guard !types.isEmpty else { return nil }
        guard let type = head.contentType else { return "the response has no media type, not \(typeText)" }
        let isExpected =
            types.contains { $0.match(type) != nil } || type.suffix.map { $0.hasSameBytes(as: typeText) } ?? false
        return isExpected ? nil : "the media type is \(type.essence), not \(typeText)"
    }

    /// Returns what the value lacks, in one sentence; nil if it is as expected.
    ///
    /// - Throws: ``SerializationError`` if the value has no members.
    func failure(_ value: any Sendable) throws(SerializationError) -> String? {
        for (path, expected) in values {
            var view = ValueView()
            view.path = path
            let found = try view.values(in: value).compactMap { $0 as? JSON }
            let text = found.map { (try? $0.serialized()).map { String(decoding: $0, as: UTF8.self) } ?? "" }
            let wanted = (try? JSON(parsing: Array(expected.utf8))) ?? JSON(expected)
            guard found == [wanted] || found == [JSON(expected)] else {
                let shown = found.isEmpty ? "no value" : text.joined(separator: ", ").visible(atMost: 200)
                return "\(path) selects \(shown), not \(expected.visible(atMost: 200))"
            }
        }
        return nil
    }
}
