import Foundation

/// The sample responses of the documentation.
enum Samples {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Docs/Examples/Responses").path

    static func head(_ name: String) -> String { "\(folder)/\(name).head" }
    static func body(_ name: String) -> String { "\(folder)/\(name).body" }

    /// The names of all samples, from the files.
    static var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".head") }
                .map { String($0.dropLast(5)) }.sorted()
        }
    }

    /// A file that exists during a test.
    static func withFile(_ name: String, _ text: String, _ body: (String) throws -> Void) throws {
        try withFile(name, Array(text.utf8), body)
    }

    /// A file of bytes that exists during a test.
    static func withFile(_ name: String, _ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        try body(file.path)
    }
}
