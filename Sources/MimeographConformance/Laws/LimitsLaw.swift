import Mimeograph

/// A body that uses all of a limit is read. A body that uses one more is refused because of that limit.
struct LimitsLaw: LawChecker {
    func reasonToSkip(_ law: ConformanceLaw, for underTest: SerializerUnderTest) -> String? {
        underTest.whyNotRead ?? underTest.skipped[law]
    }

    func cases(of law: ConformanceLaw, for underTest: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard let limit = law.limit else { throw Violation("The law is not about a limit.") }
        if let body = underTest.limitedBodies[limit] {
            return AnySequence(
                [body.figure, body.figure + 1].map { cost in
                    ConformanceCase(
                        law: law,
                        seed: UInt64(cost),
                        bytes: body.make(cost),
                        figure: body.figure,
                        type: body.type
                    )
                }
            )
        }
        guard limit == .inputBytes, underTest.kind == .reader || underTest.kind == .format else {
            throw Violation(
                "Declare .limit(.\(limit.rawValue)) { … }, or .notApplicable(.\(limit.rawValue), because: …)."
            )
        }
        return AnySequence(
            underTest.bodies.filter { $0.isGood && !$0.bytes.isEmpty }.flatMap { fixture in
                [0, 1].map { missing in
                    ConformanceCase(
                        law: law,
                        fixture: fixture.name,
                        seed: UInt64(fixture.bytes.count),
                        bytes: fixture.bytes,
                        figure: fixture.bytes.count - missing
                    )
                }
            }
        )
    }

    /// The seed of a case is the amount that the body uses.
    func check(_ single: ConformanceCase, of underTest: SerializerUnderTest) async throws(Violation) {
        guard let limit = single.law.limit, let figure = single.figure else {
            throw Violation("The case has no limit.")
        }
        var limits = DecodingLimits.standard
        limits[limit] = figure
        let reading = try underTest.read(single.bytes, head: underTest.head(for: single), limits: limits)
        if single.seed <= UInt64(figure) {
            guard let error = reading.error else { return }
            throw Violation("A body at the limit of \(figure) \(limit.unit) was refused: \(error.message)")
        }
        guard let error = reading.error else {
            throw Violation("A body of \(single.seed) \(limit.unit) was read, but the limit is \(figure).")
        }
        guard error.code == .limitExceeded, error.limit?.limit == limit else {
            throw Violation("A body over the limit was refused, but not because of that limit: \(error.message)")
        }
        if error.limit?.allowed != figure {
            throw Violation("The error says that the limit is \(error.limit?.allowed ?? 0), but it is \(figure).")
        }
    }
}
