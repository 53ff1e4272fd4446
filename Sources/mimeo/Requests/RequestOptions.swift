import Mimeograph
import MimeographForm
import MimeographSession

/// What the options of a request say, its body aside.
struct RequestOptions {
    /// The URL as it was given.
    let url: String
    /// Parameters that are added to the URL.
    let query: QueryValue
    /// The fields that were given.
    let fields: HeaderFields
    /// Those of them that a file gave. Their values are secret, whatever their names are.
    let fieldsOfFiles: HeaderFields
    /// Who answers a challenge.
    let credential: Credential?
    /// How the request is sent.
    let configuration: SessionConfiguration
    /// What the value is wanted as.
    let kind: WantedKind
    /// The media type to write the value as; nil shows it.
    let type: MediaType?
    /// Where the body goes; nil shows it, and `-` writes it to standard output as it is.
    let outputPath: String?
    /// The options that were given, for the command line of cURL.
    let values: [String: String]

    /// The options that say how the request is sent.
    static let sending = [
        OptionDeclaration("query", .repeated("NAME=VALUE"), isSecret: true, help: "Adds a parameter to the URL."),
        OptionDeclaration(
            "header",
            short: "H",
            .repeated("FIELD|@FILE"),
            isSecret: true,
            help:
                "Sends a field, 'Name: value', in place of another; or those of a file, one a line, - being standard input."
        ),
        OptionDeclaration(
            "user",
            short: "u",
            .required("NAME[:PASSWORD]|@FILE"),
            isSecret: true,
            help:
                "Answers Basic and Digest challenges of the URL's server; a password that is not given is asked for. Or the file holds both."
        ),
        OptionDeclaration(
            "cookies",
            .required("FILE"),
            help: "Sends the cookies of a file, and keeps there what is set."
        ),
        OptionDeclaration(
            "max-redirects",
            .required("N"),
            help: "Follows at most N redirects. Default 20; 0 follows none."
        ),
        OptionDeclaration(
            "retry",
            .required("N"),
            help: "Tries N times again after a failure that may pass, but not POST and PATCH. Default 0."
        ),
        OptionDeclaration(
            "connect-timeout",
            .required("SECONDS"),
            help: "How long to connect. Default 30; 0 without a limit."
        ),
        OptionDeclaration(
            "idle-timeout",
            .required("SECONDS"),
            help: "How long nothing may come. Default 60; 0 without a limit."
        ),
        OptionDeclaration(
            "max-time",
            .required("SECONDS"),
            help: "How long all of it may take. Default 0, without a limit."
        ),
        OptionDeclaration(
            "digest",
            help: "Refuses a body without a right digest: Content-Digest or Repr-Digest, which are asked for."
        ),
        OptionDeclaration(
            "proxy",
            .required("URL"),
            isSecret: true,
            help: "Goes through this proxy; none goes through no proxy."
        ),
        OptionDeclaration("unix-socket", .required("PATH"), help: "Connects to this socket instead of the URL's host."),
        OptionDeclaration("log", help: "Says at the end what happened: a line for each event of the session."),
        OptionDeclaration("curl", help: "Shows the command line of cURL, without secrets, and sends nothing."),
    ]

    /// The options that say what becomes of the response.
    static let showing = [
        OptionDeclaration(
            "output",
            short: "o",
            .required("FILE"),
            help: "Writes the body into a file, or goes on with it; - is standard output."
        ),
        OptionDeclaration("to", .required("TYPE"), help: "The media type to write, for example application/json."),
        WantedKind.option(kinds),
    ]
    private static let kinds: [WantedKind] = [.any, .json, .xml, .propertyList, .image, .text, .bytes]

