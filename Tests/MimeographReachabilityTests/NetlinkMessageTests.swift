import TestSupport
import Testing

@testable import MimeographReachability

/// Messages of Linux 6.1, each in answer to the request of sequence number 7, from a little-endian machine. Those about
/// interfaces were shortened to three attributes.
private enum Recorded {
    static let throughGateway = """
        700000001800000007000000d823000002200000fe0000010002000008000f00fe00000008000100c62900040800040003000000080007000a4d000108\
        0005000a4d0002080019000000000024000c000200000000000000000000000000000000000000000000000000000000000000
        """
    static let local = """
        680000001800000007000000d823000002200000fe0000020002008008000f00fe000000080001000a4d00010800040001000000080007000a4d000108\
        0019000000000024000c000100000000000000000000000000000000000000000000000000000000000000
        """
    static let version6 = """
        b00000001800000007000000d82300000a808000fe0300010000000008000f00fe0000001400010020010503ba3e000000000000000200301400020000\
        00000000000000000000000000000014000700fd770000000000000000000000000001080006000004000014000500fd77000000000000000000000000\
        0002080004000300000024000c0002000000000000000000000000000000000000000000000000000000000000000500140000000000
        """
    static let blackhole = """
        380000000200000007000000d8230000eaffffff240000001a000100070000000000000002200000000000000000000008000100cb007107
        """
    static let noRoute = """
        380000000200000007000000d82300009bffffff240000001a00010007000000000000000220000000000000000000000800010008080808
        """
    static let cable = """
        440000001000000007000000d82300000000010003000000431001000000000007000300763000000a000100b2398a42c88c0000100012000900010076\
        65746800000000
        """
    static let loopback = """
        340000001000000007000000d823000000000403010000004900010000000000070003006c6f00000a0001000000000000000000
        """
    static let noInterface = """
        340000000200000007000000d8230000edffffff2000000012000100070000000000000000000000630000000000000000000000
        """
    static let all = [throughGateway, local, version6, blackhole, noRoute, cable, loopback, noInterface]

    static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8)
        return stride(from: 0, to: digits.count - 1, by: 2).map { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16) ?? 0
        }
    }
}

private let isLittleEndian = UInt16(1).littleEndian == 1

@Suite(.enabled(if: isLittleEndian, "the recorded messages are of a little-endian machine"))
struct NetlinkMessageTests {
    @Test(
        arguments: [
            (Recorded.throughGateway, RouteQuery.Answer.interface(3)), (Recorded.local, .local),
            (Recorded.version6, .interface(3)), (Recorded.blackhole, .nowhere),
            (Recorded.noRoute, .nowhere), (Recorded.cable, nil),
        ] as [(String, RouteQuery.Answer?)]
    )
    func routes(hex: String, answer: RouteQuery.Answer?) {
        let bytes = Recorded.bytes(hex)
        #expect(RouteQuery.answer(in: bytes, sequence: 7) == answer)
        // The answer to another request, alone and before this one.
        #expect(RouteQuery.answer(in: bytes, sequence: 8) == nil)
        var other = bytes
        other[8] = 6
        #expect(RouteQuery.answer(in: other + bytes, sequence: 7) == answer)
    }

    @Test(
        arguments: [
            (6, RouteQuery.Answer.nowhere), (7, .nowhere), (8, .nowhere),
            (9, .nowhere), (0, .nowhere), (3, .interface(3)), (5, .interface(3)),
        ] as [(UInt8, RouteQuery.Answer)]
    )
    func kindsOfRoutes(kind: UInt8, answer: RouteQuery.Answer) {
        var bytes = Recorded.bytes(Recorded.throughGateway)
        bytes[16 + 7] = kind
        #expect(RouteQuery.answer(in: bytes, sequence: 7) == answer)
    }

    @Test(
        arguments: [
            (101, RouteQuery.Answer.nowhere), (113, .nowhere), (13, .nowhere),
            (22, .nowhere), (105, .unknown), (12, .unknown), (0, .unknown),
        ] as [(Int32, RouteQuery.Answer)]
    )
    func errorsOfTheSystem(number: Int32, answer: RouteQuery.Answer) {
        var bytes = Recorded.bytes(Recorded.noRoute)
        bytes.replaceSubrange(16..<20, with: (0 - number).nativeBytes)
        #expect(RouteQuery.answer(in: bytes, sequence: 7) == answer)
    }

