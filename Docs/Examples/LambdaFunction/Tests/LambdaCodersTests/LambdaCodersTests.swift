import AWSLambdaRuntime
import LambdaCoders
import Logging
import Mimeograph
import MimeographJSON
import MimeographMessagePack
import NIOCore
import Testing

private struct Point: Codable, Equatable, Sendable {
    var x: Int
    var y: Int
}

/// Keeps what a function writes.
private actor Written: LambdaResponseStreamWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer, hasCustomHeaders: Bool) { bytes += buffer.readableBytesView }

    func finish() {}

    func writeAndFinish(_ buffer: ByteBuffer) { bytes += buffer.readableBytesView }
}

@Suite struct LambdaCodersTests {
    /// Calls a function that exchanges the coordinates, as the runtime does.
    private func call(_ format: some CodableFormat, _ event: [UInt8], limits: DecodingLimits = .standard) async throws
        -> [UInt8]
    {
        var handler = LambdaCodableAdapter(
            encoder: FormatEncoder<_, Point>(format),
            decoder: FormatDecoder(format, limits: limits),
            handler: LambdaHandlerAdapter(
                handler: ClosureHandler { (point: Point, _) in Point(x: point.y, y: point.x) }
            )
        )
        let written = Written()
        let context = LambdaContext(
            requestID: "1",
            traceID: "1",
            tenantID: nil,
            invokedFunctionARN: "arn",
            deadline: LambdaClock.maxLambdaDeadline,
            logger: Logger(label: "test")
        )
        try await handler.handle(ByteBuffer(bytes: event), responseWriter: written, context: context)
        return await written.bytes
    }

    @Test func jsonInAndOut() async throws {
        #expect(try await call(JSONFormat(), Array(#"{"x":1,"y":2}"#.utf8)) == Array(#"{"x":2,"y":1}"#.utf8))
    }

    @Test func otherFormats() async throws {
        let format = MessagePackFormat()
        let result = try await call(format, try format.encode(Point(x: 1, y: 2)))
        #expect(try format.decode(Point.self, from: result) == Point(x: 2, y: 1))
    }

    @Test(arguments: [
        (#"{"x":1,"y":"#, SerializationError.Code.truncated), (#"{"x":1,"y":x}"#, .syntax), (#"{"x":1}"#, .dataShape),
        (#"{"x":1,"y":"2"}"#, .dataShape), ("", .emptyBody),
    ])
    func invalidEvents(event: String, code: SerializationError.Code) async throws {
        let error = await #expect(throws: SerializationError.self) { try await call(JSONFormat(), Array(event.utf8)) }
        #expect(error?.code == code)
    }

    @Test func anErrorSaysWhere() async throws {
        let error = await #expect(throws: SerializationError.self) {
            try await call(JSONFormat(), Array(#"{"x":1,"y":"2"}"#.utf8))
        }
        let text = String(describing: error)
        #expect(
            text.contains("The body does not have the shape of Point: at y expected Int but found a string."),
            "\(text)"
        )
    }

    @Test func largeEvents() async throws {
        var limits = DecodingLimits.standard
        limits.depth = 3
        let event = Array(
            (#"{"x":1,"y":2,"z":"# + String(repeating: "[", count: 9) + String(repeating: "]", count: 9) + "}").utf8
        )
        let error = await #expect(throws: SerializationError.self) {
            try await call(JSONFormat(), event, limits: limits)
        }
        #expect(error?.code == .limitExceeded)
    }
}
