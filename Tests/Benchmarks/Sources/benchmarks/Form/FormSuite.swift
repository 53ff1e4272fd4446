import Harness

/// What requests are made of.
enum FormSuite: Suite {
    static let name = "form"
    static let summary = "gzip against bare zlib"
    static let parts = ["gzip"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        report.add(note: "\(Machine.description).")
        if selection.contains("gzip") { try GzipRun.measure(into: &report, hasPeers: selection.hasPeers) }
        return report
    }
}
