import Foundation
import LoopbackServer

/// The server for the commands.
enum RequestServer {
    private static let started = Result { try LoopbackServer() }

    /// Returns the URL of a path.
    static func url(_ path: String) throws -> String { try started.get().url + path }

    /// Returns the requests for a target, in order.
    static func requests(for target: String) throws -> [ServedRequest] {
        try started.get().requests.filter { $0.target == target }
    }

    /// Returns a path that no other test requests, so that its requests can be found.
    static func unique(_ path: String) -> String { "\(path)\(path.contains("?") ? "&" : "?")of=\(UUID().uuidString)" }

    /// Creates a folder for the duration of a test.
    static func withFolder(_ body: (String) async throws -> Void) async throws {
        // The paths of sockets in the folder must be short.
        let folder = "/tmp/mimeo-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    /// Returns the bytes of a file, or none if it does not exist.
    static func bytes(_ path: String) -> [UInt8] { FileManager.default.contents(atPath: path).map(Array.init) ?? [] }

    /// Returns the names in a folder, including hidden files.
    static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }
}
