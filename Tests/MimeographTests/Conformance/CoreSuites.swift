import Mimeograph
package import MimeographConformance
import SuiteSupport

/// The suites of the core's own serializers: bytes and empty bodies.
package enum CoreSuites {
    package static var all: [ConformanceSuite] {
        [bytes, bytesWriter, empty, identity]
    }

    private static var bytes: ConformanceSuite {
        ConformanceSuite(
            "bytes",
            reading: BytesResponseSerializer(),
            types: ["*/*"],
            fixtures: [.reads("three", [0, 255, 10], as: [0, 255, 10])],
            capabilities: [
                .writer(BytesRequestSerializer()),
                .notApplicable(.failedWrite, because: "all bytes can be written"),
                .notApplicable(.charsets, because: "bytes are not text"),
                .emptyBody(is: []),
                .large { .reads("large", [UInt8].counting(to: $0), as: .counting(to: $0)) },
                .plugin(BytesPlugin()),
            ] + unstructured()
        )
    }

    private static var bytesWriter: ConformanceSuite {
        ConformanceSuite(
            "bytes-writer",
            writing: BytesRequestSerializer(),
            types: ["application/octet-stream"],
            fixtures: [.writes("three", [0, 255, 10], as: [0, 255, 10] as [UInt8])],
            capabilities: [
                .reader(BytesResponseSerializer()), .noOracle,
                .notApplicable(.failedWrite, because: "all bytes can be written"),
            ]
        )
    }

    private static var empty: ConformanceSuite {
        ConformanceSuite(
            "empty",
            reading: EmptyResponseSerializer(),
            types: ["*/*"],
            fixtures: [.reads("anything", "anything", as: EmptyResponse())],
            capabilities: [
                .notApplicable(.roundTrip, because: "nothing is written for nothing"),
                .notApplicable(.charsets, .inputBytes, because: "it looks at no byte"),
                .emptyBody(is: EmptyResponse()),
            ] + unstructured()
        )
    }

    private static var identity: ConformanceSuite {
        ConformanceSuite(
            "identity",
            coding: IdentityCoding(),
            fixtures: [.reads("three", [0, 255, 10], as: [0, 255, 10])],
            capabilities: [
                .truncationIsInvisible("any bytes are themselves"),
                .large { .reads("large", [UInt8].counting(to: $0), as: .counting(to: $0)) },
                .emptyBody(is: []),
                .noOracle,
                .notApplicable(.monotonicity, because: "every registry has it"),
                .notApplicable(.inputBytes, because: "a registry measures what came before it undoes a coding"),
                .notApplicable(.outputBytes, .expansionRatio, because: "what comes out is what went in"),
                .notApplicable(.depth, .elements, .pixels, because: "bytes have no structure"),
                .notApplicable(.charsets, because: "bytes are not text"),
                .notApplicable(.failedWrite, because: "all bytes can be written"),
            ]
        )
    }
}
