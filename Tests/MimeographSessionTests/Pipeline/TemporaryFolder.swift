import Foundation

/// A temporary folder of one test, deleted with this object.
final class TemporaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "mimeograph-session-\(UUID().uuidString)"

    init() { try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
    func file(_ name: String) -> String { "\(path)/\(name)" }
    func read(_ name: String) -> [UInt8]? { FileManager.default.contents(atPath: file(name)).map { [UInt8]($0) } }
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    }
}
