/// The check of one law for one serializer, to run as a test case.
public struct ConformanceCheck: Sendable {
    /// The suite of the check.
    public let suite: ConformanceSuite
    /// The law.
    public let law: ConformanceLaw

    /// Checks the law. It does nothing if the law does not apply; ``notApplicable`` has the reason.
    ///
    /// - Parameter journal: Records each case before it is tried, so that a case that traps can be replayed.
    /// - Throws: ``ConformanceFailure`` for the first case that breaks the law.
    public func run(journal: ConformanceJournal? = nil) async throws(ConformanceFailure) {
        if case .failed(let failure) = await result(journal: journal).verdict { throw failure }
    }

    /// The reason why the law does not apply, or nil if it applies.
    public var notApplicable: String? { law.checker.reasonToSkip(law, for: suite.underTest) }

    /// Checks the law and returns the result.
    ///
    /// - Parameter journal: Records each case before it is tried.
    public func result(journal: ConformanceJournal? = nil) async -> ConformanceResult {
        let began = ContinuousClock.now
        let verdict = await verdict(journal)
        return ConformanceResult(suite: suite.name, law: law, verdict: verdict, duration: ContinuousClock.now - began)
    }

    /// Runs one case again.
    ///
    /// - Parameter single: A case of this law, from a failure.
    /// - Throws: ``ConformanceFailure`` if the case still breaks the law.
    public func replay(_ single: ConformanceCase) async throws(ConformanceFailure) {
        try await check(single)
    }

    private func verdict(_ journal: ConformanceJournal?) async -> ConformanceVerdict {
        if let reason = notApplicable { return .notApplicable(reason) }
        do throws(ConformanceFailure) {
            var count = 0
            for var single in try cases() {
                single.suite = suite.name
                journal?.record(single)
                try await check(single)
                count += 1
            }
            if count == 0 {
                throw ConformanceFailure(
                    ConformanceCase(suite: suite.name, law: law),
                    "This law has no case. Add a fixture that must be read, with a body of two bytes or more."
                )
            }
            return .passed(cases: count, note: law.checker.remark(on: law, suite.underTest))
        } catch {
            return .failed(error)
        }
    }

    private func cases() throws(ConformanceFailure) -> AnySequence<ConformanceCase> {
        do throws(Violation) {
            let underTest = suite.underTest
            if underTest.skipped[law] != nil {
                throw Violation(
                    "This law applies to every serializer of this kind. Remove .notApplicable(.\(law.rawValue))."
                )
            }
            for (index, fixture) in underTest.fixtures.enumerated()
            where underTest.fixtures[..<index].contains(where: { $0.name == fixture.name }) {
                throw Violation("Two fixtures have the name \"\(fixture.name)\".")
            }
            return try law.checker.cases(of: law, for: underTest)
        } catch {
            throw ConformanceFailure(ConformanceCase(suite: suite.name, law: law), error.message)
        }
    }

    private func check(_ single: ConformanceCase) async throws(ConformanceFailure) {
        let began = ContinuousClock.now
        do throws(Violation) {
            try await law.checker.check(single, of: suite.underTest)
        } catch {
            throw ConformanceFailure(single, error.message)
        }
        let took = ContinuousClock.now - began
        if took > suite.timeLimit, !law.checker.waits {
            throw ConformanceFailure(single, "The case took \(took). The limit is \(suite.timeLimit).")
        }
    }
}

extension ConformanceCheck: CustomStringConvertible {
    /// The suite and the law, with the reason if the law does not apply.
    public var description: String {
        "\(suite.name): \(law.rawValue)\(notApplicable.map { " (not applicable: \($0))" } ?? "")"
    }
}
