import Mimeograph
import Synchronization
import Testing

/// A property whose instances are counted. The number 13 cannot be read.
final class Counted: Codable {
    static let live = Atomic<Int>(0)

    let number: Int

    init(_ number: Int) {
        self.number = number
        Self.live.add(1, ordering: .relaxed)
    }

    convenience init(from decoder: any Decoder) throws {
        let number = try decoder.singleValueContainer().decode(Int.self)
        self.init(number)
        if number == 13 {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "13"))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    deinit { Self.live.subtract(1, ordering: .relaxed) }
}

struct CountedParts<Mark>: Codable {
    var first: Counted
    var list: [Counted]
    var maybe: Counted?
    var named: [String: Counted]
    var inner: [Inner]
    var holes: [Inner?]
    var object: Object
    var last: Int

    struct Inner: Codable {
        var text: String
        var counted: Counted
        var maybe: Counted??
        var flag: Bool?
    }

    final class Object: Codable {
        var counted: Counted
        var text: String?
        var other: [Counted]
    }
}

extension CountedParts: SynthesizedCodable where Mark: PlanMark {}
extension CountedParts.Inner: SynthesizedCodable where Mark: PlanMark {}
extension CountedParts.Object: SynthesizedCodable where Mark: PlanMark {}

@Suite(.serialized)
struct PlanMemoryTests {
    private static let body = #"""
        {"first":1,"list":[1,2,3],"maybe":4,"named":{"a":5,"b":6},"inner":[{"text":"a text that is longer than fifteen bytes","counted":7,\#
        "maybe":8},{"text":"","counted":9,"flag":true}],"holes":[null,{"text":"b","counted":10}],"object":{"counted":11,"text":"c","other":[12]},"last":1}
        """#

    /// Whatever fails, all that was stored before is destroyed.
    @Test(arguments: [0, 2, 4])
    func failuresLeakNothing(format: Int) throws {
        let format = format < 4 ? PlanFormat.json[0] : PlanFormat.json[4]
        let bytes = Array(Self.body.utf8)
        var bodies = PlanBodies.prefixes(of: bytes) + PlanBodies.objects(like: bytes).map { Array($0.utf8) }
        for number in 1...12 {
            for end in [",", "]", "}"] {
                bodies.append(
                    Array(
                        Self.body.replacing(":\(number)\(end)", with: ":13\(end)").replacing(
                            "[\(number)\(end)",
                            with: "[13\(end)"
                        ).utf8
                    )
                )
            }
        }
        bodies += [
            Array(Self.body.replacing(#""last":1"#, with: #""last":"x""#).utf8),
            Array(Self.body.replacing("12]", with: "12,13]").utf8),
        ]
        bodies += PlanBodies.mutations(of: bytes, with: [0x22, 0x5D, 0x7D, 0x2C])
        for _ in 0..<3 { #expect(!format.decode(CountedParts<Odd<Marked>>.self, bytes).hasPrefix("error")) }
        #expect(Counted.live.load(ordering: .relaxed) == 0)
        for body in bodies {
            let outcome = format.decode(CountedParts<Odd<Marked>>.self, body)
            #expect(outcome == format.decode(CountedParts<Plain>.self, body))
            #expect(Counted.live.load(ordering: .relaxed) == 0, "\(String(decoding: body, as: UTF8.self))")
        }
        #expect(CountedParts<Odd<Marked>>.unmarkedReason == nil)
    }

    /// Eight tasks code the first values of the same types at the same time.
    @Test
    func firstValuesMayBeCodedAtOnce() async {
        for round in 0..<3 {
            await withTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        let format = PlanFormat.all[task % 2 == 0 ? 0 : 9]
                        for twins in PlanTwins.all(freshMark: 300 + round) where twins.plain.samples.count < 20 {
                            Self.compare(twins.marked, twins.plain, format)
                        }
                    }
                }
            }
        }
    }

    private static func compare<Marked: PlanSample, Plain: PlanSample>(
        _ marked: Marked.Type,
        _ plain: Plain.Type,
        _ format: PlanFormat
    ) {
        for (one, other) in zip(Marked.samples, Plain.samples).prefix(3) {
            let (bytes, expected) = (format.encode(one), format.encode(other))
            #expect(bytes == expected)
            if case .success(let body) = expected { #expect(format.decode(marked, body) == format.decode(plain, body)) }
        }
    }
}