    @Test func interfaces() {
        guard case .interface(let cable)? = InterfaceQuery.answer(in: Recorded.bytes(Recorded.cable), sequence: 7)
        else {
            Issue.record("no interface")
            return
        }
        #expect(cable.index == 3 && cable.name == "v0" && cable.kind == "veth" && cable.linkType == 1)
        #expect(cable.hardwareAddress == [0xB2, 0x39, 0x8A, 0x42, 0xC8, 0x8C])
        #expect(cable.isRunning && !cable.isLoopback)
        guard case .interface(let loopback)? = InterfaceQuery.answer(in: Recorded.bytes(Recorded.loopback), sequence: 7)
        else {
            Issue.record("no interface")
            return
        }
        #expect(loopback.isLoopback && loopback.isRunning && loopback.name == "lo" && loopback.kind == nil)
        #expect(
            InterfaceQuery.answer(in: Recorded.bytes(Recorded.noInterface), sequence: 7)
                == InterfaceQuery.Answer.missing
        )
        #expect(InterfaceQuery.answer(in: Recorded.bytes(Recorded.noInterface), sequence: 6) == nil)
    }

    /// The recorded error contains the request.
    @Test func requests() throws {
        let noRoute = Recorded.bytes(Recorded.noRoute)
        let address = try #require(NetworkAddress([8, 8, 8, 8]))
        #expect(RouteQuery.request(address, sequence: 7) == Array(noRoute[20...]))
        let noInterface = Recorded.bytes(Recorded.noInterface)
        #expect(InterfaceQuery.request(99, sequence: 7) == Array(noInterface[20...]))
        let linkLocal = try #require(NetworkAddress([0xFE, 0x80] + Array(repeating: 0, count: 13) + [1], scope: 3))
        let request = RouteQuery.request(linkLocal, sequence: 7)
        #expect(request.count == 16 + 12 + 20 + 8 && request.suffix(8) == [8, 0, 4, 0, 3, 0, 0, 0])
    }

    @Test func addresses() {
        let mapped = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF, 192, 0, 2, 7]
        #expect(NetworkAddress(mapped)?.bytes == [192, 0, 2, 7])
        for count in 0...20 where count != 4 && count != 16 {
            #expect(NetworkAddress([UInt8](repeating: 1, count: count)) == nil)
        }
        #expect(NetworkAddress.farAway.map(\.bytes.count) == [4, 16])
    }

    /// A truncated message gives no answer, or the one in its head.
    @Test(arguments: Recorded.all) func everyPrefix(hex: String) {
        let bytes = Recorded.bytes(hex)
        for count in 0..<bytes.count {
            let prefix = Array(bytes[..<count])
            #expect(RouteQuery.answer(in: prefix, sequence: 7) == nil)
            #expect(InterfaceQuery.answer(in: prefix, sequence: 7) == nil)
            // A message that declares its truncated length.
            guard count >= 16 else { continue }
            let shortened = UInt32(count).nativeBytes + prefix[4...]
            _ = RouteQuery.answer(in: shortened, sequence: 7)
            _ = InterfaceQuery.answer(in: shortened, sequence: 7)
        }
    }

    @Test(arguments: Recorded.all.indices) func mutations(index: Int) {
        var generator = SeededGenerator(seed: UInt64(index))
        let bytes = Recorded.bytes(Recorded.all[index])
        let pieces: [[UInt8]] = [[0, 0], [0xFF, 0xFF, 0xFF, 0xFF], [3, 0], [4, 0, 1, 0], [0, 0, 0, 0x80]]
        for _ in 0..<3000 {
            let mutated = Mutation.mutate(bytes, dictionary: pieces, using: &generator)
            _ = RouteQuery.answer(in: mutated, sequence: 7)
            _ = InterfaceQuery.answer(in: mutated, sequence: 7)
        }
    }

    @Test func numbersOfNoBytesAreNil() {
        let bytes: ArraySlice<UInt8> = [9, 1, 2, 3, 4, 5, 6][1...]
        #expect(bytes.nativeUInt32(at: 0) == 0x0403_0201 && bytes.nativeUInt32(at: 2) == 0x0605_0403)
        #expect(bytes.nativeUInt16(at: 4) == 0x0605)
        for offset in [3, 4, 6, 7, .max, -1, .min] { #expect(bytes.nativeUInt32(at: offset) == nil) }
        for offset in [5, 6, .max, -1] { #expect(bytes.nativeUInt16(at: offset) == nil) }
    }
}
