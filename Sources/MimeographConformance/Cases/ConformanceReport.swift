/// How the check of a law went.
public enum ConformanceVerdict: Hashable, Sendable {
    /// It holds for so many cases; the note says what was left out, and why.
    case passed(cases: Int, note: String?)
    /// It does not apply, for this reason.
    case notApplicable(String)
    /// It is broken.
    case failed(ConformanceFailure)
}

/// How the check of one law for one serializer went.
public struct ConformanceResult: Hashable, Sendable {
    /// The suite.
    public let suite: String
    /// The law.
    public let law: ConformanceLaw
    /// How it went.
    public let verdict: ConformanceVerdict
    /// How long it took.
    public let duration: Duration

    /// Makes a result.
    public init(suite: String, law: ConformanceLaw, verdict: ConformanceVerdict, duration: Duration = .zero) {
        self.suite = suite
        self.law = law
        self.verdict = verdict
        self.duration = duration
    }
}

/// How the checks of one or more suites went. Its `description` is a table for people, ``json`` is for programs.
public struct ConformanceReport: Hashable, Sendable {
    /// The results, suite by suite, in the order of the laws.
    public var results: [ConformanceResult]

    /// Makes a report.
    public init(results: [ConformanceResult]) { self.results = results }

    /// What is broken.
    public var failures: [ConformanceFailure] {
        results.compactMap { if case .failed(let failure) = $0.verdict { failure } else { nil } }
    }

    /// Whether nothing is broken.
    public var holds: Bool { failures.isEmpty }
}

extension ConformanceReport: CustomStringConvertible {
    /// A line for each law of each suite, with the reasons of those that do not apply, and the failures at the end.
    public var description: String {
        var lines: [String] = []
        let width = ConformanceLaw.allCases.map(\.rawValue.count).max() ?? 0
        var suite: String?
        for result in results {
            if result.suite != suite {
                suite = result.suite
                lines.append(result.suite)
            }
            let law = result.law.rawValue
            lines.append("  \(law)\(String(repeating: " ", count: width - law.count))  \(result.verdict)")
        }
        for failure in failures { lines.append("\n\(failure)") }
        lines.append("\n\(summary)")
        return lines.joined(separator: "\n")
    }

    /// How many laws hold, do not apply and are broken.
    public var summary: String {
        var passed = 0
        var cases = 0
        var inapplicable = 0
        for result in results {
            switch result.verdict {
            case .passed(let count, _):
                passed += 1
                cases += count
            case .notApplicable: inapplicable += 1
            case .failed: break
            }
        }
        let suites = Set(results.map(\.suite)).count
        return
            "\(suites) \(suites == 1 ? "suite" : "suites"): \(passed) laws hold (\(cases) cases), \(inapplicable) do "
            + "not apply, \(failures.count) broken."
    }
}

extension ConformanceVerdict: CustomStringConvertible {
    /// The verdict in one line.
    public var description: String {
        switch self {
        case .passed(let cases, let note):
            "holds, \(cases) \(cases == 1 ? "case" : "cases")\(note.map { "; \($0)" } ?? "")"
        case .notApplicable(let reason): "not applicable: \(reason)"
        case .failed(let failure): "BROKEN: \(failure.message)"
        }
    }
}
