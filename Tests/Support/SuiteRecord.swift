public import Foundation
public import Testing

/// A test's record of the cases of a public suite. `Scripts/conformance` makes a page from it.
///
/// A case holds until one of its expectations fails, which also fails the test. If `MIMEOGRAPH_CONFORMANCE` names a folder, the
/// test writes the counts there at its end, as one line of JSON in a file for the suite and its part. Otherwise nothing is
/// written.
///
/// ```swift
/// let record = SuiteRecord("json-nst")
/// for (path, isValid) in cases {
///     record.expect(isRead(path) == isValid, path, "the other verdict")
/// }
/// try record.write()
/// ```
///
/// A record belongs to one task. Concurrent tasks must pass their results to it.
public final class SuiteRecord {
    /// The outcome of a case. An outcome of a higher rank replaces a lower one.
    private enum Outcome: Equatable {
        case holds
        case isLeftOut(because: String)
        case differs(because: String)
        case fails

        var rank: Int {
            switch self {
            case .holds: 0
            case .isLeftOut: 1
            case .differs: 2
            case .fails: 3
            }
        }
    }

    private let suite: String
    private let part: String
    private var outcomes: [String: Outcome] = [:]

    /// Creates an empty record.
    ///
    /// - Parameters:
    ///   - suite: The folder of the suite in the corpora.
    ///   - part: The tested part, in two or three words, if several tests use one suite.
    public init(_ suite: String, part: String = "") {
        self.suite = suite
        self.part = part
    }

    /// Records whether an expectation of a case holds, and reports an issue if not.
    ///
    /// - Parameters:
    ///   - holds: Whether the expectation holds.
    ///   - name: The case, which may have several expectations.
    ///   - problem: The problem if it does not hold.
    ///   - sourceLocation: The location of the issue.
    public func expect(
        _ holds: Bool,
        _ name: String,
        _ problem: @autoclosure () -> String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        count(name, holds: holds)
        if !holds { Issue.record("\(name): \(problem())", sourceLocation: sourceLocation) }
    }

    /// Counts a case without an issue, for a suite in which not all cases must hold.
    public func count(_ name: String, holds: Bool) { record(holds ? .holds : .fails, name) }

    /// Records that a case has a different outcome on purpose, and why. The test checks that outcome.
    public func differs(_ name: String, because reason: String) { record(.differs(because: reason), name) }

    /// Records that a case decides nothing, and why: the suite allows both outcomes, or its references disagree.
    public func leaveOut(_ name: String, because reason: String) { record(.isLeftOut(because: reason), name) }

    private func record(_ outcome: Outcome, _ name: String) {
        if let known = outcomes[name], known.rank >= outcome.rank { return }
        outcomes[name] = outcome
    }

    /// Writes the record if a folder is given.
    ///
    /// - Parameter folder: The folder, or nil to write nothing. Default: the value of `MIMEOGRAPH_CONFORMANCE`.
    /// - Throws: Foundation's error if the file cannot be written.
    public func write(to folder: String? = ProcessInfo.processInfo.environment["MIMEOGRAPH_CONFORMANCE"]) throws {
        guard let folder else { return }
        let name = ([suite] + (part.isEmpty ? [] : [part])).joined(separator: ".")
            .replacingOccurrences(of: "/", with: "-")
        let line = try JSONSerialization.data(withJSONObject: summary, options: [.sortedKeys, .withoutEscapingSlashes])
        try line.write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).json"), options: .atomic)
    }

    /// The counts, with the names of differing and failed cases.
    private var summary: [String: Any] {
        var differing: [String: [String]] = [:]
        var leftOut: [String: Int] = [:]
        var failing: [String] = []
        for (name, outcome) in outcomes.sorted(by: { $0.key < $1.key }) {
            switch outcome {
            case .holds: break
            case .isLeftOut(let reason): leftOut[reason, default: 0] += 1
            case .differs(let reason): differing[reason, default: []].append(name)
            case .fails: failing.append(name)
            }
        }
        return [
            "suite": suite,
            "part": part,
            "cases": outcomes.count,
            "holding": outcomes.values.count { $0 == .holds },
            "failing": failing,
            "differing": differing,
            "leftOut": leftOut,
        ]
    }
}
