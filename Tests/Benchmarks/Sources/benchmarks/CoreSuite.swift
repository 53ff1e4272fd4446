import Harness
import Mimeograph

/// The cost of choosing a serializer, which every response pays.
enum CoreSuite: Suite {
    static let name = "core"
    static let summary = "parsing media types, and finding the serializer among 20 registrations"

    static let parts = ["lookup", "parsing"]

    static func run(_ selection: Selection) throws -> Report {
        var report = Report()
        if selection.contains("lookup") { try look(into: &report) }
        if selection.contains("parsing") { parse(into: &report) }
        return report
    }

    private static func look(into report: inout Report) throws {
        let registry = try twentyRegistrations()
        let body: [UInt8] = [0x7B, 0x7D]
        func look(_ contentType: String) -> Benchmark {
            let fields: HeaderFields = ["Content-Type": contentType]
            return Benchmark(contentType) {
                // The head is made each time, so that no parsed value can be reused.
                try? registry.read(Int.self, from: body.span, head: ResponseHead(status: 200, fields: fields))
            }
        }
        let lookups = Benchmark.measure([
            look("application/json; charset=utf-8"),
            look("application/json"),
            look("application/vnd.api+json"),
            look("image/png"),
            look("application/vnd.example.type-17"),
            look("application/octet-stream"),
        ])
        report.add(table: "A Content-Type parsed, a serializer chosen among 20, a body of two bytes read", lookups)
        report.add(Target("core.lookup.median-us", lookups[0].median / 1000, .atMost, 1))
    }

    private static func parse(into report: inout Report) {
        func parse(_ text: String) -> Benchmark {
            Benchmark(text, bytes: text.utf8.count) { MediaType(parsing: text) }
        }
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        let parsing = Benchmark.measure([
            parse("application/json"),
            parse("application/json; charset=utf-8"),
            parse(#"application/vnd.api+json; ext="https://x.test/a;b=c""#),
            Benchmark("Accept: \(browser)", bytes: browser.utf8.count) { AcceptField(parsing: browser) },
        ])
        report.add(table: "A Content-Type parsed", parsing)
    }

    /// Returns twenty registrations of every kind of pattern. All of them read an `Int`, so all are candidates.
    private static func twentyRegistrations() throws -> SerializerRegistry {
        var registry = SerializerRegistry()
        try registry.register(ByteCount(), for: "application/json", "text/json", "*/*+json")
        try registry.register(ByteCount(), for: "application/xml", "text/xml", "*/*+xml")
        try registry.register(ByteCount(), for: "image/*")
        try registry.register(ByteCount(), for: "text/*")
        try registry.register(ByteCount(), for: "*/*")
        for number in 6...20 {
            try registry.register(ByteCount(), for: MediaRange("application/vnd.example.type-\(number)"))
        }
        return registry
    }
}

/// A serializer that does almost nothing.
private struct ByteCount: ResponseSerialization {
    var acceptedTypes: [MediaRange] { [] }
    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int {
        body.count
    }
}
