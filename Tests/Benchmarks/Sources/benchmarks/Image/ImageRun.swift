import CImagePeer
import CSpng
import Foundation
import Harness
import Mimeograph
import MimeographImage

/// One run of the suite, and the results so far.
struct ImageRun {
    static let library = "the library in C"
    /// Another PNG library, designed for speed.
    static let spng = "libspng"
    /// The version of libspng; nil if it is not installed.
    private static var spngVersion: String? {
        // SAFETY: a constant string of the library, or NULL.
        unsafe mimeograph_spng_version().map { unsafe String(cString: $0) }
    }

    let hasPeers: Bool
    let input: ImageInput
    /// Limits that are large enough for the photo.
    let limits = DecodingLimits(inputBytes: 64 << 20, outputBytes: 128 << 20)
    var report = Report()

    init(hasPeers: Bool) throws {
        self.hasPeers = hasPeers
        input = try ImageInput()
        // SAFETY: constant strings of the libraries.
        let png = unsafe String(cString: mimeograph_image_peer_png_version())
        let jpeg = unsafe String(cString: mimeograph_image_peer_jpeg_version())
        report.add(note: "\(Machine.description).")
        report.add(
            note:
                "Peers: libpng \(png) and libjpeg \(jpeg) in C with the same settings, libspng \(Self.spngVersion ?? "absent"), Pillow \(Pillow.version ?? "absent")."
        )
        for files in [input.photo, input.screenshot, input.icons] {
            report.add(note: "\(files.name): \(files.bodies.count) files, \(files.byteCount) bytes.")
        }
    }

    /// Measures decoding to 8-bit RGBA.
    mutating func decode(_ files: ImageInput.Files) throws {
        let limits = limits
        let run = self
        let head = ResponseHead(status: 200)
        let serializer = ImageResponseSerializer(options: .rgba8)
        for body in files.bodies {
            _ = try serializer.read(body, head: head, limits: limits)
            guard run.inC(body, isJPEG: files.isJPEG, denominator: 1) else {
                throw BrokenEngine("The library in C cannot decode \(files.name).")
            }
        }
        var engines = [
            Benchmark(Engine.ours, bytes: files.byteCount) {
                files.bodies.reduce(0) { total, body in
                    total + ((try? serializer.read(body, head: head, limits: limits).height) ?? 0)
                }
            },
            Benchmark(Self.library, bytes: files.byteCount) {
                files.bodies.allSatisfy { run.inC($0, isJPEG: files.isJPEG, denominator: 1) }
            },
        ]
        if !files.isJPEG, Self.spngVersion != nil {
            guard files.bodies.allSatisfy({ run.inSpng($0) }) else {
                throw BrokenEngine("libspng cannot decode \(files.name).")
            }
            engines.append(Benchmark(Self.spng, bytes: files.byteCount) { files.bodies.allSatisfy { run.inSpng($0) } })
        }
        var measurements = measure(files.name, engines)
        if hasPeers, let pillow = try Pillow.decode(files) { measurements.append(pillow) }
        var comparison = Comparison("Bytes to RGBA: \(files.name)")
        comparison.add(input: files.name, measurements)
        report.add(table: comparison.table)
        let toLibrary = comparison.speed(of: Engine.ours, over: Self.library).map { 1 / $0 }
        report.add(Target("image.decode.\(files.name).vs-library", toLibrary, .atMost, 1.05))
        let toPillow = comparison.speed(of: Engine.ours, over: Pillow.name).map { 1 / $0 }
        report.add(Target("image.decode.\(files.name).vs-Pillow", toPillow, .atMost, 1))
    }

    /// Measures a thumbnail of 256 pixels, against decoding the photo at an eighth of its size in C.
    mutating func thumbnail() throws {
        let body = input.photo.bodies[0]
        let limits = limits
        let run = self
        var options = ImageReadingOptions.thumbnail(256)
        options.pixelFormat = .exactly(.rgba8)
        let serializer = ImageResponseSerializer(options: options)
        let head = ResponseHead(status: 200)
        _ = try serializer.read(body, head: head, limits: limits)
        let engines = [
            Benchmark(Engine.ours, bytes: body.count) { try? serializer.read(body, head: head, limits: limits) },
            Benchmark(Self.library, bytes: body.count) { run.inC(body, isJPEG: true, denominator: 8) },
        ]
        var comparison = Comparison("A thumbnail of 256 pixels, and an eighth of the photo by libjpeg")
        comparison.add(input: "photo", measure("thumbnail", engines))
        report.add(table: comparison.table)
        let time = comparison.speed(of: Engine.ours, over: Self.library).map { 1 / $0 }
        report.add(Target("image.thumbnail.vs-eighth", time, .atMost, 1.15))
    }

    /// Measures reading image information from the first bytes.
    mutating func information() throws {
        var slowest = 0.0
        var comparison = Comparison("Image information from the first bytes")
        for files in [input.photo, input.screenshot] {
            let prefix = Array(files.bodies[0].prefix(1024))
            guard try ImageInfo.read(from: prefix) != nil else { throw BrokenEngine("1024 bytes are not enough.") }
            let measurements = Benchmark.measure([
                Benchmark(Engine.ours) { try? ImageInfo.read(from: prefix) }
            ])
            comparison.add(input: files.name, measurements)
            slowest = max(slowest, measurements.first.map { $0.median / 1000 } ?? .nan)
        }
        report.add(table: comparison.table)
        report.add(Target("image.info.median-us", slowest, .atMost, 5))
    }

    /// Measures the memory that decoding uses besides its input and output.
    mutating func memory() throws {
        var rows: [[String]] = []
        var worst: Double?
        for (files, width, height) in [(input.photo, 4000, 3000), (input.screenshot, 2560, 1600)] {
            let body = files.bodies[0]
            let serializer = ImageResponseSerializer(options: .rgba8)
            let limits = limits
            let head = ResponseHead(status: 200)
            guard let use = try MemoryUse.of({ try serializer.read(body, head: head, limits: limits) }) else {
                continue
            }
            let beside = Double(use.peak - width * height * 4) / Double(1 << 20)
            worst = max(worst ?? 0, beside)
            rows.append([files.name, "\(use.peak)", "\(width * height * 4)", Figure.short(beside)])
        }
        let columns = ["", "peak bytes", "output bytes", "MiB beside the output"]
        report.add(table: Report.Table(title: "Memory, without the input", columns: columns, rows: rows))
        report.add(Target("image.memory.beside-output-mib", worst, .atMost, 1))
    }

    func measure(_ work: String, _ engines: [Benchmark]) -> [Harness.Measurement] {
        FileHandle.standardError.write(Data("\(work)\n".utf8))
        return Benchmark.measure(hasPeers ? engines : Array(engines.prefix(1)), rounds: 15)
    }

    /// Decodes with libspng; returns whether that succeeded.
    private func inSpng(_ body: [UInt8]) -> Bool {
        // SAFETY: the call reads only the buffer's bytes.
        unsafe body.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mimeograph_spng_decode(start, buffer.count) != 0
        }
    }

    /// Decodes in C; returns whether that succeeded.
    private func inC(_ body: [UInt8], isJPEG: Bool, denominator: UInt32) -> Bool {
        // SAFETY: the call reads only the buffer's bytes.
        unsafe body.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return isJPEG
                ? unsafe mimeograph_image_peer_jpeg(start, buffer.count, denominator) != 0
                : unsafe mimeograph_image_peer_png(start, buffer.count) != 0
        }
    }
}
