import Mimeograph
import MimeographEventStream
import MimeographJSON
import TestSupport
import Testing

/// The cost of an event stream is proportional to its size, whatever its content and however it arrives.
@Suite struct EventStreamGrowthTests {
    static let bodies: [(String, @Sendable (Int) -> String)] = [
        ("events", { size in String(repeating: "data: 1\n\n", count: size) }),
        ("lines of data", { size in String(repeating: "data: 1\n", count: size) + "\n" }),
        ("a long line", { size in "data: " + String(repeating: "x", count: 8 * size) + "\n\n" }),
        ("empty lines", { size in String(repeating: "\n", count: size) }),
        ("carriage returns", { size in String(repeating: "data\r\r\n", count: size) }),
        ("comments", { size in String(repeating: ": x\n", count: size) + "data: 1\n\n" }),
        ("types", { size in String(repeating: "event: a\n", count: size) + "data: 1\n\n" }),
        ("ids", { size in (0..<size).map { "id: \($0)\ndata: 1\n\n" }.joined() }),
        ("digits", { size in "retry: " + String(repeating: "9", count: size) + "\ndata: 1\n\n" }),
        ("colons", { size in String(repeating: ":", count: size) + "\n\n" }),
        ("a long name", { size in String(repeating: "n", count: size) + ": 1\n\n" }),
        ("spaces", { size in "data:" + String(repeating: " ", count: size) + "\n\n" }),
        ("numbers of JSON", { size in "data: [" + (0..<size).map { "\($0)" }.joined(separator: ",") + "]\n\n" }),
    ]
    static let limits = DecodingLimits(inputBytes: .max, elements: .max)

    @Test(arguments: bodies.indices)
    func ofReading(_ index: Int) throws {
        let (name, body) = Self.bodies[index]
        for size in [1, 7, 1 << 20] {
            let events = GrowthOfWork.perDoubling(from: 256, upTo: 1 << 14) {
                Array(body($0).utf8)
            } work: { body in
                _ = try? EventStreamParser(limits: Self.limits).parse(body, inChunksOf: size)
            }
            #expect(events < GrowthOfWork.inProportion, "\(name), in chunks of \(size)")
            let values = try GrowthOfWork.perDoubling(from: 256, upTo: 1 << 14) {
                Array(body($0).utf8)
            } work: { body in
                let format = EventStreamFormat(data: JSONFormat())
                let parser = try format.makeParser(of: JSON.self, as: nil, limits: Self.limits)
                _ = try? parser.parse(body, inChunksOf: size)
            }
            #expect(values < GrowthOfWork.inProportion, "\(name), as values, in chunks of \(size)")
        }
    }

    @Test(arguments: bodies.indices)
    func ofWriting(_ index: Int) throws {
        let (name, body) = Self.bodies[index]
        let growth = GrowthOfWork.perDoubling(from: 256, upTo: 1 << 14) { size in
            [ServerSentEvent(data: body(size))]
                + ((try? EventStreamParser(limits: Self.limits).parse(body(size).utf8, inChunksOf: 1 << 20)) ?? [])
        } work: { events in
            var writer = EventStreamWriter()
            var bytes: [UInt8] = []
            for event in events { try? writer.write(event, into: &bytes) }
        }
        #expect(growth < GrowthOfWork.inProportion, "\(name)")
    }
}
