import Foundation
import Mimeograph
import MimeographSession
import MimeographSessionTesting
import Testing

/// A downloaded file has the default mode of the process, as with `curl -O`.
@Test func theModeOfADownloadFollowsTheUmask() async throws {
    let folder = TemporaryFolder()
    let transport = ScriptedTransport()
    transport.on("*", .init(chunks: [[1]]))
    let path = folder.file("film")
    _ = try await session(transport).download(RequestMessage(url: "http://h/film"), to: .file(path))
    // The system's result of 0666 for this process.
    let other = folder.file("other")
    #expect(FileManager.default.createFile(atPath: other, contents: nil))
    func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }
    #expect(try mode(path) == mode(other))
}
