import Mimeograph

/// The parsed options that several commands share.
struct Settings {
    /// The content type from `--type`. It overrides every other source.
    var contentType: String?
    /// The content codings from `--coding`. They override every other source.
    var contentCodings: String?
    /// The path of the file that holds the response head.
    var headPath: String?
    /// The limits of a body.
    var limits = Settings.standardLimits
    /// The nulls to leave out of JSON.
    var nulls = Nulls.keep
    /// Whether a property list may use the OpenStep text form.
    var openStep = false
    /// The longest side of an image, in pixels, or nil to keep its size.
    var imageSide: Int?
    /// The value of `--color`.
    var color = "auto"
    /// The part of a value to show, and its layout.
    var view = ValueView()
    /// Whether only errors go to standard error.
    var isQuiet = false

    /// The limits without options: larger than those of a server, because a person chose the body and waits for it.
    static let standardLimits = DecodingLimits(inputBytes: 1 << 29, outputBytes: 1 << 30, elements: 1 << 26)

    /// The nulls to leave out of JSON.
    enum Nulls: String { case keep, members, all }

    /// The options that describe the body and its limits.
    static let reading: [OptionDeclaration] =
        [
            OptionDeclaration(
                "type",
                .required("TYPE"),
                help: "The media type of the body, as in a Content-Type field."
            ),
            OptionDeclaration(
                "coding",
                .required("NAMES"),
                help: "The codings of the body, as in a Content-Encoding field: gzip, deflate, br, zstd."
            ),
            OptionDeclaration("head-file", .required("FILE"), help: "A file with the head: a status line and fields."),
            OptionDeclaration(
                "strip-nulls",
                .optional("members|all", whenAlone: "members"),
                help: "Leaves nulls out of JSON objects; =all leaves them out of arrays too."
            ),
            OptionDeclaration(
                "openstep",
                help: "Also reads property lists in the OpenStep text form, which matches nearly any text."
            ),
        ]
        + DecodingLimits.Limit.allCases.map {
            OptionDeclaration(
                optionName(of: $0),
                .required("N"),
                help: "The limit on \($0.noun), in \($0.unit). Default \(standardLimits[$0])."
            )
        }

    /// The option that scales images down.
    static let sizing = OptionDeclaration(
        "max-size",
        .required("N"),
        help: "Scales an image down, so that no side has more than N pixels."
    )

    /// The option that controls colors.
    static let coloring = OptionDeclaration(
        "color",
        .required("WHEN"),
        help: "When to use colors: auto (on a terminal, unless NO_COLOR is set), always or never."
    )

    /// The option that leaves out remarks.
    static let quieting = OptionDeclaration("quiet", short: "q", help: "Writes only errors to standard error.")

    /// The options that describe how a value is shown.
    static let showing = ValueView.options + [sizing, coloring, quieting]

    /// Returns the option name for a limit: `inputBytes` is `limits-input-bytes`.
    static func optionName(of limit: DecodingLimits.Limit) -> String {
        limit.rawValue.reduce(into: "limits-") { name, character in
            name += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }

    /// Creates the default settings.
    init() {}

    /// Parses the shared options.
    ///
    /// - Throws: ``UsageError`` for an invalid value.
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
        headPath = arguments.values["head-file"]
        if let text = arguments.values["strip-nulls"] {
            guard let nulls = Nulls(rawValue: text) else {
                throw UsageError("--strip-nulls takes members or all, not \(text)")
            }
            self.nulls = nulls
        }
        openStep = arguments.has("openstep")
        isQuiet = arguments.has("quiet")
        view = try ValueView(arguments)
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
