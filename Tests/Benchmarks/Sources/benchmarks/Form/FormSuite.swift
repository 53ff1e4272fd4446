import Harness

/// What requests are made of: bodies of several parts.
enum FormSuite: Suite {
    static let name = "form"
    static let summary = "writing and reading bodies of several parts"
    static let parts = ["multipart-write", "multipart-memory", "multipart-read"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        if selection.contains("multipart-write") { try MultipartRun.write(into: &report) }
        if selection.contains("multipart-memory") { try MultipartRun.remember(into: &report) }
        if selection.contains("multipart-read") { try MultipartRun.read(into: &report) }
        return report
    }
}
