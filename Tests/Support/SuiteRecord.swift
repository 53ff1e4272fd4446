public import Foundation
public import Testing

/// What a test finds out about the cases of a public suite, for `Scripts/conformance`, which makes a page of it.
///
/// A case holds until an expectation of it fails, which fails the test as well. Where `MIMEOGRAPH_CONFORMANCE` names a folder,
/// the counts are written there when the test is through, as one line of JSON in a file of the suite and its part; elsewhere
/// nothing is written.
///
/// ```swift
/// let record = SuiteRecord("json-nst")
/// for (path, isValid) in cases {
///     record.expect(isRead(path) == isValid, path, "the other verdict")
/// }
/// try record.write()
/// ```
///
/// It is for one task: what runs beside it hands its results over.
public final class SuiteRecord {
    /// What became of a case. A later one of a higher rank replaces the one before.
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

    /// Begins a record without cases.
    ///
    /// - Parameters:
    ///   - suite: The folder of the suite among the corpora.
    ///   - part: What of it the test looks at, in two or three words, where several tests look at one suite.
    public init(_ suite: String, part: String = "") {
        self.suite = suite
        self.part = part
    }

    /// Says whether an expectation of a case holds, and records an issue where it does not.
    ///
    /// - Parameters:
    ///   - holds: Whether it does.
    ///   - name: The case, which may have several expectations.
    ///   - problem: What is wrong where it does not hold.
    ///   - sourceLocation: Where the issue is shown.
    public func expect(
        _ holds: Bool,
        _ name: String,
        _ problem: @autoclosure () -> String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        count(name, holds: holds)
        if !holds { Issue.record("\(name): \(problem())", sourceLocation: sourceLocation) }
    }

    /// Counts a case without an issue, where a suite has more cases than must hold.
    public func count(_ name: String, holds: Bool) { record(holds ? .holds : .fails, name) }

    /// Says that a case comes out otherwise on purpose, and why. What then comes out is the test's to verify.
    public func differs(_ name: String, because reason: String) { record(.differs(because: reason), name) }

    /// Says that a case decides nothing, and why: the suite allows both, or its references do not agree.
    public func leaveOut(_ name: String, because reason: String) { record(.isLeftOut(because: reason), name) }

    private func record(_ outcome: Outcome, _ name: String) {
        if let known = outcomes[name], known.rank >= outcome.rank { return }
        outcomes[name] = outcome
    }

    /// Writes what was recorded, where a folder is named for it.
    ///
    /// - Parameter folder: Where to; nil writes nothing. Default: what `MIMEOGRAPH_CONFORMANCE` names.
    /// - Throws: What Foundation throws where the file cannot be written.
    public func write(to folder: String? = ProcessInfo.processInfo.environment["MIMEOGRAPH_CONFORMANCE"]) throws {
        guard let folder else { return }
        let name = ([suite] + (part.isEmpty ? [] : [part])).joined(separator: ".")
            .replacingOccurrences(of: "/", with: "-")
        let line = try JSONSerialization.data(withJSONObject: summary, options: [.sortedKeys, .withoutEscapingSlashes])
        try line.write(to: URL(fileURLWithPath: folder).appendingPathComponent("\(name).json"), options: .atomic)
    }

    /// The counts, with the names of what differs and fails.
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
