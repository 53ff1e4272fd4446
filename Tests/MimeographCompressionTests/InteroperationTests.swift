import CodingTestSupport
import Mimeograph
import MimeographCompression
import TestSupport
import Testing

/// Python's gzip and zlib and the gzip command read our output, and we read theirs.
@Suite struct InteroperationTests {
    @Test(.enabled(if: Tools.has("gzip") || Corpora.isContinuousIntegration, "gzip is not installed"))
    func theGzipCommand() throws {
        for body in Samples.bodies {
            for coding in [GzipCoding(), GzipCoding(level: .stored), GzipCoding(level: .smallest)] {
                let coded = try coding.encode(bytes: body)
                #expect(try Tools.run(["gzip", "-dc"], input: coded) == body)
            }
            let theirs = try Tools.run(["gzip", "-c"], input: body)
            let twice = theirs + theirs
            let read = try GzipCoding().decode(bytes: twice, limits: Samples.generous)
            #expect(read == body + body)
        }
    }

    @Test(
        .enabled(if: Tools.has("python3") || Corpora.isContinuousIntegration, "python3 is not installed"),
        arguments: ["gzip", "zlib"]
    )
    func python(module: String) throws {
        let coding: any StreamingContentCoding = module == "gzip" ? GzipCoding() : DeflateCoding()
        for body in Samples.bodies {
            let coded = try Samples.run(coding.makeEncoder(), body, chunk: 1_000)
            #expect(try Tools.python(module, "decompress", coded) == body)
            let theirs = try Tools.python(module, "compress", body)
            #expect(try Samples.run(coding.makeDecoder(limits: Samples.generous), theirs, chunk: 1_000) == body)
        }
    }
}

extension Tools {
    /// Returns the result of a Python function for bytes.
    fileprivate static func python(_ module: String, _ function: String, _ input: [UInt8]) throws -> [UInt8] {
        let program = "import sys, \(module); sys.stdout.buffer.write(\(module).\(function)(sys.stdin.buffer.read()))"
        return try run(["python3", "-c", program], input: input)
    }
}
