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
