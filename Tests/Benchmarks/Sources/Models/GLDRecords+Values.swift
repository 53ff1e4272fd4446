import Foundation

/// Records of similar size as those of the original, which makes them at random, too. No string occurs twice, and dates have whole seconds.
///
/// Source: leo-gan/GLD.SerializerBenchmark, python/src/benchmark/data/generator.py and schemas/test_data_config.json.
extension GLD {
    package static let person: Person = {
        var words = Words()
        return Person(
            firstName: words.name(),
            lastName: words.name(),
            age: 47,
            gender: .female,
            passport: Passport(number: words.digits(), authority: words.phrase(), expirationDate: date),
            policeRecords: (0..<5).map { PoliceRecord(id: $0, crimeCode: words.name()) }
        )
    }()

    package static let simpleObject = SimpleObject(
        id: 12345,
        name: "Simple Benchmark Object",
        timestamp: date,
        isActive: true
    )

    package static let stringArray: StringArray = {
        var words = Words()
        return StringArray(items: (0..<100).map { _ in words.phrase() })
    }()

    package static let telemetry: Telemetry = {
        var words = Words()
        return Telemetry(
            id: "6f0d3c1e-5b27-4a4e-9d0a-7d1f4b6f2c11",
            dataSource: "b8a7b9f2-0c8f-4a31-8d6f-0f5a9f6b7e42",
            timeStamp: date,
            param1: -1_204_117_377,
            param2: 3_021_334_112,
            measurements: (0..<100).map { _ in Double.random(in: 0..<1, using: &words.source) },
            associatedProblemID: 123,
            associatedLogID: 89032,
            wasProcessed: true
        )
    }()

    package static let edi835 = EDI835(
        payerName: "BlueCross BlueShield",
        payeeName: "General Hospital",
        paymentDate: date,
        totalActualAmount: 1500.5,
        transactionControlNumber: "TRN-99887766",
        claims: (0..<5).map { claim in
            Claim(
                claimId: "CLP-\(claim)",
                patientName: "Patient \(claim)",
                totalCharge: 300,
                paymentAmount: 250,
                lines: (0..<3).map {
                    ServiceLine(serviceCode: "9921\($0)", chargeAmount: 100, adjudicatedAmount: 80)
                }
            )
        }
    )

    package static let integer = 2_147_483_524

    /// Whole seconds, because not every format writes fractions.
    private static let date = Date(timeIntervalSince1970: 1_795_000_000)

    /// Random words, the same in each run.
    private struct Words {
        var source = Numbers()

        struct Numbers: RandomNumberGenerator {
            private var state: UInt64 = 42

            mutating func next() -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state ^ state >> 33
            }
        }

        mutating func word() -> String { text(of: "qwertyuiopasdfghjklzxcvbnm", 3...10) }
        mutating func name() -> String { text(of: "QWERTYUIOPASDFGHJKLZXCVBNM", 1...1) + word() }
        mutating func digits() -> String { text(of: "0123456789", 8...12) }

        mutating func phrase() -> String {
            let count = Int.random(in: 2...6, using: &source)
            return ([name()] + (0..<count).map { _ in word() + text(of: " ,.!?-:;", 1...1) }).joined(separator: " ")
        }

        private mutating func text(of letters: String, _ lengths: ClosedRange<Int>) -> String {
            let count = Int.random(in: lengths, using: &source)
            return String((0..<count).compactMap { _ in letters.randomElement(using: &source) })
        }
    }
}
