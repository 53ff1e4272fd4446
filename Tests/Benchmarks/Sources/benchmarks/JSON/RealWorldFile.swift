import Foundation

/// A document of the corpora that benchmarks of JSON run on.
struct RealWorldFile {
    /// Its name without the extension.
    let name: String
    let bytes: [UInt8]
    /// The same bytes, for Foundation.
    let data: Data

    /// The documents that parsing, walking and writing are measured on.
    static let names = ["twitter", "citm_catalog", "canada", "twitterescaped", "mesh", "github_events"]

    /// The documents, in that order; empty where a file is missing.
    static func all() -> [RealWorldFile] {
        let files = names.compactMap { RealWorldFile($0) }
        return files.count == names.count ? files : []
    }

    /// All documents of the folder and of the folders in it, by their names; a document in one of those has its path for a name.
    static func everything() -> [RealWorldFile] {
        guard let folder, let paths = try? FileManager.default.subpathsOfDirectory(atPath: folder.path) else {
            return []
        }
        // Beside a suite stands a file that tells what its files give.
        return paths.filter { $0.hasSuffix(".json") && $0 != "expected.json" }.sorted()
            .compactMap { RealWorldFile(String($0.dropLast(".json".count))) }
    }

    /// The document of that name; nil where there is none.
    init?(_ name: String) {
        guard let folder = RealWorldFile.folder,
            let data = try? Data(contentsOf: folder.appendingPathComponent("\(name).json"))
        else { return nil }
        self.name = name
        self.data = data
        bytes = [UInt8](data)
    }

    /// In `$MIMEOGRAPH_CORPORA`, else in `../shared/corpora` beside the repository.
    private static let folder: URL? = {
        let named = ProcessInfo.processInfo.environment["MIMEOGRAPH_CORPORA"].map { URL(fileURLWithPath: $0) }
        var repository = URL(fileURLWithPath: #filePath)
        for _ in 0..<6 { repository.deleteLastPathComponent() }
        let beside = repository.appendingPathComponent("../shared/corpora").standardizedFileURL
        return [named, beside].compactMap { $0?.appendingPathComponent("json-realworld") }
            .first { FileManager.default.fileExists(atPath: $0.path) }
    }()
}
