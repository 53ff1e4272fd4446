public import Foundation

/// The public conformance suites, which are kept outside the project.
///
/// They are searched for in `$MIMEOGRAPH_CORPORA`, then in `../shared/corpora` next to the package. If neither exists, a test
/// that needs them is skipped with a message. With `CI=true` it runs and fails.
///
/// ```swift
/// @Test(.needsCorpora) func everyCase() throws {
///     let suite = try Corpora.read("mime-wpt/mime-types.json")
/// ```
public enum Corpora {
    /// The folder that holds the suites, or nil if it does not exist.
    public static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["MIMEOGRAPH_CORPORA"].map { URL(fileURLWithPath: $0) }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let beside = package.appendingPathComponent("../shared/corpora").standardizedFileURL
        return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// Whether tests must not be skipped in this run: `CI=true`.
    public static let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] == "true"

    /// Returns the bytes of a file, by its path in the corpora's folder.
    public static func read(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: url(path)))
    }

    /// Returns a JSON file, such as a suite's `expected.json`, as Foundation reads it, for an independent reading.
    public static func json(_ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(contentsOf: url(path)), options: [.fragmentsAllowed])
    }

    /// Returns the path of a file or folder of the corpora.
    public static func url(_ path: String) throws -> URL {
        guard let folder else {
            throw MissingCorpora()
        }
        return folder.appendingPathComponent(path)
    }

    /// The error in continuous integration if the corpora are missing.
    public struct MissingCorpora: Error, CustomStringConvertible {
        /// The missing file, and how to provide it.
        public var description: String { "no corpora: set MIMEOGRAPH_CORPORA to the folder that holds them" }
    }
}
