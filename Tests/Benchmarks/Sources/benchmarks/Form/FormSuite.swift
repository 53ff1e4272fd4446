import Harness

/// What requests are made of: parameters, forms and bodies of several parts.
enum FormSuite: Suite {
    static let name = "form"
    static let summary = "encoding and reading parameters, against URLComponents"
    static let parts = ["encode", "decode"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        report.add(note: "\(Machine.description).")
        if selection.contains("encode") { try ParameterRun.encode(into: &report, hasPeers: selection.hasPeers) }
        if selection.contains("decode") { try ParameterRun.decode(into: &report) }
        return report
    }
}
