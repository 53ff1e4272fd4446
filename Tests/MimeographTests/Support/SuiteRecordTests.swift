import Foundation
import TestSupport
import Testing

/// The counts of `Scripts/conformance` match the test results.
@Suite struct SuiteRecordTests {
    private func written(_ record: SuiteRecord) throws -> [String: Any] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mimeograph-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try record.write(to: nil)
        try record.write(to: folder.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["a-suite.some of it.json"])
        let line = try Data(contentsOf: folder.appendingPathComponent(try #require(names.first)))
        #expect(!line.contains(UInt8(ascii: "\n")))
        return try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
    }

    /// The result of a case is its worst result, in any order.
    @Test(arguments: [false, true]) func casesAreCountedOnce(isBackwards: Bool) throws {
        let record = SuiteRecord("a-suite", part: "some of it")
        let statements: [() -> Void] = [
            { record.expect(true, "holds") }, { record.expect(true, "holds") },
            { record.count("holds too", holds: true) },
            { record.expect(true, "free") }, { record.leaveOut("free", because: "both are allowed") },
            { record.leaveOut("free too", because: "both are allowed") },
            { record.differs("other", because: "that is wrong") }, { record.expect(true, "other") },
            { record.count("fails", holds: true) }, { record.count("fails", holds: false) },
            { record.differs("fails", because: "that is wrong") },
        ]
        for statement in isBackwards ? statements.reversed() : statements { statement() }
        let found = try written(record)
        #expect(found["suite"] as? String == "a-suite" && found["part"] as? String == "some of it")
        #expect(found["cases"] as? Int == 6 && found["holding"] as? Int == 2)
        #expect(found["failing"] as? [String] == ["fails"])
        #expect(found["differing"] as? [String: [String]] == ["that is wrong": ["other"]])
        #expect(found["leftOut"] as? [String: Int] == ["both are allowed": 2])
    }

    @Test func whatDoesNotHoldIsAnIssue() throws {
        let record = SuiteRecord("a-suite", part: "some of it")
        withKnownIssue {
            record.expect(false, "one", "is another")
        } matching: { issue in
            issue.comments.contains { $0.rawValue == "one: is another" }
        }
        #expect(try written(record)["failing"] as? [String] == ["one"])
    }
}
