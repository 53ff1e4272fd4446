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
    /// The content coding of the body, or nil.
    let coding: String?
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

    /// Parses the options.
    ///
    /// - Throws: ``UsageError`` for an invalid value, ``FileError`` for a file of cookies or certificates that cannot be read.
    init(_ arguments: Arguments, _ console: Console) throws {
        guard let url = arguments.operands.first, !url.isEmpty else {
            throw UsageError("name a URL, such as https://example.com/users/7")
        }
        do throws(SessionError) { _ = try RequestURL(url) } catch { throw Self.invalid(url, error) }
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
        outputPath = try values["output"] ?? (arguments.has("remote-name") ? Self.lastName(of: url) : nil)
        coding = values["compress"]?.lowercased()
        if let coding {
            guard ["gzip", "deflate", "br", "zstd"].contains(coding) else {
                throw UsageError("--compress takes gzip, deflate, br or zstd, not \(coding)")
            }
            guard isSent, !fields.contains("Content-Encoding") else {
                let other = isSent ? "the field Content-Encoding" : "--curl, because cURL compresses no bodies"
                throw UsageError("use --compress without \(other)")
            }
        }
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
                throw UsageError(
                    "--output writes one body into a file; omit --all-pages, --expect-select, -v and --print"
                )
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

    /// Returns the error for a word that is not a URL, with the URL that was probably meant.
    private static func invalid(_ word: String, _ error: SessionError) -> UsageError {
        if RequestItems.isValue(word) { return UsageError("name the URL before values such as name=text") }
        // The text before the host may hold a password.
        if word.contains(ascii: "@") { return UsageError(error.message) }
        if word.contains("://") || word.hasPrefix("/") { return UsageError("\(error.message) \(error.remedy ?? "")") }
        // Without a host, HTTPie requests this machine.
        let text = word.hasPrefix(":") ? "localhost\(word.dropFirst(word.hasPrefix(":/") ? 1 : 0))" : word
        let host = text.prefix { !"/?#".contains($0) }
        let isLocal =
            ["localhost", "127.", "[::1]", "0.0.0.0"].contains { host.hasPrefix($0) } || host.contains(".localhost")
        return UsageError("\(error.message) Did you mean \(isLocal ? "http" : "https")://\(text)?")
    }

    /// Returns the last name in the path of a URL, for a file.
    private static func lastName(of url: String) throws(UsageError) -> String {
        let path = url.parts(at: "#").first?.parts(at: "?").first.map(String.init) ?? url
        let segments = path.parts(at: "/").dropFirst(3)
        guard let name = segments.last, !name.isEmpty, name != ".", name != ".." else {
            throw UsageError("the path of the URL has no last name; name a file with -o FILE")
        }
        return String(name)
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
