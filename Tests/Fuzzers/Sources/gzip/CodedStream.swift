import CodingChecks
import FuzzerSupport
import Mimeograph
import MimeographCompression

/// Streams of a registry that decode content codings: the decoded bytes, and the error at their end.
struct CodedStream {
    private let registry: SerializerRegistry

    init() {
        do {
            var registry = try SerializerRegistry { CompressionPlugin() }
            try registry.register(stream: Passing())
            self.registry = registry
        } catch {
            disagree("the registry rejects a plugin: \(error)")
        }
    }

    /// Checks the input itself, and the input with one or two codings applied.
    func check(_ input: [UInt8], _ limits: DecodingLimits) {
        do throws(SerializationError) {
            let once = try GzipCoding(level: .fastest).encode(input.span)
            let twice = try DeflateCoding(level: .stored).encode(once.span)
            // Only one of them per input: each check runs all codings several times, once byte by byte.
            switch input.count % 4 {
            case 0: check(input, "deflate, gzip", limits)
            case 1: check(once, "deflate, gzip", limits)
            case 2: check(once, "gzip, gzip", limits)
            default: check(twice, "gzip, gzip, deflate", limits)
            }
        } catch {
            disagree("a body cannot be encoded: \(error)")
        }
    }

    /// Checks that chunk boundaries do not change the decoded input, and that its size stays within the limit.
    private func check(_ input: [UInt8], _ field: String, _ limits: DecodingLimits) {
        let uncut = outcome(field, limits, chunks: [input[...]])
        require(uncut.bytes.count <= limits.outputBytes, "\(field) decodes to \(uncut.bytes.count) bytes")
        for cuts in Cuts.some(of: input) {
            require(
                outcome(field, limits, chunks: cuts.chunks(of: input)) == uncut,
                "cut at \(cuts.sizes.prefix(40)), \(field) gives another result than uncut"
            )
        }
    }

    private func outcome(_ field: String, _ limits: DecodingLimits, chunks: [ArraySlice<UInt8>]) -> Outcome {
        let head = ResponseHead(status: 200, fields: ["Content-Type": "a/b", "Content-Encoding": field])
        do throws(SerializationError) {
            return Outcome(of: try registry.parser(of: [UInt8].self, for: head, limits: limits), chunks: chunks)
        } catch {
            disagree("there is no parser for \(field): \(error)")
        }
    }
}

/// Passes its input through, up to a byte that it rejects.
private struct Passing: StreamingResponseSerialization {
    var acceptedTypes: [MediaRange] { ["a/b"] }

    func makeParser(for head: ResponseHead, limits: DecodingLimits) -> any IncrementalParser<[UInt8]> { Parser() }

    private struct Parser: IncrementalParser {
        mutating func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
            var bytes: [UInt8] = []
            for index in chunk.indices {
                if chunk[index] == 0xFE {
                    elements.append(bytes)
                    throw SerializationError(.dataShape, "Found a byte that this parser rejects.")
                }
                bytes.append(chunk[index])
            }
            elements.append(bytes)
        }

        mutating func finish(into elements: inout [[UInt8]]) throws(SerializationError) {}
    }
}
