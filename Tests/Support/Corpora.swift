public import Foundation

/// The public conformance suites, which lie beside the project and are never part of it.
///
/// They are looked for in `$MIMEOGRAPH_CORPORA`, then in `../shared/corpora` beside the package. Where neither exists
/// a test that needs them is skipped and says so; where `CI=true` it runs, and fails.
///
/// ```swift
/// @Test(.needsCorpora) func everyCase() throws {
///     let suite = try Corpora.read("mime-wpt/mime-types.json")
/// ```
public enum Corpora {
    /// The folder that holds the suites, or nil where there is none.
    public static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["MIMEOGRAPH_CORPORA"].map { URL(fileURLWithPath: $0) }
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let beside = package.appendingPathComponent("../shared/corpora").standardizedFileURL
        return [named, beside].compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.path) }
    }()

    /// Whether this run must not skip: `CI=true`.
    public static let isContinuousIntegration = ProcessInfo.processInfo.environment["CI"] == "true"

    /// The bytes of a file, its path given from the corpora's folder.
    public static func read(_ path: String) throws -> [UInt8] {
        try [UInt8](Data(contentsOf: url(path)))
    }

    /// A suite's `expected.json`, or another JSON file, as Foundation reads it (an oracle that is not ours).
    public static func json(_ path: String) throws -> Any {
        try JSONSerialization.jsonObject(with: Data(contentsOf: url(path)), options: [.fragmentsAllowed])
    }

    /// Where a file or folder of the corpora lies.
    public static func url(_ path: String) throws -> URL {
        guard let folder else {
            throw MissingCorpora()
        }
        return folder.appendingPathComponent(path)
    }

    /// Thrown in continuous integration where the corpora are not there.
    public struct MissingCorpora: Error, CustomStringConvertible {
        /// What is missing and how to name it.
        public var description: String { "no corpora: set MIMEOGRAPH_CORPORA to the folder that holds them" }
    }
}
