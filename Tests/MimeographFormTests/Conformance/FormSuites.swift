import Mimeograph
package import MimeographConformance
import MimeographForm
import SuiteSupport

/// The suites of forms: fields, any `Codable` type, and multipart bodies.
package enum FormSuites {
    package static var all: [ConformanceSuite] {
        [form, writer, format, multipart, multipartStream, multipartWriter, parameters]
    }

    private static let pieces = ["&", "=", "+", "%", "%zz", "%00", "[", "]", "[]", "a[b]=", "é", "%C3%A9", "%ff"]
    private static let anyText = "a form that was cut short is a form"

    /// Fields.
    private static var form: ConformanceSuite {
        ConformanceSuite(
            "form",
            reading: FormResponseSerializer(),
            types: ["application/x-www-form-urlencoded"],
            fixtures: [
                .reads(
                    "fields",
                    "q=tea+%26+cake&tag=a&tag=b&%C3%A9=",
                    as: ["q": "tea & cake", "tag": "a", "tag": "b", "é": ""]
                ),
                .reads("no value", "a&b=", as: Form(fields: [Form.Field("a", "", isBare: true), Form.Field("b", "")])),
            ],
            capabilities: [
                .writer(FormRequestSerializer()),
                .notApplicable(.failedWrite, because: "every form can be written"),
                .notApplicable(.declining, because: "it declines nothing"),
                .notApplicable(.depth, because: "fields do not nest"),
                .limit(.elements) { Array(repeatElement("a=b", count: $0).joined(separator: "&").utf8) },
                .emptyBody(is: [:]),
                .noOracle,
            ] + shared()
        )
    }

    private static var writer: ConformanceSuite {
        ConformanceSuite(
            "form-writer",
            writing: FormRequestSerializer(),
            types: ["application/x-www-form-urlencoded"],
            fixtures: [.writes("fields", ["a b": "é&", "c": ""], as: "a+b=%C3%A9%26&c=")],
            capabilities: [
                .reader(FormResponseSerializer()), .noOracle,
                .notApplicable(.failedWrite, because: "every form can be written"),
            ]
        )
    }

    private static var format: ConformanceSuite {
        ConformanceSuite(
            "form-format",
            format: FormFormat(),
            of: Record.self,
            types: ["application/x-www-form-urlencoded"],
            fixtures: [
                .reads(
                    "all of it",
                    "name=Ada+%26+%22%C3%A9%22&ratio=-2.5&count=9007199254740993&tags=a&tags=b+c"
                        + "&child[0][name]=&child[0][ratio]=0&child[0][tags]=x",
                    as: .sample
                ),
                .refuses("another shape", "name=a&ratio=x", .dataShape),
            ],
            capabilities: [
                .limit(.depth) { depth in
                    Array("name=a&ratio=0&tags=x&more\(String(repeating: "[a]", count: depth - 1))=1".utf8)
                },
                .limit(.elements, at: 20) { count in
                    Array(("name=a&ratio=0&tags=x" + String(repeating: "&more=1", count: count - 3)).utf8)
                },
                .notApplicable(.failedWrite, because: "a record can always be written"),
                .emptyBodyIsRefused,
                .noOracle,
            ] + shared()
        )
    }

    /// Parameters, in the body of a POST as a form.
    private static var parameters: ConformanceSuite {
        ConformanceSuite(
            "parameters",
            writing: HTTPRequestSerializer(),
            types: ["application/x-www-form-urlencoded"],
            fixtures: [.writes("two", ["q": "é&", "page": 2], as: "page=2&q=%C3%A9%26")],
            capabilities: [
                .unwritable(["list", "without a name"]),
                .notApplicable(.roundTrip, because: "what is read is a form, whose suites say more"),
                .noOracle,
            ]
        )
    }

    /// The capabilities of all kinds of forms.
    private static func shared<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            .plugin(FormPlugin()),
            .vocabulary(pieces),
            .notApplicable(.charsets, because: "the standard knows UTF-8 only, and no byte order mark"),
            .truncationIsInvisible(anyText),
            .notApplicable(.outputBytes, .expansionRatio, because: "what it makes is no larger than what came"),
            .noPixels,
        ]
    }
}
