extension ConformanceReport {
    /// The report as a JSON text: an array with an object for each law of each suite.
    ///
    /// Each has `suite`, `law`, `verdict` (`passed`, `notApplicable` or `failed`) and `seconds`; then `cases` and `note`, or
    /// `reason`, or `message`, `fixture`, `seed`, `bytes` in hexadecimal and `replay`, the line of the case.
    public var json: String {
        "[\n\(results.map { "  \($0.json)" }.joined(separator: ",\n"))\n]\n"
    }
}

extension ConformanceResult {
    /// One object, in one line.
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

/// The little of JSON that a report needs; the module knows no plugin.
enum JSONText {
    /// A string with its quotes. Source: RFC 8259 §7.
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

    /// The three digits after the point of a number of seconds.
    static func thousandths(_ milliseconds: Double) -> String {
        guard milliseconds.isFinite, milliseconds >= 0, milliseconds < 1e12 else { return "000" }
        let rest = String(Int(milliseconds) % 1000)
        return String(repeating: "0", count: 3 - rest.count) + rest
    }
}
