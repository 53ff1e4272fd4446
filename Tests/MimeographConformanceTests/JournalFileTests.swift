import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographConformance

/// The journal of a conformance run may overwrite only a regular file of this user.
@Suite struct JournalFileTests {
    private static func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("journal-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }

    @Test(arguments: FileNode.here)
    func nothingButARegularFileIsEmptied(_ node: FileNode) throws {
        try Self.withFolder { folder in
            try node.make(at: "\(folder)/x.case")
            #expect(ConformanceJournal.file(at: "\(folder)/x.case") == nil)
            #expect(node.isUntouched(at: "\(folder)/x.case"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == node.names("x.case"))
        }
    }

    @Test func aFileIsMadeOrEmptied() throws {
        try Self.withFolder { folder in
            let path = "\(folder)/x.case"
            let single = ConformanceCase(suite: "s", law: .mutations)
            for _ in 0..<2 {
                let journal = try #require(ConformanceJournal.file(at: path))
                #expect(FileManager.default.contents(atPath: path) == Data())
                journal.record(single)
                #expect(FileManager.default.contents(atPath: path) == Data("\(single)\n".utf8))
            }
        }
    }
}
