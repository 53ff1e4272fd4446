import Mimeograph
import MimeographForm
import MimeographSession

/// The options of a request, except its body.
struct RequestOptions {
    /// The URL as the user gave it.
    let url: String
    /// The parameters to add to the URL.
    let query: QueryValue
    /// The fields of `--header`.
    let fields: HeaderFields
    /// The fields that came from a file. Their values are secret, whatever their names are.
    let fieldsOfFiles: HeaderFields
    /// The words after the URL.
    let items: RequestItems
    /// The credential that answers a challenge.
    let credential: Credential?
    /// The configuration of the request.
    let configuration: SessionConfiguration
    /// The kind of value to read.
    let kind: WantedKind
    /// The media type to write the value as, or nil to show the value.
    let type: MediaType?
    /// The file for the body, `-` to write it unchanged to standard output, or nil to show the value.
    let outputPath: String?
    /// The parts of the exchange to print.
    let parts: PrintedParts
    /// Whether heads belong to the output. Otherwise they are remarks.
    let printsHeads: Bool
    /// Whether secrets of the request are shown.
    let showsSecrets: Bool
    /// What a script expects of the response.
    let expectations: Expectations
    /// The number of pages to show.
    let pageLimit: Int
    /// The servers to connect to in place of those of the URL.
    let servers: [String: String]
    /// All given options, for the command line of cURL.
    let values: [String: String]

    /// The options that control the request.
    static let sending = [
        OptionDeclaration("query", .repeated("NAME=VALUE"), isSecret: true, help: "Adds a parameter to the URL."),
        OptionDeclaration(
            "header",
            short: "H",
            .repeated("FIELD|@FILE"),
            isSecret: true,
            help:
                "Sends a field, 'Name: value', in place of a default; or the fields in a file, one per line (@- is standard input)."
        ),
        OptionDeclaration(
            "cookies",
            .required("FILE"),
            help: "Sends the cookies in a file, and saves new cookies there."
        ),
        OptionDeclaration(
            "max-redirects",
            .required("N"),
            help: "Follows at most N redirects. Default 20; 0 follows none."
        ),
        OptionDeclaration(
            "retry",
            .required("N"),
            help: "Retries up to N times after a temporary failure, but not POST and PATCH. Default 0."
        ),
        OptionDeclaration(
            "connect-timeout",
            .required("SECONDS"),
            help: "The longest time to connect. Default 30; 0 for no limit."
        ),
        OptionDeclaration(
            "idle-timeout",
            .required("SECONDS"),
            help: "The longest time without data. Default 60; 0 for no limit."
        ),
        OptionDeclaration(
            "max-time",
            .required("SECONDS"),
            help: "The longest time for the whole request. Default 0, no limit."
        ),
        OptionDeclaration(
            "digest",
            help: "Requests a Content-Digest or Repr-Digest, and rejects a body without a valid one."
        ),
        OptionDeclaration(
            "proxy",
            .required("URL"),
            isSecret: true,
            help: "Uses this proxy, or no proxy with the word none."
        ),
        OptionDeclaration("unix-socket", .required("PATH"), help: "Connects to this socket instead of the URL's host."),
        OptionDeclaration("http2", help: "Requires HTTP/2; over http:// without asking the server first."),
        OptionDeclaration(
            "resolve",
            .repeated("HOST[:PORT]=ADDRESS[:PORT]"),
            help: "Connects to this address instead of the host's. May be given several times."
        ),
        OptionDeclaration("har", .required("FILE"), help: "Records the exchange into a HAR file, without secrets."),
        OptionDeclaration("log", help: "Prints a line for each event of the session at the end."),
        OptionDeclaration("curl", help: "Prints a cURL command line, without secrets, and sends nothing."),
    ] + CredentialOptions.all

    /// The options that control the output.
    static let showing = [
        OptionDeclaration(
            "output",
            short: "o",
            .required("FILE"),
            help: "Writes the body into a file, or resumes it; - is standard output."
        ),
        OptionDeclaration("to", .required("TYPE"), help: "The media type to write, for example application/json."),
        WantedKind.option(kinds),
        OptionDeclaration("all-pages", help: "Follows links to the next page, and shows the value of each page."),
        OptionDeclaration("max-pages", .required("N"), help: "Follows at most N pages. Default 100."),
    ] + PrintedParts.options + Expectations.options
    private static let kinds: [WantedKind] = [.any, .json, .xml, .propertyList, .image, .text, .bytes, .table]

