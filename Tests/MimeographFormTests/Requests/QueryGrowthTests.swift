import Mimeograph
import MimeographFiles
import MimeographForm
import TestSupport
import Testing

/// Checks that the cost of writing parameters grows in proportion to their size.
@Suite struct QueryGrowthTests {
    static func marks(_ size: Int) -> String { "a" + String(repeating: "\u{300}\u{316}", count: size) }

    static let values: [(String, @Sendable (Int) -> QueryValue)] = [
        ("names", { size in .members((0..<size).map { QueryValue.Member("k\($0)", .integer($0)) }) }),
        ("one name", { size in .members((0..<size).map { QueryValue.Member("a", .integer($0)) }) }),
        ("elements", { size in ["a": QueryValue.array((0..<size).map { .integer($0) })] }),
        ("a set", { size in ["a": QueryValue.set((0..<size).map { .text("\($0)") })] }),
        ("arrays", { size in ["a": QueryValue.array((0..<size).map { [QueryValue.integer($0)] })] }),
        (
            "members of members",
            { size in ["a": QueryValue.members((0..<size).map { QueryValue.Member("k\($0)", ["b": ["c": 1]]) })] }
        ),
        ("a long name", { size in .members([QueryValue.Member(String(repeating: "&", count: size), 1)]) }),
        ("a long text", { size in ["a": QueryValue.text(String(repeating: "\n%é", count: size))] }),
        (
            "combining marks",
            { size in .members((0..<4).map { QueryValue.Member(marks(size + $0 % 2), .text(marks(size))) }) }
        ),
        ("a set of combining marks", { size in ["a": QueryValue.set((0..<4).map { .text(marks(size + $0 % 2)) })] }),
    ]

    @Test(arguments: values.indices)
    func ofWriting(_ index: Int) throws {
        let (name, value) = Self.values[index]
        let growth = try GrowthOfWork.perDoubling(from: 128, upTo: 1 << 14, prepare: value) { value in
            for encoder in [QueryEncoder.afnetworking, .alamofire, .whatwg] {
                _ = try encoder.bytes(of: value)
                var form = MultipartFormData()
                try form.append(parameters: value, encoder: encoder)
            }
            _ = value["b"]
            _ = value == value
            _ = value.hashValue
            let request = try HTTPRequestSerializer().request(.get, "https://example.com/?a#b", parameters: value)
            _ = request.url.utf8.count
        }
        #expect(growth < GrowthOfWork.inProportion, "\(name)")
    }

    /// Reads a peer's field for a part or a file.
    @Test func ofReadingDispositions() {
        let fields: [(String, @Sendable (Int) -> String)] = [
            ("parameters", { size in "form-data" + String(repeating: "; a=b", count: size) }),
            ("quotes", { size in "a; name=\"" + String(repeating: "\"", count: size) }),
            ("backslashes", { size in "a; filename=\"" + String(repeating: "\\", count: size) + "\"" }),
            (
                "combining marks",
                { size in
                    "a; name=\(Self.marks(size)); filename=\"\(Self.marks(size))\"; filename*=\(Self.marks(size))'\(Self.marks(size))'a"
                }
            ),
            ("escapes", { size in "a; filename*=utf-8''" + String(repeating: "%41", count: size) }),
            ("folders", { size in "a; filename=\"" + String(repeating: "../", count: size) + "\"" }),
        ]
        for (name, field) in fields {
            let growth = GrowthOfWork.perDoubling(from: 256, upTo: 1 << 16, prepare: field) { field in
                let disposition = ContentDisposition(parsing: field)
                _ = disposition == disposition
                _ = disposition?.fileNameWithoutFolders.flatMap { FileExtensions.mediaType(ofPath: $0) }
                _ = disposition?.text(extendsFileName: true)
            }
            #expect(growth < GrowthOfWork.inProportion, "\(name)")
        }
    }
}
