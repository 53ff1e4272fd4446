import Foundation

/// A document of the benchmark corpora.
struct RealWorldFile {
    /// The file name without its extension.
    let name: String
    let bytes: [UInt8]
    /// The same bytes, for Foundation.
    let data: Data

    /// The documents for measuring parsing, walking and writing.
    static let names = ["twitter", "citm_catalog", "canada", "twitterescaped", "mesh", "github_events"]

    /// Returns those documents in that order; empty if a file is missing.
    static func all() -> [RealWorldFile] {
        let files = names.compactMap { RealWorldFile($0) }
        return files.count == names.count ? files : []
    }

    /// Returns all documents of the folder and its subfolders, sorted by name. The name of a document in a subfolder is its path.
    static func everything() -> [RealWorldFile] {
        guard let folder, let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path) else {
            return []
        }
        // expected.json holds the expected results of a test suite.
        return paths.filter { $0.hasSuffix(".json") && $0 != "expected.json" }.sorted()
            .compactMap { RealWorldFile(String($0.dropLast(".json".count))) }
    }

    /// Reads the document with that name; nil if it does not exist.
    init?(_ name: String) {
        guard let folder = RealWorldFile.folder,
            let data = try? Data(contentsOf: folder.appendingPathComponent("\(name).json"))
        else { return nil }
        self.name = name
        self.data = data
        bytes = [UInt8](data)
    }

    /// The folder in `$MIMEOGRAPH_CORPORA`, by default `../shared/corpora` next to the repository.
    private static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["MIMEOGRAPH_CORPORA"].map { URL(fileURLWithPath: $0) }
        var repository = URL(fileURLWithPath: #filePath)
        for _ in 0..<6 { repository.deleteLastPathComponent() }
        let beside = repository.appendingPathComponent("../shared/corpora").standardizedFileURL
        return [named, beside].compactMap { $0?.appendingPathComponent("json-realworld") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()
}
