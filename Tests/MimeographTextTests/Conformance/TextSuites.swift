import Mimeograph
package import MimeographConformance
import MimeographText
import SuiteSupport

/// The suites of text readers and writers.
package enum TextSuites {
    package static var all: [ConformanceSuite] { [reader, writer] }

    private static var reader: ConformanceSuite {
        ConformanceSuite(
            "text",
            reading: TextResponseSerializer(),
            types: ["text/*"],
            fixtures: [
                .reads("a word", "é😀", as: "é😀"),
                .reads("Latin 1", [0xE9], type: "text/plain;charset=iso-8859-1", as: "é"),
                .refuses("bad UTF-8", [0x61, 0xC3, 0x28], .invalidText),
                .refuses("an unknown charset", "a", type: "text/plain;charset=x-nobody", .unsupportedCharset),
            ],
            capabilities: [
                .writer(TextRequestSerializer()),
                .notApplicable(.failedWrite, because: "every text can be written, unless a charset forbids it"),
                .text(
                    "é",
                    as: "é",
                    in: [
                        .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .windows1252,
                    ]
                ),
                .emptyBody(is: ""),
                .plugin(TextPlugin()),
            ] + unstructured()
        )
    }

    private static var writer: ConformanceSuite {
        ConformanceSuite(
            "text-writer",
            writing: TextRequestSerializer(),
            types: ["text/plain;charset=utf-8"],
            fixtures: [.writes("a word", "é😀", as: "é😀")],
            capabilities: [
                .reader(TextResponseSerializer()), .noOracle,
                .notApplicable(.failedWrite, because: "every text can be written, unless a charset forbids it"),
            ]
        )
    }
}
