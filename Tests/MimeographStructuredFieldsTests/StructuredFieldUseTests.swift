import Mimeograph
import MimeographStructuredFields
import TestSupport
import Testing

/// Tests of the fields that the module knows.
@Suite struct StructuredFieldUseTests {
    /// The lines of `Accept-Query`, and the ranges. Source: RFC 10008 §3.
    @Test(
        arguments: [
            ([], []), ([""], []), (["*/*"], ["*/*"]), (["application/sql, \"text/*\""], ["application/sql", "text/*"]),
            (
                ["\"application/jsonpath\"", "application/sql;charset=\"UTF-8\""],
                ["application/jsonpath", "application/sql"]
            ),
            (["Application/SQL;a=b;c=\"x;\\\"y\\\\\""], ["application/sql;a=b;c=\"x;\\\"y\\\\\""]),
            (
                ["\"1d-interleaved/parityfec\"\t,\ta/b"],
                ["1d-interleaved/parityfec", "a/b"]
            ),
        ] as [([String], [MediaRange])]
    )
    func queryTypesAreRead(_ lines: [String], _ ranges: [MediaRange]) throws {
        #expect(try Self.queryTypes(lines) == ranges)
    }

    @Test(arguments: [
        "a/b, 1", "a/b, (c/d)", "a/b, text", "a/b, \"c/d;e=f\"", "a/b, c/d;e=1", "a/b, c/d;e", "a/b, \"\"",
        "a/b, \"c/d \\\"\"",
    ])
    func otherMembersAreRejected(_ line: String) {
        let error = #expect(throws: SerializationError.self) { try Self.queryTypes([line]) }
        #expect(error?.code == .dataShape && error?.codingPath.first?.intValue == 1)
    }

    @Test func otherFieldsAreRejected() {
        #expect(throws: SerializationError.self) { try Self.queryTypes(["a/b,"]) }
        #expect(throws: SerializationError.self) { try Self.queryTypes(["a/b;q=0.5.5"]) }
    }

    /// Media ranges, and the field that lists them. Source: RFC 10008 §3.
    @Test(
        arguments: [
            ([], nil), (["*/*"], "*/*"), (["application/sql", "text/*"], "application/sql, text/*"),
            (["Application/SQL;a=b;c=\"x;\\\"y\\\\\""], #"application/sql;a="b";c="x;\"y\\""#),
            (["1d-interleaved/parityfec", "a/b"], #""1d-interleaved/parityfec", a/b"#),
            (["application/vnd.api+json"], "application/vnd.api+json"),
        ] as [([MediaRange], String?)]
    )
    func queryTypesAreWritten(_ ranges: [MediaRange], _ text: String?) throws {
        var fields: HeaderFields = ["Accept-Query": "old/one", "accept-query": "old/two"]
        try fields.setAcceptedQueryTypes(ranges)
        #expect(fields.values(of: "Accept-Query") == (text.map { [$0] } ?? []))
        #expect(try fields.acceptedQueryTypes() == ranges)
    }

    @Test(arguments: ["*/*+json", "application/*+json", "nothing", "a/b;c=é", "a/b;c!=d"] as [MediaRange])
    func otherRangesAreNotWritten(_ range: MediaRange) {
        var fields: HeaderFields = ["Accept-Query": "old/one"]
        let error = #expect(throws: SerializationError.self) { try fields.setAcceptedQueryTypes(["a/b", range]) }
        #expect(error?.code == .unencodableValue && error?.codingPath.first?.intValue == 1)
        #expect(fields["Accept-Query"] == "old/one")
    }

    private static func queryTypes(_ lines: [String]) throws -> [MediaRange] {
        var fields = HeaderFields()
        for line in lines { try fields.append("Accept-Query", line) }
        return try fields.acceptedQueryTypes()
    }

    /// Fields, and the priority. Source: RFC 9218 §4.
    @Test(
        arguments: [
            ("", 3, false), ("u=0", 0, false), ("u=7, i", 7, true), ("i=?0,u=1", 1, false),
            ("i, x=(1 2);y, u=5;z", 5, true),
            // Unknown and malformed values are ignored.
            ("u=8", 3, false), ("u=-1, i", 3, true), ("u=1.0", 3, false), ("u=\"1\"", 3, false), ("i=1, u=2", 2, false),
            ("u=1,", 3, false), ("U=1, i", 3, false), ("u=(1)", 3, false),
        ]
    )
    func prioritiesAreRead(_ text: String, _ urgency: Int, _ isIncremental: Bool) throws {
        let priority = Priority(["Priority": text])
        #expect(priority.urgency == urgency && priority.isIncremental == isIncremental)
        if let parsed = Priority(text) { #expect(parsed == priority) }
        #expect(Priority(priority.description) == priority)
    }

    @Test func prioritiesAreWritten() {
        let fields: HeaderFields = ["Priority": Priority(urgency: 5, isIncremental: true)]
        #expect(fields["Priority"] == "u=5, i" && fields.refused.isEmpty)
        #expect(Priority().description == "u=3" && Priority(HeaderFields()) == Priority())
        #expect(Priority(urgency: -4).urgency == 0 && Priority(urgency: 99).urgency == 7)
        #expect(Priority("u=1,") == nil && Priority("u=1")?.urgency == 1)
        #expect(Priority(["Priority": "u=1", "priority": "i"]) == Priority(urgency: 1, isIncremental: true))
    }
}
