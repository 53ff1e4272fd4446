import Harness

/// The bodies and queries of requests: parameters, forms, multipart bodies and compressed bodies.
enum FormSuite: Suite {
    static let name = "form"
    static let summary = "parameters against URLComponents, multipart bodies, and gzip against bare zlib"
    static let parts = ["encode", "decode", "multipart-write", "multipart-memory", "multipart-read", "gzip"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        report.add(note: "\(Machine.description).")
        if selection.contains("encode") { try ParameterRun.encode(into: &report, hasPeers: selection.hasPeers) }
        if selection.contains("decode") { try ParameterRun.decode(into: &report) }
        if selection.contains("multipart-write") { try MultipartRun.write(into: &report) }
        if selection.contains("multipart-memory") { try MultipartRun.remember(into: &report) }
        if selection.contains("multipart-read") { try MultipartRun.read(into: &report) }
        if selection.contains("gzip") { try GzipRun.measure(into: &report, hasPeers: selection.hasPeers) }
        return report
    }
}
