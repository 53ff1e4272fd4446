import Foundation
import MimeographImage
import TestSupport

/// One case of a suite's `expected.json`.
struct ImageCase: Sendable, CustomStringConvertible {
    let path: String
    private let strings: [String: String]
    private let numbers: [String: Int]
    /// The expectation for the picture turned upright.
    let upright: (width: Int, height: Int, hash: String)?

    var description: String { path }
    func string(_ key: String) -> String? { strings[key] }
    func number(_ key: String) -> Int? { numbers[key] }

    /// Returns all cases of a suite in the order of their paths, or an empty array if the corpora are missing.
    static func all(_ suite: String) -> [ImageCase] {
        guard let json = try? Corpora.json("\(suite)/expected.json") as? [String: Any],
            let cases = json["cases"] as? [String: [String: Any]]
        else { return [] }
        return cases.sorted { $0.key < $1.key }.map { name, fields in
            let upright = (fields["upright"] as? [String: Any]).flatMap { upright in
                (upright["width"] as? Int).flatMap { width in
                    (upright["height"] as? Int).flatMap { height in
                        (upright["rgba8_sha256"] as? String).map { (width, height, $0) }
                    }
                }
            }
            return ImageCase(
                path: "\(suite)/\(name)",
                strings: fields.compactMapValues { $0 as? String },
                numbers: fields.compactMapValues { ($0 as? Int) ?? ($0 as? Bool).map { $0 ? 1 : 0 } },
                upright: upright
            )
        }
    }
}

extension Image {
    /// The digest of its pixels. A tool computes it for large pictures, because a debug build would take seconds.
    var pixelHash: String {
        let tool = "/usr/bin/sha256sum"
        guard pixels.count > 1 << 20, FileManager.default.isExecutableFile(atPath: tool) else {
            return SHA256.hexDigest(of: pixels)
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).pixels")
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            try Data(pixels).write(to: file)
            return try String(ChildProcess.run(tool, [file.path]).text.prefix(64))
        } catch {
            return "\(error)"
        }
    }
}
