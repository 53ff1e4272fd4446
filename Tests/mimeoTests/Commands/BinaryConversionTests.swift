import Foundation
import MimeographCBOR
import MimeographMessagePack
import MimeographPropertyList
import Testing

@testable import mimeo

/// Conversions between JSON, property lists, MessagePack and CBOR.
@Suite struct BinaryConversionTests {
    private static let types = ["application/json", "application/x-bplist", "application/msgpack", "application/cbor"]

    private func run(_ input: [UInt8], from type: String, to wanted: String) -> ToolRun {
        ToolRun(["convert", "-", "--type=\(type)", "--to=\(wanted)"], input: input)
    }

    /// Values that all formats have survive a conversion and its reverse.
    @Test(arguments: types, types) func commonValuesSurvive(first: String, second: String) {
        let json = #"{"a":[1,-2.5,18446744073709551615,"é",true,{}],"b":"c"}"#
        let one = run(Array(json.utf8), from: "application/json", to: first)
        let other = run(one.outputBytes, from: first, to: second)
        #expect(other.exitCode == .success && other.errorOutput.contains("became") == false)
        #expect(run(other.outputBytes, from: second, to: "application/json").output == json)
    }

    /// Dates, data and keys of any kind survive between formats that have them.
    @Test func binaryValuesSurvive() throws {
        let value: MessagePack.Value = [
            "date": MessagePack.Value(Date(timeIntervalSince1970: 0)) ?? nil, "data": .data([1, 2, 3]),
            "map": [1: "x", nil: [true: 2]],
        ]
        let bytes = try value.serialized()
        let cbor = run(bytes, from: "application/msgpack", to: "application/cbor")
        let expected: CBOR.Value = [
            "date": .tagged(1, 0), "data": .data([1, 2, 3]), "map": [1: "x", nil: [true: 2]],
        ]
        #expect(try CBOR.Value(parsing: cbor.outputBytes) == expected)
        #expect(run(cbor.outputBytes, from: "application/cbor", to: "application/msgpack").outputBytes == bytes)
        let json = run(bytes, from: "application/msgpack", to: "application/json")
        #expect(
            json.output == #"{"date":"1970-01-01T00:00:00Z","data":"AQID","map":{"1":"x","null":{"true":2}}}"#
        )
        for loss in [ConversionLoss.date, .data, .key] { #expect(json.errorOutput.contains(loss.rawValue)) }
    }

    @Test func datesAndDataOfPropertyLists() throws {
        let list: PropertyList = ["date": .date(secondsSinceReferenceDate: 0.5), "data": .data([255])]
        for type in ["application/msgpack", "application/cbor"] {
            let written = run(try list.serialized(.binary), from: "application/x-bplist", to: type)
            #expect(
                run(written.outputBytes, from: type, to: "application/x-bplist").outputBytes
                    == (try list.serialized(.binary))
            )
        }
    }

    /// Values that only one format has become other values, and the tool reports it.
    @Test func losses() throws {
        let value: CBOR.Value = [.tagged(32, "urn:x"), .simple(23), .simple(7)]
        let json = run(try value.serialized(), from: "application/cbor", to: "application/json")
        #expect(json.output == #"["urn:x",null,7]"#)
        for loss in [ConversionLoss.tag, .undefined, .simple] { #expect(json.errorOutput.contains(loss.rawValue)) }
        let ext = run([0xD4, 5, 7], from: "application/msgpack", to: "application/json")
        #expect(ext.output == #"{"type":5,"data":"Bw=="}"# && ext.errorOutput.contains(ConversionLoss.ext.rawValue))
    }

    @Test func largeNumbers() {
        let json = Array("[18446744073709551616,-9223372036854775809]".utf8)
        let cbor = run(json, from: "application/json", to: "application/cbor")
        #expect(run(cbor.outputBytes, from: "application/cbor", to: "application/json").outputBytes == json)
        let packed = run(json, from: "application/json", to: "application/msgpack")
        #expect(packed.exitCode == .badBody && packed.errorOutput.contains("too large for MessagePack"))
    }

    @Test func valuesThatCannotBeConverted() {
        let key = run([0xA1, 0x80, 0x01], from: "application/cbor", to: "application/json")
        #expect(key.exitCode == .badBody && key.errorOutput.contains("an array or a map"))
        let infinite = run([0xF9, 0x7C, 0], from: "application/cbor", to: "application/json")
        #expect(infinite.exitCode == .badBody)
        let far = run(
            [0xC1, 0xFB, 0x7E, 0x37, 0xE4, 0x3C, 0x88, 0, 0x75, 0x9C],
            from: "application/cbor",
            to: "application/json"
        )
        #expect(far.exitCode == .success)
    }

    /// A sequence becomes an array.
    @Test func sequences() {
        let run = run([1, 0x61, 0x61, 0xF5], from: "application/cbor-seq", to: "application/msgpack")
        #expect(run.outputBytes == [0x93, 1, 0xA1, 0x61, 0xC3])
    }

    @Test func decodeShowsThem() {
        let run = ToolRun(["decode", "-", "--type=application/cbor"], input: [0xA1, 0x01, 0xC1, 0])
        #expect(run.exitCode == .success && run.output.contains("1970-01-01T00:00:00Z"))
    }
}