    /// Parses the options.
    ///
    /// - Throws: ``UsageError`` for an invalid value, ``FileError`` for a file of cookies or certificates that cannot be read.
    init(_ arguments: Arguments, _ console: Console) throws {
        guard let url = arguments.operands.first, !url.isEmpty else {
            throw UsageError("name a URL, such as https://example.com/users/7")
        }
        do throws(SessionError) { _ = try RequestURL(url) } catch {
            let guess = url.contains("://") || url.hasPrefix("/") ? error.remedy ?? "" : "Did you mean https://\(url)?"
            // The text before the host may hold a password.
            throw UsageError("\(error.message) \(url.contains(ascii: "@") ? "" : guess)")
        }
        self.url = url
        values = arguments.values
        items = try RequestItems(arguments.operands.dropFirst())
        query = QueryValue(try Self.parameters(arguments, "query") + items.query)
        var (fields, fieldsOfFiles) = try Self.fields(arguments.lists["header"] ?? [], console)
        for field in items.fields { try fields.append(field.name, field.value) }
        for field in items.fieldsOfFiles { try fieldsOfFiles.append(field.name, field.value) }
        let isSent = !arguments.has("curl")
        credential = try CredentialOptions.credential(arguments, url, asks: isSent, console)
        if let token = try CredentialOptions.token(arguments, asks: isSent, console) {
            do { try fields.set("Authorization", to: "Bearer \(token)") } catch {
                throw UsageError("the token of --bearer has a character that a field may not contain")
            }
        }
        (parts, printsHeads) = try PrintedParts.parse(arguments)
        showsSecrets = arguments.has("show-secrets")
        expectations = try Expectations(arguments)
        let pages = try Self.number(arguments, "max-pages")
        pageLimit = arguments.has("all-pages") || pages != nil ? max(1, pages ?? 100) : 1
        servers = Dictionary(try Self.parameters(arguments, "resolve")) { $1 }
        kind = try WantedKind.parse(arguments, among: Self.kinds)
        do { type = try values["to"].map { try MediaType($0) } } catch { throw UsageError("--to: \(error)") }
        outputPath = values["output"]
        if outputPath != nil, type != nil || kind != .any {
            throw UsageError("--output writes the body unchanged; omit --to and --as, or send the output to a file")
        }
        if !isSent, let path = values["anchors"], FileReading.isFolder(path) {
            throw UsageError(
                "--curl needs a file for --anchors; in a folder, cURL expects other file names and trusts more"
            )
        }
        if !isSent, arguments.has("digest") {
            throw UsageError("cURL verifies no digests; omit --curl or --digest")
        }
        (self.fields, self.fieldsOfFiles) = (fields, fieldsOfFiles)
        configuration = try Self.configuration(arguments, console)
        if outputPath != nil, outputPath != "-" {
            guard pageLimit == 1, expectations.concernHeadOnly, !parts.contains(.requestHead), !printsHeads else {
                throw UsageError("--output writes one body into a file; omit --all-pages, --expect-select, -v and --print")
            }
        }
    }

    /// Returns the parameters of a repeatable option, in order.
    static func parameters(_ arguments: Arguments, _ option: String) throws(UsageError) -> [(
        name: String, value: String
    )] {
        try (arguments.lists[option] ?? []).map { text throws(UsageError) in
            let parts = text.parts(at: "=", most: 1)
            guard parts.count == 2, !parts[0].isEmpty else {
                // The value is not shown, because it may be a password.
                throw UsageError("--\(option) takes a name and a value, such as NAME=VALUE")
            }
            return (String(parts[0]), String(parts[1]))
        }
    }

    private static func fields(
        _ given: [String],
        _ console: Console
    ) throws -> (all: HeaderFields, ofFiles: HeaderFields) {
        var all = HeaderFields()
        var ofFiles = HeaderFields()
        for text in given {
            guard text.beginsWithBytes(of: "@") else {
                try append(text, to: &all)
                continue
            }
            for bytes in try CredentialOptions.lines(ofFile: text.dropFirst(), console) {
                let line = String(opaque: bytes)
                try append(line, to: &all)
                try append(line, to: &ofFiles)
            }
        }
        return (all, ofFiles)
    }

    private static func append(_ line: String, to fields: inout HeaderFields) throws(UsageError) {
        let parts = line.parts(at: ":", most: 1)
        guard parts.count == 2 else {
            throw UsageError("--header takes a field such as 'Accept: text/html', with a colon")
        }
        do { try fields.append(String(parts[0]), String(parts[1])) } catch {
            throw UsageError("--header: \(error)")
        }
    }
}

extension QueryValue {
    /// Creates a value of texts by name, or null for an empty list.
    init(_ parameters: [(name: String, value: String)]) {
        self = parameters.isEmpty ? .null : .members(parameters.map { Member($0.name, .text($0.value)) })
    }
}
