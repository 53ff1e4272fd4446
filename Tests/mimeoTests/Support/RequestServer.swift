import Foundation
import LoopbackServer

/// The server that the commands talk to.
enum RequestServer {
    private static let started = Result { try LoopbackServer() }

    /// Where a path of it is.
    static func url(_ path: String) throws -> String { try started.get().url + path }

    /// What came for a target, in order.
    static func requests(for target: String) throws -> [ServedRequest] {
        try started.get().requests.filter { $0.target == target }
    }

    /// A path that no other test requests, so that what comes for it can be told from the rest.
    static func unique(_ path: String) -> String { "\(path)\(path.contains("?") ? "&" : "?")of=\(UUID().uuidString)" }

    /// A folder that exists during a test.
    static func withFolder(_ body: (String) async throws -> Void) async throws {
        // Sockets in it must have short names.
        let folder = "/tmp/mimeo-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    /// The bytes of a file; none where it is not there.
    static func bytes(_ path: String) -> [UInt8] { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }

    /// What is in a folder, hidden files too.
    static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
}