    /// Reads the options.
    ///
    /// - Throws: ``UsageError`` for a value that makes no sense, ``FileError`` for a file of cookies or certificates that cannot be
    ///   read.
    init(_ arguments: Arguments, _ console: Console) throws {
        guard let url = arguments.operands.first, !url.isEmpty else {
            throw UsageError("which URL? For example https://example.com/users/7")
        }
        do throws(SessionError) { _ = try RequestURL(url) } catch {
            let guess = url.contains("://") || url.hasPrefix("/") ? error.remedy ?? "" : "Did you mean https://\(url)?"
            // A password may stand before the host.
            throw UsageError("\(error.message) \(url.contains(ascii: "@") ? "" : guess)")
        }
        self.url = url
        values = arguments.values
        query = QueryValue(try Self.parameters(arguments, "query"))
        (fields, fieldsOfFiles) = try Self.fields(arguments.lists["header"] ?? [], console)
        let isSent = !arguments.has("curl")
        credential = try values["user"].map { try Self.credential($0, asks: isSent, console) }
        kind = try WantedKind.parse(arguments, among: Self.kinds)
        do { type = try values["to"].map { try MediaType($0) } } catch { throw UsageError("--to: \(error)") }
        outputPath = values["output"]
        if outputPath != nil, type != nil || kind != .any {
            throw UsageError("--output takes the body as it is: leave out --to and --as, or send the output to a file")
        }
        if !isSent, let path = values["anchors"], FileReading.isFolder(path) {
            throw UsageError(
                "--curl needs --anchors of one file: cURL reads a folder by other names, and trusts more than it"
            )
        }
        if !isSent, arguments.has("digest") {
            throw UsageError("--digest has no like in cURL, which verifies none: leave out --curl or --digest")
        }
        configuration = try Self.configuration(arguments, console)
    }

    /// The parameters of an option that is given several times, in order.
    static func parameters(_ arguments: Arguments, _ option: String) throws(UsageError) -> [(
        name: String, value: String
    )] {
        try (arguments.lists[option] ?? []).map { text throws(UsageError) in
            let parts = text.parts(at: "=", most: 1)
            guard parts.count == 2, !parts[0].isEmpty else {
                // What was given is not shown: it may be a password.
                throw UsageError("--\(option) takes a name and a value, NAME=VALUE, and this is neither")
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
            for bytes in try lines(ofFile: text.dropFirst(), console) {
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
            throw UsageError("--header takes a field such as 'Accept: text/html', and this has no colon")
        }
        do { try fields.append(String(parts[0]), String(parts[1])) } catch {
            throw UsageError("--header: \(error)")
        }
    }

    /// The lines of a file of secrets that are not empty; - is standard input.
    private static func lines(ofFile path: Substring, _ console: Console) throws -> [ArraySlice<UInt8>] {
        let limit = 1 << 16
        let bytes =
            try path.hasSameBytes(as: "-")
            ? console.readInput(limit) : FileReading.read(path: String(path), atMost: limit)
        return bytes.split { $0 == 0x0A || $0 == 0x0D }
    }

    private static func credential(_ given: String, asks: Bool, _ console: Console) throws -> Credential {
        var text = given
        if text.beginsWithBytes(of: "@") {
            guard let line = try lines(ofFile: text.dropFirst(), console).first else {
                throw UsageError("the file of --user is empty: write NAME:PASSWORD into its first line")
            }
            guard let read = String(validating: line, as: UTF8.self) else {
                throw UsageError("the file of --user is not UTF-8: write NAME:PASSWORD into it in UTF-8")
            }
            text = read
        }
        let parts = text.parts(at: ":", most: 1).map(String.init)
        if parts.count == 2 { return Credential(username: parts[0], password: parts[1]) }
        if !asks { return Credential(username: text, password: "") }
        guard let password = console.readPassword("Password of \(VisibleText(text)): ") else {
            throw UsageError("--user has no password, and there is no terminal to ask for it: --user NAME:PASSWORD")
        }
        return Credential(username: text, password: password)
    }
}

extension QueryValue {
    /// Texts by their names; null where there are none.
    init(_ parameters: [(name: String, value: String)]) {
        self = parameters.isEmpty ? .null : .members(parameters.map { Member($0.name, .text($0.value)) })
    }
}
