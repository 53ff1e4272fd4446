import Mimeograph

/// What the options that several commands share say.
struct Settings {
    /// The content type that was given; it goes before any other.
    var contentType: String?
    /// The content codings that were given; they go before any others.
    var contentCodings: String?
    /// The file that holds the head of the response.
    var headPath: String?
    /// What a body may cost.
    var limits = DecodingLimits.standard
    /// Which nulls are left out of JSON.
    var nulls = Nulls.keep
    /// Whether a property list may be in the text form of OpenStep.
    var openStep = false
    /// The longest side of an image, in pixels; nil for the size that it has.
    var imageSide: Int?
    /// What `--color` says.
    var color = "auto"

    /// Which nulls are left out of JSON.
    enum Nulls: String { case keep, members, all }

    /// The options that say what the body is and what it may cost.
    static let reading: [OptionDeclaration] =
        [
            OptionDeclaration(
                "type",
                .required("TYPE"),
                help: "The media type of the body, as a Content-Type field says it."
            ),
            OptionDeclaration(
                "coding",
                .required("NAMES"),
                help: "The codings of the body, as a Content-Encoding field says it: gzip, deflate, br, zstd."
            ),
            OptionDeclaration("head", .required("FILE"), help: "The head of the response: a status line and fields."),
            OptionDeclaration(
                "strip-nulls",
                .optional("members|all", whenAlone: "members"),
                help: "Leaves nulls out of JSON objects; with =all out of arrays too."
            ),
            OptionDeclaration(
                "openstep",
                help: "Reads property lists in the text form of OpenStep, too, of which nearly any text is one."
            ),
        ]
        + DecodingLimits.Limit.allCases.map {
            OptionDeclaration(
                optionName(of: $0),
                .required("N"),
                help: "The limit on \($0.noun), in \($0.unit). Default \(DecodingLimits.standard[$0])."
            )
        }

    /// The option that makes images smaller.
    static let sizing = OptionDeclaration(
        "max-size",
        .required("N"),
        help: "Makes an image smaller, so that no side has more than N pixels."
    )

    /// The option that says when to use colours.
    static let coloring = OptionDeclaration(
        "color",
        .required("WHEN"),
        help: "auto (on a terminal, unless NO_COLOR is set), always or never."
    )

    /// The option for a limit: `inputBytes` is `limits-input-bytes`.
    static func optionName(of limit: DecodingLimits.Limit) -> String {
        limit.rawValue.reduce(into: "limits-") { name, character in
            name += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }

    /// Where no option says anything.
    init() {}

    /// Reads the shared options.
    ///
    /// - Throws: ``UsageError`` for a value that makes no sense.
    init(_ arguments: Arguments) throws(UsageError) {
        contentType = arguments.values["type"]
        if let contentType {
            var fields = HeaderFields()
            do { try fields.set("Content-Type", to: contentType) } catch { throw UsageError("--type: \(error)") }
        }
        contentCodings = arguments.values["coding"]
        if let contentCodings {
            var fields = HeaderFields()
            do { try fields.set("Content-Encoding", to: contentCodings) } catch {
                throw UsageError("--coding: \(error)")
            }
        }
        headPath = arguments.values["head"]
        if let text = arguments.values["strip-nulls"] {
            guard let nulls = Nulls(rawValue: text) else {
                throw UsageError("--strip-nulls takes members or all, not \(text)")
            }
            self.nulls = nulls
        }
        openStep = arguments.has("openstep")
        if let text = arguments.values["color"] {
            guard ["auto", "always", "never"].contains(text) else {
                throw UsageError("--color takes auto, always or never, not \(text)")
            }
            color = text
        }
        if let text = arguments.values["max-size"] {
            guard let side = Int(text), side > 0 else {
                throw UsageError("--max-size takes a number of pixels, not \(text)")
            }
            imageSide = side
        }
        for limit in DecodingLimits.Limit.allCases {
            let name = Self.optionName(of: limit)
            guard let text = arguments.values[name] else { continue }
            guard let figure = Int(text), figure >= 0 else {
                throw UsageError("--\(name) takes a number of \(limit.unit), not \(text)")
            }
            limits[limit] = figure
        }
    }
}
