/// The verdict of a check.
public enum ConformanceVerdict: Hashable, Sendable {
    /// The law holds for all tried cases. The note says what was not checked, and why.
    case passed(cases: Int, note: String?)
    /// The law does not apply, for this reason.
    case notApplicable(String)
    /// The law is broken.
    case failed(ConformanceFailure)
}

/// The result of checking one law for one serializer.
public struct ConformanceResult: Hashable, Sendable {
    /// The suite.
    public let suite: String
    /// The law.
    public let law: ConformanceLaw
    /// The verdict.
    public let verdict: ConformanceVerdict
    /// The duration of the check.
    public let duration: Duration

    /// Creates a result.
    public init(suite: String, law: ConformanceLaw, verdict: ConformanceVerdict, duration: Duration = .zero) {
        self.suite = suite
        self.law = law
        self.verdict = verdict
        self.duration = duration
    }
}

/// The results of one or more suites. Its `description` is a table for people; ``json`` is for programs.
public struct ConformanceReport: Hashable, Sendable {
    /// The results, suite by suite, in the order of the laws.
    public var results: [ConformanceResult]

    /// Creates a report.
    public init(results: [ConformanceResult]) { self.results = results }

    /// The failures, one for each broken law.
    public var failures: [ConformanceFailure] {
        results.compactMap { if case .failed(let failure) = $0.verdict { failure } else { nil } }
    }

    /// Whether no law is broken.
    public var holds: Bool { failures.isEmpty }
}

extension ConformanceReport: CustomStringConvertible {
    /// A line for each law of each suite, followed by the failures.
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

    /// The number of laws that hold, do not apply or are broken.
    public var summary: String {
        var passed = 0
        var cases = 0
        var skipped = 0
        for result in results {
            switch result.verdict {
            case .passed(let count, _):
                passed += 1
                cases += count
            case .notApplicable: skipped += 1
            case .failed: break
            }
        }
        let suites = Set(results.map(\.suite)).count
        return
            "\(suites) \(suites == 1 ? "suite" : "suites"): \(passed) laws hold (\(cases) cases), \(skipped) do "
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

extension ConformanceReport {
    /// The report as a JSON text: an array with an object for each law of each suite.
    ///
    /// Each object has `suite`, `law`, `verdict` (`passed`, `notApplicable` or `failed`) and `seconds`. It also has `cases` and
    /// `note`, or `reason`, or the failure: `message`, `fixture`, `seed`, `bytes` in hexadecimal and `replay`, the line of the
    /// case.
    public var json: String {
        "[\n\(results.map { "  \($0.json)" }.joined(separator: ",\n"))\n]\n"
    }
}

extension ConformanceResult {
    /// The result as a JSON object in one line.
    fileprivate var json: String {
        var members = ["suite": JSONText.string(suite), "law": JSONText.string(law.rawValue)]
        var order = ["suite", "law", "verdict", "seconds"]
        func add(_ name: String, _ text: String) {
            members[name] = text
            if !order.contains(name) { order.append(name) }
        }
        let milliseconds = duration / .milliseconds(1)
        add("seconds", "\(Int(milliseconds.isFinite ? milliseconds : 0) / 1000).\(JSONText.thousandths(milliseconds))")
        switch verdict {
        case .passed(let cases, let note):
            add("verdict", JSONText.string("passed"))
            add("cases", String(cases))
            if let note { add("note", JSONText.string(note)) }
        case .notApplicable(let reason):
            add("verdict", JSONText.string("notApplicable"))
            add("reason", JSONText.string(reason))
        case .failed(let failure):
            add("verdict", JSONText.string("failed"))
            add("message", JSONText.string(failure.message))
            add("fixture", JSONText.string(failure.failedCase.fixture))
            add("seed", String(failure.failedCase.seed))
            add("bytes", JSONText.string(Hexadecimal.text(of: failure.failedCase.bytes)))
            add("replay", JSONText.string(failure.failedCase.description))
        }
        return "{\(order.compactMap { name in members[name].map { "\"\(name)\": \($0)" } }.joined(separator: ", "))}"
    }
}

/// The JSON writing that a report needs. This module does not depend on the JSON plugin.
enum JSONText {
    /// Returns a string in quotes. Source: RFC 8259 §7.
    static func string(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20:
                quoted += "\\u00" + Hexadecimal.text(of: [UInt8(truncatingIfNeeded: scalar.value)])
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Returns the three digits after the point of a number of seconds.
    static func thousandths(_ milliseconds: Double) -> String {
        guard milliseconds.isFinite, milliseconds >= 0, milliseconds < 1e12 else { return "000" }
        let rest = String(Int(milliseconds) % 1000)
        return String(repeating: "0", count: 3 - rest.count) + rest
    }
}

extension ConformanceResult: LosslessStringConvertible {
    /// The result in one line, as a child process reports it.
    public var description: String {
        var line = FieldLine()
        line["suite"] = suite
        line["law"] = law.rawValue
        line["milliseconds"] = String(
            duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
        )
        switch verdict {
        case .passed(let cases, let note):
            line["cases"] = String(cases)
            line["note"] = note
        case .notApplicable(let reason): line["reason"] = reason
        case .failed(let failure):
            line["message"] = failure.message
            line["case"] = failure.failedCase.description
        }
        return line.description
    }

    /// Parses the line of a result. The result is nil if the line is invalid.
    public init?(_ text: String) {
        let line = FieldLine(text)
        guard let suite = line["suite"], let law = line["law"].flatMap({ ConformanceLaw(rawValue: $0) }) else {
            return nil
        }
        let verdict: ConformanceVerdict
        if let cases = line["cases"].flatMap({ Int($0) }) {
            verdict = .passed(cases: cases, note: line["note"])
        } else if let reason = line["reason"] {
            verdict = .notApplicable(reason)
        } else if let message = line["message"], let single = line["case"].flatMap({ ConformanceCase($0) }) {
            verdict = .failed(ConformanceFailure(single, message))
        } else {
            return nil
        }
        let milliseconds = line["milliseconds"].flatMap { Int($0) } ?? 0
        self.init(suite: suite, law: law, verdict: verdict, duration: .milliseconds(milliseconds))
    }
}
