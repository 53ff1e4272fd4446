import Foundation
import TestSupport
import Testing

/// The cases of curl's test suite for HTTP, against the session.
///
/// Each case starts a server on this machine, sends the requests of a command line through the session, and compares what the
/// server received and what the session delivered.
@Suite struct CurlSuiteTests {
    #if os(Linux)
        @Test(.needsCorpora, .within(minutes: 2))
        func everyCase() async throws {
            let files = try FileManager.default
                .contentsOfDirectory(at: Corpora.url("curl-http/tests"), includingPropertiesForKeys: nil)
                .filter { $0.lastPathComponent.hasPrefix("test") }
                .sorted { $0.lastPathComponent < $1.lastPathComponent }
            #expect(files.count == 531)
            let record = SuiteRecord("curl-http")
            await withTaskGroup(of: (String, CurlVerdict).self) { group in
                var rest = files[...]
                for file in rest.prefix(16) { group.addTask { (file.lastPathComponent, await CurlVerdict.of(file)) } }
                rest = rest.dropFirst(16)
                for await (name, verdict) in group {
                    Self.record(name, verdict, in: record)
                    if let file = rest.popFirst() {
                        group.addTask { (file.lastPathComponent, await CurlVerdict.of(file)) }
                    }
                }
            }
            try record.write()
        }
    #endif

    private static func record(_ name: String, _ verdict: CurlVerdict, in record: SuiteRecord) {
        switch (verdict, CurlDifferences.reasons[name]) {
        case (.isLeftOut(let reason), nil): record.leaveOut(name, because: reason)
        case (.differs, let reason?): record.differs(name, because: reason)
        case (.differs(let problem), nil): record.expect(false, name, problem)
        case (.passes, nil): record.expect(true, name)
        case (.passes, .some), (.isLeftOut, .some): record.expect(false, name, "the case no longer differs")
        }
    }
}
