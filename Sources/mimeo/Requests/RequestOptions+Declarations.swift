extension RequestOptions {
    /// The options that control the request.
    static let sending =
        [
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
            OptionDeclaration(
                "unix-socket",
                .required("PATH"),
                help: "Connects to this socket instead of the URL's host."
            ),
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
    static let showing =
        [
            OptionDeclaration(
                "output",
                short: "o",
                .required("FILE"),
                help: "Writes the body into a file, or resumes it; - is standard output."
            ),
            OptionDeclaration("remote-name", short: "O", help: "Like -o, with the last name in the path of the URL."),
            OptionDeclaration("to", .required("TYPE"), help: "The media type to write, for example application/json."),
            WantedKind.option(kinds),
            OptionDeclaration("all-pages", help: "Follows links to the next page, and shows the value of each page."),
            OptionDeclaration("max-pages", .required("N"), help: "Follows at most N pages. Default 100."),
        ] + PrintedParts.options + Expectations.options

    /// The kinds of value to read.
    static let kinds: [WantedKind] = [.any, .json, .xml, .propertyList, .image, .text, .bytes, .table]
}
