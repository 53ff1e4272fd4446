import Foundation
import TestSupport

/// Pillow, as an independent reader.
enum Pillow {
    /// Returns the pixels of a file as RGBA, 8 bits.
    static func rgba(_ bytes: [UInt8]) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(bytes).write(to: file)
        let program = """
            import sys
            from PIL import Image
            sys.stdout.buffer.write(Image.open(sys.argv[1]).convert("RGBA").tobytes())
            """
        return [UInt8](try Python.run(program, [file.path]))
    }
}
