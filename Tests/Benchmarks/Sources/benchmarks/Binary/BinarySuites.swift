import Harness
import MimeographCBOR
import MimeographMessagePack

/// MessagePack against Python's `msgpack`, on real-world JSON documents.
enum MessagePackSuite: Suite {
    static let name = "messagepack"
    static let summary = "decoding and encoding MessagePack, against the C extension of Python's msgpack"
    static let parts = ["decode", "encode"]

    static func run(_ selection: Selection) throws -> Report {
        var run = try BinaryRun<MessagePackFormat, MessagePack.Value>(
            MessagePackFormat(),
            suite: name,
            hasPeers: selection.hasPeers,
            peer: .msgpack,
            markedBound: 2
        )
        return try run.report(of: selection, parts)
    }
}

/// CBOR against Python's `cbor2`, on real-world JSON documents.
enum CBORSuite: Suite {
    static let name = "cbor"
    static let summary = "decoding and encoding CBOR, against the C extension of Python's cbor2"
    static let parts = ["decode", "encode"]

    static func run(_ selection: Selection) throws -> Report {
        var run = try BinaryRun<CBORFormat, CBOR.Value>(
            CBORFormat(),
            suite: name,
            hasPeers: selection.hasPeers,
            peer: .cbor2,
            markedBound: 3
        )
        return try run.report(of: selection, parts)
    }
}
