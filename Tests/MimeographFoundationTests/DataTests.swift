import Foundation
import Mimeograph
import MimeographFoundation
import MimeographJSON
import Testing

@Suite struct DataTests {
    /// Returns the address of a body's bytes.
    struct AddressSerializer: ResponseSerialization {
        var acceptedTypes: [MediaRange] { ["*/*"] }
        func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> UInt {
            unsafe body.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        }
    }

    /// The parser reads large and sliced data, and data with its own deallocator, without a copy.
    @Test func readsWithoutCopying() throws {
        let whole = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        for data in [whole, whole.dropFirst(1_000), whole[500..<70_000]] {
            let address = unsafe data.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
            #expect(try AddressSerializer().read(data) == address)
            #expect(unsafe data.withContiguousStorageIfAvailable { _ in true } == true)
        }
        var registry = SerializerRegistry()
        try registry.register(AddressSerializer())
        let head = ResponseHead(status: 200, fields: ["Content-Type": "text/x"])
        let address = unsafe whole.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
        #expect(try registry.read(UInt.self, from: whole, head: head) == address)
    }

    @Test func slicesCountFromTheirOwnStart() throws {
        let data = Data("xx[1,2]yy".utf8)
        #expect(try JSONFormat().decode([Int].self, from: data[2..<7]) == [1, 2])
        #expect(try DataResponseSerializer().read(data[2..<4]) == Data("[1".utf8))
        #expect(try DataResponseSerializer().read(Data()).isEmpty)
    }

    @Test func limitsHold() {
        #expect { try DataResponseSerializer().read(Data(count: 11), limits: DecodingLimits(inputBytes: 10)) } throws: {
            ($0 as? SerializationError)?.limit?.actual == 11
        }
    }

    @Test func writesData() throws {
        var message = RequestMessage(method: .put, url: "http://a/b")
        try DataRequestSerializer().write(Data([1, 2]), into: &message)
        #expect(message.fields["Content-Type"] == "application/octet-stream")
        guard case .bytes([1, 2]) = message.body else {
            Issue.record("another body")
            return
        }
        var labelled = RequestMessage(fields: ["Content-Type": "image/png"])
        try DataRequestSerializer().write(Data(), into: &labelled)
        #expect(labelled.fields["Content-Type"] == "image/png")
        #expect(labelled.body.knownLength == 0)
    }

    @Test func pluginReadsWhatNothingNearerDoes() throws {
        let registry = try SerializerRegistry {
            DataPlugin()
            BytesPlugin()
        }
        let head = ResponseHead(status: 200, fields: ["Content-Type": "application/x-odd"])
        #expect(try registry.read(Data.self, from: [7, 8], head: head) == Data([7, 8]))
        #expect(try registry.anyValue(from: [7, 8], head: head) as? [UInt8] == [7, 8])
    }
}
