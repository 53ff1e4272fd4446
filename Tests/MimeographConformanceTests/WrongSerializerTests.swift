import Mimeograph
import Synchronization
import Testing

@testable import MimeographConformance
import MimeographText

/// The test of the kit itself: each wrong serializer is detected by its law, and by no other.
@Suite(.serialized) struct WrongSerializerTests {
    /// A new suite for each test, because some of the faults have state.
    static func suite(_ fault: Fault) -> ConformanceSuite {
        let serializer = NoteSerializer(fault: fault)
        var suite = ConformanceSuite(
            "notes",
            reading: serializer,
            types: ["text/x-note", "application/x-note"],
            fixtures: [
                .reads("first", "first;", as: Note("first")),
                .reads("long", "long and (nested);", as: Note("long and (nested)")),
                .reads("accents", "é,b;", as: Note("é,b")),
                .refuses("two", "a;b;", .syntax),
                .refuses("unbalanced", "a(;", .syntax),
                .declines("percent", Array("%!;".utf8)),
                .writes("only written", Note("only written"), as: nil),
                .reads("last", "last;", as: Note("last")),
            ],
            capabilities: [
                .writer(NoteWriter(fault: fault)),
                .oracle { bytes in
                    let text = String(decoding: bytes, as: UTF8.self)
                    if fault == .breaks(.oracle), text == "last;" { return Note("least") }
                    return text.hasSuffix(";") ? Note(String(text.dropLast())) : nil
                },
                .limit(.depth) {
                    Array((String(repeating: "(", count: $0 - 1) + String(repeating: ")", count: $0 - 1) + ";").utf8)
                },
                .limit(.elements) { Array((String(repeating: ",", count: $0 - 1) + ";").utf8) },
                .limit(.outputBytes) { Array("o\($0);".utf8) },
                .limit(.expansionRatio) { Array("x\($0);".utf8) },
                .limit(.pixels) { Array("p\($0);".utf8) },
                .text("é;", as: Note("é"), in: [.utf8, .utf16LittleEndian, .utf16BigEndian, .windows1252]),
                .emptyBodyIsRefused,
                .unwritable(Note("a;b")),
                .vocabulary(["~", ";", "(", ")", "%"]),
                .plugin(NotePlugin(serializer: serializer)),
            ]
        )
        suite.mutationCount = 300
        return suite
    }

    static func streamSuite(_ fault: Fault) -> ConformanceSuite {
        var suite = ConformanceSuite(
            "note-stream",
            streaming: NoteStream(fault: fault),
            types: ["text/x-notes"],
            fixtures: [
                .reads("two", "one;two;tri;", as: ["one", "two", "tri"]),
                .reads("many", "a;b;c;d;e;f;g;h;i;j;k;l;m;", as: "abcdefghijklm".map(String.init)),
                .refuses("no end", "one;tw", .truncated),
            ],
            capabilities: [
                .limit(.inputBytes) { Array((String(repeating: "a", count: $0) + ";").utf8) },
                .emptyBody(is: []),
                .notApplicable(.depth, .elements, .outputBytes, .expansionRatio, .pixels, because: "notes are flat"),
                .notApplicable(.roundTrip, .oracle, .charsets, because: "the other suite says more"),
            ]
        )
        suite.mutationCount = 200
        suite.underTest.patience = .milliseconds(200)
        return suite
    }

    /// The laws that a suite breaks, each checked separately.
    private func broken(_ make: () -> ConformanceSuite) async -> [ConformanceFailure] {
        var failures: [ConformanceFailure] = []
        for law in ConformanceLaw.allCases {
            if case .failed(let failure) = await make().check(law).result().verdict { failures.append(failure) }
        }
        return failures
    }

    @Test func rightOnes() async {
        #expect(await broken { Self.suite(.none) }.map(\.description) == [])
        #expect(await broken { Self.streamSuite(.none) }.map(\.description) == [])
    }

    // The law about marked types needs a format; see `MarkedTypesLawTests`.
    @Test(arguments: ConformanceLaw.allCases.filter { ![.chunking, .cancellation, .markedTypes].contains($0) })
    func wrongOnes(law: ConformanceLaw) async {
        let failures = await broken { Self.suite(.breaks(law)) }
        #expect(failures.map(\.failedCase.law) == [law], "\(failures.map(\.description))")
    }

    @Test(arguments: [ConformanceLaw.chunking, .cancellation, .largeBodies]) func wrongStreams(law: ConformanceLaw)
        async
    {
        let failures = await broken { Self.streamSuite(.breaks(law)) }
        #expect(failures.map(\.failedCase.law) == [law], "\(failures.map(\.description))")
    }

    /// Faults that only a large body reveals.
    @Test(arguments: LargeFault.allCases.filter { $0 != .traps }) func wrongLargeOnes(fault: LargeFault) async {
        let failures = await broken { Self.suite(.large(fault)) }
        #expect(failures.map(\.failedCase.law) == [.largeBodies], "\(failures.map(\.description))")
    }

    /// The line of a failure reproduces the failure.
    @Test(arguments: [ConformanceLaw.mutations, .prefixes, .errors, .inputBytes, .depth, .charsets, .outcomes])
    func replay(law: ConformanceLaw) async throws {
        let check = Self.suite(.breaks(law)).check(law)
        let failure = try await #require(throws: ConformanceFailure.self) { try await check.run() }
        #expect(failure.description.contains(Hexadecimal.text(of: failure.failedCase.bytes.prefix(64))))
        let line = try #require(failure.description.split(separator: "replay: ").last.map(String.init))
        let single = try #require(ConformanceCase(line))
        #expect(single == failure.failedCase)
        let again = try await #require(throws: ConformanceFailure.self) {
            try await Self.suite(.breaks(law)).check(law).replay(single)
        }
        #expect(again.message == failure.message)
        try await Self.suite(.none).check(law).replay(single)
    }

    /// A format without an end is not a wrong serializer, but must declare this.
    @Test func prefixesNameTheirDeclaration() async throws {
        let check = Self.suite(.breaks(.prefixes)).check(.prefixes)
        let failure = try await #require(throws: ConformanceFailure.self) { try await check.run() }
        #expect(failure.message.contains(".truncationIsInvisible("))
    }

    /// The same seed makes the same cases, and a different seed makes different cases.
    @Test func seeds() async {
        func bytes(_ seed: UInt64) async -> [[UInt8]] {
            var suite = Self.suite(.none)
            suite.seed = seed
            suite.mutationCount = 20
            let seen = Seen()
            _ = await suite.check(.mutations).result(journal: ConformanceJournal { seen.add($0.bytes) })
            return seen.all
        }
        #expect(await bytes(7) == bytes(7))
        #expect(await bytes(7) != bytes(8))
        #expect(await bytes(7).count == 20)
    }
}

/// A collector of the cases in a journal.
private final class Seen: Sendable {
    private let bytes = Mutex<[[UInt8]]>([])
    func add(_ new: [UInt8]) { bytes.withLock { $0.append(new) } }
    var all: [[UInt8]] { bytes.withLock { $0 } }
}
