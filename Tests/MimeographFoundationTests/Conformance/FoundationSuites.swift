import Foundation
import Mimeograph
package import MimeographConformance
import MimeographFoundation
import SuiteSupport

/// The suites of `Data`.
package enum FoundationSuites {
    package static var all: [ConformanceSuite] { [reader, writer] }

    private static var reader: ConformanceSuite {
        ConformanceSuite(
            "data",
            reading: DataResponseSerializer(),
            types: ["*/*"],
            fixtures: [.reads("three", [0, 255, 10], as: Data([0, 255, 10]))],
            capabilities: [
                .writer(DataRequestSerializer()),
                .notApplicable(.failedWrite, because: "all bytes can be written"),
                .notApplicable(.charsets, because: "bytes are not text"),
                .emptyBody(is: Data()),
                .large { .reads("large", [UInt8].counting(to: $0), as: Data([UInt8].counting(to: $0))) },
                .plugin(DataPlugin()),
            ] + unstructured()
        )
    }

    private static var writer: ConformanceSuite {
        ConformanceSuite(
            "data-writer",
            writing: DataRequestSerializer(),
            types: ["application/octet-stream"],
            fixtures: [.writes("three", Data([0, 255, 10]), as: [0, 255, 10] as [UInt8])],
            capabilities: [
                .reader(DataResponseSerializer()), .noOracle,
                .notApplicable(.failedWrite, because: "all bytes can be written"),
            ]
        )
    }
}
