extension ConformanceResult: LosslessStringConvertible {
    /// The result in one line, in which a child process tells it.
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

    /// Reads a result back from its line; nil where it is none.
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
