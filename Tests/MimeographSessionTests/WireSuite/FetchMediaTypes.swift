/// The Content-Type lines of web-platform-tests, with the media type that a browser reads.
///
/// Source: web-platform-tests/wpt, fetch/content-type/resources: content-types.json at 15a98d873347, script-content-types.json at
/// 0deb5f665364.
struct FetchMediaTypes: Sendable {
    /// The values of the lines.
    let lines: [String]
    /// The essence of the media type, or nil for the cases of scripts.
    var essence: String?
    /// Whether a script with this type runs.
    var runs: Bool?
    /// The name of the encoding, or nil if the type has none.
    let encoding: String?
    /// The media type with its parameters, if several lines were sent.
    var whole: String?

    /// Whether the essence is the expected one.
    func accepts(_ found: String?) -> Bool {
        if let runs { return (found == "text/javascript") == runs }
        return found == essence
    }

    private static func document(_ lines: String..., encoding: String? = nil, whole: String, essence: String) -> Self {
        FetchMediaTypes(lines: lines, essence: essence, encoding: encoding, whole: whole)
    }

    private static func script(_ lines: String..., runs: Bool, encoding: String? = nil) -> Self {
        FetchMediaTypes(lines: lines, runs: runs, encoding: encoding)
    }

    static let documents: [FetchMediaTypes] = [
        document("", "text/plain", whole: "text/plain", essence: "text/plain"),
        document("text/plain", "", whole: "text/plain", essence: "text/plain"),
        document("text/html", "text/plain", whole: "text/plain", essence: "text/plain"),
        document("text/plain;charset=gbk", "text/html", whole: "text/html", essence: "text/html"),
        document(
            "text/plain;charset=gbk",
            "text/html;charset=windows-1254",
            encoding: "windows-1254",
            whole: "text/html;charset=windows-1254",
            essence: "text/html"
        ),
        document(
            "text/plain;charset=gbk",
            "text/plain",
            encoding: "GBK",
            whole: "text/plain;charset=gbk",
            essence: "text/plain"
        ),
        document(
            "text/plain;charset=gbk",
            "text/plain;charset=windows-1252",
            encoding: "windows-1252",
            whole: "text/plain;charset=windows-1252",
            essence: "text/plain"
        ),
        document(
            "text/html;charset=gbk",
            "text/html;x=\",text/plain",
            encoding: "GBK",
            whole: "text/html;x=\",text/plain\";charset=gbk",
            essence: "text/html"
        ),
        document("text/html;charset=gbk", "text/plain", "text/html", whole: "text/html", essence: "text/html"),
        document("text/plain", "*/*", whole: "text/plain", essence: "text/plain"),
        document("text/html", "*/*", whole: "text/html", essence: "text/html"),
        document("*/*", "text/html", whole: "text/html", essence: "text/html"),
        document("text/plain", "*/*;charset=gbk", whole: "text/plain", essence: "text/plain"),
        document("text/html", "*/*;charset=gbk", whole: "text/html", essence: "text/html"),
        document("text/html;x=\"", "text/plain", whole: "text/html;x=\", text/plain\"", essence: "text/html"),
        document("text/html;\"", "text/plain", whole: "text/html", essence: "text/html"),
    ]

    static let scripts: [FetchMediaTypes] = [
        script("text/javascript;charset=windows-1252", runs: true, encoding: "windows-1252"),
        script("text/javascript;\";charset=windows-1252", runs: true, encoding: "windows-1252"),
        script("text/javascript\u{C}", runs: false), script("text / javascript", runs: false),
        script("x/x", "text/javascript", runs: true), script("x/x;charset=windows-1252", "text/javascript", runs: true),
        script("text/javascript", "x/x", runs: false),
        script("text/javascript; charset=windows-1252", "text/javascript", runs: true, encoding: "windows-1252"),
        script("text/javascript;\"", "x/x", runs: true), script("text/javascript", "error", runs: true),
        script("text/javascript;charset=windows-1252", "x/x", "text/javascript", runs: true),
        script(
            "text/javascript;charset=windows-1252",
            "error",
            "text/javascript",
            runs: true,
            encoding: "windows-1252"
        ),
    ]
}
