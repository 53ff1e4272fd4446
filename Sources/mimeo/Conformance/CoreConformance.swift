import Foundation
import Mimeograph
import MimeographConformance
import MimeographForm
import MimeographFoundation
import MimeographText

/// The suites of what the core reads and writes itself: text, bytes, and nothing.
enum CoreConformance {
    static var suites: [ConformanceSuite] {
        [text, textWriter, bytes, bytesWriter, data, dataWriter, empty, identity, parameters]
    }

    private static var text: ConformanceSuite {
        ConformanceSuite(
            "text",
            reading: TextResponseSerializer(),
            claims: ["text/*"],
            fixtures: [
                .reads("a word", "é😀", as: "é😀"),
                .reads("Latin 1", [0xE9], type: "text/plain;charset=iso-8859-1", as: "é"),
                .refuses("bad UTF-8", [0x61, 0xC3, 0x28], .invalidText),
                .refuses("an unknown charset", "a", type: "text/plain;charset=x-nobody", .unsupportedCharset),
            ],
            capabilities: [
                .writer(TextRequestSerializer()),
                .notApplicable(.failedWrite, because: "every text can be written where no charset says otherwise"),
                .text(
                    "é",
                    as: "é",
                    in: [
                        .utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian, .windows1252,
                    ]
                ),
                .emptyBody(is: ""),
                .plugin(TextPlugin()),
            ] + shared()
        )
    }

    private static var textWriter: ConformanceSuite {
        ConformanceSuite(
            "text-writer",
            writing: TextRequestSerializer(),
            claims: ["text/plain;charset=utf-8"],
            fixtures: [.writes("a word", "é😀", as: "é😀")],
            capabilities: [
                .reader(TextResponseSerializer()), .notApplicable(.oracle, because: Suites.noOracle),
                .notApplicable(.failedWrite, because: "every text can be written where no charset says otherwise"),
            ]
        )
    }

    private static var bytes: ConformanceSuite {
        ConformanceSuite(
            "bytes",
            reading: BytesResponseSerializer(),
            claims: ["*/*"],
            fixtures: [.reads("three", [0, 255, 10], as: [0, 255, 10])],
            capabilities: [
                .writer(BytesRequestSerializer()),
                .notApplicable(.failedWrite, because: "all bytes can be written"),
                .notApplicable(.charsets, because: "bytes are no text"),
                .emptyBody(is: []),
                .plugin(BytesPlugin()),
            ] + shared()
        )
    }

    private static var bytesWriter: ConformanceSuite {
        ConformanceSuite(
            "bytes-writer",
            writing: BytesRequestSerializer(),
            claims: ["application/octet-stream"],
            fixtures: [.writes("three", [0, 255, 10], as: [0, 255, 10] as [UInt8])],
            capabilities: [
                .reader(BytesResponseSerializer()), .notApplicable(.oracle, because: Suites.noOracle),
                .notApplicable(.failedWrite, because: "all bytes can be written"),
            ]
        )
    }

    private static var data: ConformanceSuite {
        ConformanceSuite(
            "data",
            reading: DataResponseSerializer(),
            claims: ["*/*"],
            fixtures: [.reads("three", [0, 255, 10], as: Data([0, 255, 10]))],
            capabilities: [
                .writer(DataRequestSerializer()),
                .notApplicable(.failedWrite, because: "all bytes can be written"),
                .notApplicable(.charsets, because: "bytes are no text"),
                .emptyBody(is: Data()),
                .plugin(DataPlugin()),
            ] + shared()
        )
    }

    private static var dataWriter: ConformanceSuite {
        ConformanceSuite(
            "data-writer",
            writing: DataRequestSerializer(),
            claims: ["application/octet-stream"],
            fixtures: [.writes("three", Data([0, 255, 10]), as: [0, 255, 10] as [UInt8])],
            capabilities: [
                .reader(DataResponseSerializer()), .notApplicable(.oracle, because: Suites.noOracle),
                .notApplicable(.failedWrite, because: "all bytes can be written"),
            ]
        )
    }

    /// Parameters, in the body of a POST as a form.
    private static var parameters: ConformanceSuite {
        ConformanceSuite(
            "parameters",
            writing: HTTPRequestSerializer(),
            claims: ["application/x-www-form-urlencoded"],
            fixtures: [.writes("two", ["q": "é&", "page": 2], as: "page=2&q=%C3%A9%26")],
            capabilities: [
                .unwritable(["list", "without a name"]),
                .notApplicable(.roundTrip, because: "what is read is a form, whose suites say more"),
                .notApplicable(.oracle, because: Suites.noOracle),
            ]
        )
    }

    private static var empty: ConformanceSuite {
        ConformanceSuite(
            "empty",
            reading: EmptyResponseSerializer(),
            claims: ["*/*"],
            fixtures: [.reads("anything", "anything", as: EmptyResponse())],
            capabilities: [
                .notApplicable(.roundTrip, because: "nothing is written for nothing"),
                .notApplicable(.charsets, .inputBytes, because: "it looks at no byte"),
                .emptyBody(is: EmptyResponse()),
            ] + shared()
        )
    }

    private static var identity: ConformanceSuite {
        ConformanceSuite(
            "identity",
            coding: IdentityCoding(),
            fixtures: [.reads("three", [0, 255, 10], as: [0, 255, 10])],
            capabilities: [
                .truncationIsInvisible("any bytes are themselves"),
                .emptyBody(is: []),
                .notApplicable(.oracle, because: Suites.noOracle),
                .notApplicable(.monotonicity, because: "every registry has it"),
                .notApplicable(.inputBytes, because: "a registry measures what came before it undoes a coding"),
                .notApplicable(.outputBytes, .expansionRatio, because: "what comes out is what went in"),
                .notApplicable(.depth, .elements, .pixels, because: "bytes have no structure"),
                .notApplicable(.charsets, because: "bytes are no text"),
                .notApplicable(.failedWrite, because: "all bytes can be written"),
            ]
        )
    }

    /// What holds for all that read what is not structured.
    private static func shared<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            .truncationIsInvisible("a shorter one is one, too"),
            .notApplicable(.declining, because: "it declines nothing"),
            .notApplicable(.oracle, because: Suites.noOracle),
            .notApplicable(.depth, .elements, because: "it has no structure"),
            .notApplicable(.outputBytes, .expansionRatio, because: "inputBytes bounds what it makes"),
            .notApplicable(.pixels, because: Suites.noPixels),
        ]
    }
}
