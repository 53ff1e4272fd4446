import Mimeograph

/// A body that costs just what a limit allows is read, and one that costs one more is refused, by that limit.
struct LimitsLaw: LawChecker {
    func inapplicability(of law: ConformanceLaw, to subject: SerializerUnderTest) -> String? {
        subject.whyNotRead ?? subject.waived[law]
    }

    func cases(of law: ConformanceLaw, for subject: SerializerUnderTest) throws(Violation) -> AnySequence<
        ConformanceCase
    > {
        guard let limit = law.limit else { throw Violation("The law is about no limit.") }
        if let body = subject.limitedBodies[limit] {
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
        guard limit == .inputBytes, subject.kind == .reader || subject.kind == .format else {
            throw Violation(
                "Declare .limit(.\(limit.rawValue)) { … }, or .notApplicable(.\(limit.rawValue), because: …)."
            )
        }
        return AnySequence(
            subject.bodies.filter { $0.isGood && !$0.bytes.isEmpty }.flatMap { fixture in
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

    /// The seed of a case is what the body costs.
    func judge(_ single: ConformanceCase, of subject: SerializerUnderTest) async throws(Violation) {
        guard let limit = single.law.limit, let figure = single.figure else {
            throw Violation("The case has no limit.")
        }
        var limits = DecodingLimits.standard
        limits[limit] = figure
        let reading = try subject.read(single.bytes, head: subject.head(for: single), limits: limits)
        if single.seed <= UInt64(figure) {
            guard let error = reading.error else { return }
            throw Violation("A body at the limit of \(figure) \(limit.unit) is refused: \(error.message)")
        }
        guard let error = reading.error else {
            throw Violation("A body of \(single.seed) \(limit.unit) is read, and \(figure) are allowed.")
        }
        guard error.code == .limitExceeded, error.limit?.limit == limit else {
            throw Violation("A body past the limit is refused, but not by that limit: \(error.message)")
        }
        if error.limit?.allowed != figure {
            throw Violation("The error says that \(error.limit?.allowed ?? 0) are allowed, and \(figure) are.")
        }
    }
}
