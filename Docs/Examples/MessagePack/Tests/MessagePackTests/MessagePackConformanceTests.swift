import Foundation
import MessagePack
import Mimeograph
import MimeographConformance
import Testing

/// One of everything that a Swift type has.
struct Order: Codable, Hashable, Sendable {
    var name: String
    var ratio: Double
    var count: Int?
    var tags: [String]
    var child: [Order]?
    var stamp: Date?
    var photo: Data?

    static let sample = Order(
        name: "Ada é",
        ratio: -2.5,
        count: -129,
        tags: ["a"],
        child: [Order(name: "", ratio: 1, tags: [])],
        stamp: Date(timeIntervalSince1970: 1_700_000_000.5),
        photo: Data([0, 255])
    )
}

/// Builds bodies by hand.
enum Bytes {
    static func text(_ text: String) -> [UInt8] { [0xA0 | UInt8(text.utf8.count)] + text.utf8 }
    static func small(_ name: String) -> [UInt8] {
        [0x83] + text("name") + text(name) + text("ratio") + [0x01] + text("tags") + [0x90]
    }
    /// The sample, as another writer could have it: two numbers are longer than they need be.
    static var sample: [UInt8] {
        [0x87] + text("name") + text("Ada é") + text("ratio") + [0xCB, 0xC0, 0x04, 0, 0, 0, 0, 0, 0]
            + text("count") + [0xD3, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]
            + text("tags") + [0xDC, 0, 1] + text("a") + text("child") + [0x91] + small("")
            + text("stamp") + [0xD7, 0xFF] + ([0x77, 0x35, 0x94, 0x00] as [UInt8]) + [0x65, 0x53, 0xF1, 0x00]
            + text("photo") + [0xC4, 2, 0, 255]
    }
    /// A small order with one member more.
    static func small(more: [UInt8]) -> [UInt8] { [0x84] + small("a").dropFirst() + text("more") + more }
}

extension ConformanceSuite {
    private static let types: [MediaRange] = [
        "application/msgpack", "application/x-msgpack", "application/vnd.msgpack",
    ]
    private static let nobodyElse = "no other reader is at hand; the tests have the specification's bytes"

    private static func shared<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            // The order is a level, and nine values with its keys and the list that nests.
            .limit(.depth) { Bytes.small(more: [UInt8](repeating: 0x91, count: $0 - 2) + [0x90]) },
            .limit(.elements, at: 20) {
                Bytes.small(more: [0xDC, 0, UInt8($0 - 9)] + [UInt8](repeating: 1, count: $0 - 9))
            },
            .plugin(MessagePackPlugin()),
            .notApplicable(.charsets, because: "texts are in UTF-8"),
            .notApplicable(.outputBytes, .expansionRatio, because: "values are no larger than what came"),
            .notApplicable(.pixels, because: "it makes no image"),
            .notApplicable(.oracle, because: nobodyElse),
        ]
    }

    static let orders = ConformanceSuite(
        "messagepack",
        format: MessagePackFormat(),
        of: Order.self,
        types: types,
        fixtures: [
            .reads("all of it", Bytes.sample, as: .sample),
            .reads("a little", Bytes.small("a"), as: Order(name: "a", ratio: 1, tags: [])),
            .refuses("cut short", Array(Bytes.sample.dropLast(1)), .truncated),
            .refuses("two values", Bytes.small("a") + [0xC0], .syntax),
            .refuses("the byte that is never used", [0x91, 0xC1], .syntax),
            .refuses("a text that is no UTF-8", [0xA1, 0xFF], .invalidText),
            .refuses("another shape", [0x81] + Bytes.text("name") + [1], .dataShape),
            .refuses("a key twice", [0x82] + Bytes.text("a") + [1] + Bytes.text("a") + [2], .dataShape),
            .refuses("a list that cannot be", [0xDD, 0xFF, 0xFF, 0xFF, 0xFF], .truncated),
        ],
        capabilities: [
            .emptyBodyIsRefused,
            .unwritable(Order(name: "a", ratio: 1, tags: [], stamp: Date(timeIntervalSince1970: .infinity))),
        ] + shared()
    )

    static let orderStream = ConformanceSuite(
        "messagepack-stream",
        streaming: MessagePackStreamFormat(),
        of: Order.self,
        types: types,
        fixtures: [
            .reads("two", Bytes.sample + Bytes.small("a"), as: [.sample, Order(name: "a", ratio: 1, tags: [])]),
            .refuses("cut short", Bytes.small("a") + [0x83], .truncated),
            .refuses("another shape", Bytes.small("a") + [0x90], .dataShape),
        ],
        capabilities: [
            .limit(.inputBytes, at: 100) {
                let rest = Bytes.small(more: [0xD9, 0]).count
                return Bytes.small(more: [0xD9, UInt8($0 - rest)] + [UInt8](repeating: 0x61, count: $0 - rest))
            },
            .emptyBody(is: []),
            .notApplicable(.roundTrip, because: "streams are not written"),
        ] + shared()
    )
}

@Suite struct MessagePackConformanceTests {
    @Test(arguments: ConformanceSuite.orders.checks)
    func format(_ check: ConformanceCheck) async throws { try await check.run() }

    @Test(arguments: ConformanceSuite.orderStream.checks)
    func stream(_ check: ConformanceCheck) async throws { try await check.run() }

    /// In a process of its own: a trap is a failure of this test, and the file holds the case.
    @Test(arguments: [ConformanceLaw.prefixes, .mutations]) func neverTraps(law: ConformanceLaw) async {
        await #expect(processExitsWith: .success) { [law] in
            for suite in [ConformanceSuite.orders, .orderStream] {
                try await suite.check(law).run(journal: .file(at: "/tmp/messagepack.case"))
            }
        }
    }
}
