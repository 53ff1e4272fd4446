import CImagePeer
import CSpng
import Foundation
import Harness
import Mimeograph
import MimeographImage

/// One run of the suite, and what was found so far.
struct ImageRun {
    static let library = "the library in C"
    /// Another library for PNG, whose authors had speed in mind.
    static let spng = "libspng"
    /// Its version; nil where it is not installed.
    private static var spngVersion: String? {
        // SAFETY: a constant string of the library, or none.
        unsafe mimeograph_spng_version().map { unsafe String(cString: $0) }
    }

    let hasPeers: Bool
    let input: ImageInput
    /// Room for the photo.
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

    /// Decodes to RGBA, 8 bits.
    mutating func decode(_ files: ImageInput.Files) throws {
        let limits = limits
        let run = self
        let head = ResponseHead(status: 200)
        let serializer = ImageResponseSerializer(options: .rgba8)
        for body in files.bodies {
            _ = try serializer.read(body, head: head, limits: limits)
            guard run.inC(body, isJPEG: files.isJPEG, denominator: 1) else {
                throw BrokenEngine("the library in C does not decode \(files.name)")
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
                throw BrokenEngine("libspng does not decode \(files.name)")
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

    /// A thumbnail of 256 pixels, against what an eighth of the photo costs in C.
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

    /// What the first bytes tell.
    mutating func information() throws {
        var slowest = 0.0
        var comparison = Comparison("Image information from the first bytes")
        for files in [input.photo, input.screenshot] {
            let prefix = Array(files.bodies[0].prefix(1024))
            guard try ImageInfo.read(from: prefix) != nil else { throw BrokenEngine("no information in 1024 bytes") }
            let measurements = Benchmark.measure([
                Benchmark(Engine.ours) { try? ImageInfo.read(from: prefix) }
            ])
            comparison.add(input: files.name, measurements)
            slowest = max(slowest, measurements.first.map { $0.median / 1000 } ?? .nan)
        }
        report.add(table: comparison.table)
        report.add(Target("image.info.median-us", slowest, .atMost, 5))
    }

    /// What decoding takes beside the input and the output.
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

    /// The same work by libspng; whether it succeeded.
    private func inSpng(_ body: [UInt8]) -> Bool {
        // SAFETY: the bytes are only read, and no more than their count.
        unsafe body.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return unsafe mimeograph_spng_decode(start, buffer.count) != 0
        }
    }

    /// The same work in C; whether it succeeded.
    private func inC(_ body: [UInt8], isJPEG: Bool, denominator: UInt32) -> Bool {
        // SAFETY: the bytes are only read, and no more than their count.
        unsafe body.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return false }
            return isJPEG
                ? unsafe mimeograph_image_peer_jpeg(start, buffer.count, denominator) != 0
                : unsafe mimeograph_image_peer_png(start, buffer.count) != 0
        }
    }
}
