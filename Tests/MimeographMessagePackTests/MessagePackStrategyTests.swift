import Foundation
import Mimeograph
import MimeographMessagePack
import Testing

/// Dates, data and keys with strategies of the caller.
@Suite struct MessagePackStrategyTests {
    private struct Event: Codable, Equatable {
        var startTime: Date
        var rawBytes: Data
    }

    private static let event = Event(startTime: Date(timeIntervalSince1970: 1_363_896_240), rawBytes: Data([1, 255]))

    private func read(_ change: (inout MessagePackFormat) -> Void) throws -> MessagePack.Value {
        var format = MessagePackFormat()
        change(&format)
        let bytes = try format.encode(Self.event)
        #expect(try format.decode(Event.self, from: bytes) == Self.event)
        return try MessagePack.Value(parsing: bytes)
    }

    @Test func dates() throws {
        #expect(try read { _ in }["startTime"] == .ext(type: -1, data: [0x51, 0x4B, 0x67, 0xB0]))
        #expect(try read { $0.dateStrategy = .iso8601 }["startTime"] == "2013-03-21T20:04:00Z")
        #expect(try read { $0.dateStrategy = .secondsSince1970 }["startTime"] == 1_363_896_240.0)
        #expect(try read { $0.dateStrategy = .millisecondsSince1970 }["startTime"] == 1_363_896_240_000.0)
        #expect(try read { $0.dateStrategy = .deferredToDate }["startTime"] == 385_589_040.0)
        let custom = try read {
            $0.dateStrategy = .custom(
                decode: { Date(timeIntervalSince1970: Double(try String(from: $0)) ?? 0) },
                encode: { try "\($0.timeIntervalSince1970)".encode(to: $1) }
            )
        }
        #expect(custom["startTime"] == "1363896240.0")
    }

    @Test func data() throws {
        #expect(try read { _ in }["rawBytes"] == .data([1, 255]))
        #expect(try read { $0.dataStrategy = .base64 }["rawBytes"] == "Af8=")
        #expect(try read { $0.dataStrategy = .deferredToData }["rawBytes"] == [1, 255])
    }

    @Test func keys() throws {
        let value = try read { $0.keyStrategy = .snakeCase }
        #expect(value.object?.map(\.key) == ["start_time", "raw_bytes"])
    }

    /// If a strategy does not find the value that it expects, the error has the location.
    @Test func errors() throws {
        var format = MessagePackFormat()
        format.dateStrategy = .iso8601
        let error = #expect(throws: SerializationError.self) {
            try format.decode([Date].self, from: [0x91, 0xA1, 0x78])
        }
        #expect(error?.code == .dataShape && error?.location?.offset == 1)
    }
}
