import Foundation
import Harness

/// Pillow, in a separate process that times itself, so startup time does not count.
enum Pillow {
    static let name = "Pillow"

    /// The version; nil if Pillow is not installed.
    static let version: String? = {
        guard let text = try? Python.run("import PIL; print(PIL.__version__)", []) else { return nil }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }()

    /// Measures decoding all frames of all files to RGBA, by processor time; returns nil if Pillow is not installed.
    static func decode(_ files: ImageInput.Files) throws -> Harness.Measurement? {
        guard version != nil else { return nil }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (index, body) in files.bodies.enumerated() {
            try Data(body).write(to: folder.appendingPathComponent("\(index)"))
        }
        let program = """
            import io, os, sys, time
            from PIL import Image
            folder = sys.argv[1]
            bodies = [open(os.path.join(folder, name), "rb").read() for name in os.listdir(folder)]
            for _ in range(12):
                start = time.thread_time_ns()
                for body in bodies:
                    image = Image.open(io.BytesIO(body))
                    image.convert("RGBA")
                    for frame in range(1, getattr(image, "n_frames", 1)):
                        image.seek(frame)
                        image.convert("RGBA")
                print(time.thread_time_ns() - start)
            """
        let times = try Python.run(program, [folder.path]).split(separator: "\n").compactMap { Double($0) }
        guard times.count > 2 else { throw BrokenEngine("Pillow cannot decode \(files.name).") }
        return Harness.Measurement(
            name: name,
            rounds: times.dropFirst().sorted(),
            allocations: nil,
            bytes: files.byteCount
        )
    }
}
