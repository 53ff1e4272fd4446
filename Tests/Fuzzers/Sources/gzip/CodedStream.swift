import CodingChecks
import FuzzerSupport
import Mimeograph
import MimeographCompression

/// Streams of a registry that undo codings: the bytes that come through, and how it ended.
struct CodedStream {
    private let registry: SerializerRegistry

    init() {
        do {
            var registry = try SerializerRegistry { CompressionPlugin() }
            try registry.register(stream: Passing())
            self.registry = registry
        } catch {
            disagree("a plugin is refused: \(error)")
        }
    }

    /// The input as it is, and as what other codings have been applied to.
    func check(_ input: [UInt8], _ limits: DecodingLimits) {
        do throws(SerializationError) {
            let once = try GzipCoding(level: .fastest).encode(input.span)
            let twice = try DeflateCoding(level: .stored).encode(once.span)
            // One of them for each input: every check goes through all codings a few times, byte by byte once.
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

    /// The input with the codings of the field undone is the same wherever it is cut, and no more than is allowed.
    private func check(_ input: [UInt8], _ field: String, _ limits: DecodingLimits) {
        let uncut = outcome(field, limits, chunks: [input[...]])
        require(uncut.bytes.count <= limits.outputBytes, "\(uncut.bytes.count) bytes came out of \(field)")
        for cuts in Cuts.some(of: input) {
            require(
                outcome(field, limits, chunks: cuts.chunks(of: input)) == uncut,
                "cut at \(cuts.sizes.prefix(40)), \(field) is another thing than uncut"
            )
        }
    }

    private func outcome(_ field: String, _ limits: DecodingLimits, chunks: [ArraySlice<UInt8>]) -> Outcome {
        let head = ResponseHead(status: 200, fields: ["Content-Type": "a/b", "Content-Encoding": field])
        do throws(SerializationError) {
            return Outcome(of: try registry.parser(of: [UInt8].self, for: head, limits: limits), chunks: chunks)
        } catch {
            disagree("no parser for \(field): \(error)")
        }
    }
}

/// Hands on what it is fed, until a byte that it does not take.
private struct Passing: StreamingResponseSerialization {
    var acceptedTypes: [MediaRange] { ["a/b"] }

    func makeParser(for head: ResponseHead, limits: DecodingLimits) -> any IncrementalParser<[UInt8]> { Parser() }

    private struct Parser: IncrementalParser {
        mutating func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
            var bytes: [UInt8] = []
            for index in chunk.indices {
                if chunk[index] == 0xFE {
                    elements.append(bytes)
                    throw SerializationError(.dataShape, "A byte that is not taken.")
                }
                bytes.append(chunk[index])
            }
            elements.append(bytes)
        }

        mutating func finish(into elements: inout [[UInt8]]) throws(SerializationError) {}
    }
}
