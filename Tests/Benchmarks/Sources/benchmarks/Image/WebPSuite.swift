import CWebPPeer
import Foundation
import Harness
import Mimeograph
import MimeographImage
import MimeographImageWebP

/// WebP against libwebp in C, in turn in one process, and against Pillow, which times itself.
enum WebPSuite: Suite {
    static let name = "webp"
    static let summary = "decoding WebP, scaling, animations and writing, against libwebp in C and Pillow"
    static let parts = ["lossy", "lossless", "alpha", "small", "animation", "thumbnail", "write"]

    static func run(_ selection: Selection) throws -> Report {
        var run = WebPRun(hasPeers: selection.hasPeers)
        for part in parts where selection.contains(part) {
            switch part {
            case "thumbnail": try run.thumbnail()
            case "write": try run.write()
            default: try run.decode(part)
            }
        }
        return run.report
    }
}

/// One run of the suite, and the results so far.
private struct WebPRun {
    static let library = "libwebp in C"

    let hasPeers: Bool
    /// Limits that are large enough for the pictures and for libwebp's own memory.
    let limits = DecodingLimits(inputBytes: 64 << 20, outputBytes: 256 << 20)
    var report = Report()

    init(hasPeers: Bool) {
        self.hasPeers = hasPeers
        let version = mimeograph_webp_peer_version()
        let number = [version >> 16, version >> 8 & 0xFF, version & 0xFF].map(String.init).joined(separator: ".")
        report.add(note: "\(Machine.description).")
        report.add(note: "Peers: libwebp \(number) in C with the same settings, Pillow \(Pillow.version ?? "absent").")
    }

    private func photo(_ width: Int, _ height: Int) throws -> Image {
        try ImageResponseSerializer().read(ImageInput.makePhoto(width, height))
    }

    /// Returns the same picture with transparency that increases from left to right.
    private func faded(_ image: Image) throws -> Image {
        var pixels = image.converted(to: .rgba8).pixels
        for pixel in 0..<image.width * image.height {
            pixels[pixel * 4 + 3] = UInt8(pixel % image.width * 255 / image.width)
        }
        return try Image(width: image.width, height: image.height, format: .rgba8, pixels: pixels)
    }

    /// Returns the files of a part.
    private func files(_ part: String) throws -> [[UInt8]] {
        switch part {
        case "lossy": return [try photo(2400, 1800).encoded(as: .webp(quality: 80))]
        case "lossless": return [try photo(1200, 900).encoded(as: .webp(.lossless, effort: 1))]
        case "alpha": return [try faded(photo(1600, 1200)).encoded(as: .webp(quality: 80))]
        case "small":
            return try (0..<400).map { try faded(photo(40 + $0 % 16, 48)).encoded(as: .webp(quality: 60)) }
        default:
            let size = (width: 480, height: 360)
            let picture = try photo(size.width + 40, size.height)
            let faded = try faded(picture)
            var frames: [ImageFrame] = []
            for index in 0..<20 {
                // The picture moves left and becomes more transparent with each frame.
                var pixels: [UInt8] = []
                for row in 0..<size.height {
                    let start = (row * picture.width + 2 * index) * 4
                    pixels += faded.pixels[start..<start + size.width * 4]
                }
                frames.append(
                    try ImageFrame(
                        width: size.width,
                        height: size.height,
                        format: .rgba8,
                        pixels: pixels,
                        duration: .milliseconds(40)
                    )
                )
            }
            return [blended(try Image(frames: frames, loopCount: 0).encoded(as: .webp(quality: 70)))]
        }
    }

    /// Returns the same animation with frames that blend with the previous canvas. Source: RFC 9649 §2.7.1.1, figure 9.
    private func blended(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        var at = 12
        while at + 24 <= bytes.count {
            if bytes[at..<at + 4].elementsEqual("ANMF".utf8) { bytes[at + 23] = 0 }
            let length = (0..<4).reduce(0) { $0 | Int(bytes[at + 4 + $1]) << (8 * $1) }
            at += 8 + length + length % 2
        }
        return bytes
    }

    /// Measures decoding all frames to RGBA.
    mutating func decode(_ part: String) throws {
        let bodies = try files(part)
        let files = ImageInput.Files(name: part, bodies: bodies, isJPEG: false)
        let limits = limits
        let head = ResponseHead(status: 200)
        let serializer = ImageResponseSerializer(options: .rgba8, codecs: [.webp])
        let isAnimation = part == "animation"
        for body in bodies {
            let image = try serializer.read(body, head: head, limits: limits)
            guard Self.inC(body, isAnimation) == (isAnimation ? image.frames.count : image.height) else {
                throw BrokenEngine("libwebp in C cannot decode \(part).")
            }
        }
        let engines = [
            Benchmark(Engine.ours, bytes: files.byteCount) {
                bodies.reduce(0) { total, body in
                    total + ((try? serializer.read(body, head: head, limits: limits).height) ?? 0)
                }
            },
            Benchmark(Self.library, bytes: files.byteCount) { bodies.reduce(0) { $0 + Self.inC($1, isAnimation) } },
        ]
        var measurements = measure(part, engines)
        if hasPeers, let pillow = try Pillow.decode(files) { measurements.append(pillow) }
        var comparison = Comparison("Bytes to RGBA: \(part), \(bodies.count) files, \(files.byteCount) bytes")
        comparison.add(input: part, measurements)
        report.add(table: comparison.table)
        let toLibrary = comparison.speed(of: Engine.ours, over: Self.library).map { 1 / $0 }
        report.add(Target("webp.decode.\(part).vs-libwebp", toLibrary, .atMost, 1.05))
        let toPillow = comparison.speed(of: Engine.ours, over: Pillow.name).map { 1 / $0 }
        report.add(Target("webp.decode.\(part).vs-Pillow", toPillow, .atMost, 1))
    }

    /// Measures a thumbnail of 256 pixels.
    mutating func thumbnail() throws {
        let body = try photo(2400, 1800).encoded(as: .webp(quality: 80))
        var options = ImageReadingOptions.thumbnail(256)
        options.pixelFormat = .exactly(.rgba8)
        let serializer = ImageResponseSerializer(options: options, codecs: [.webp])
        let engines = [
            Benchmark(Engine.ours, bytes: body.count) { try? serializer.read(body).height },
            Benchmark(Self.library, bytes: body.count) {
                // SAFETY: the call reads only the buffer's bytes.
                unsafe body.withUnsafeBufferPointer { buffer in
                    unsafe buffer.baseAddress.map { unsafe mimeograph_webp_peer_scale($0, buffer.count, 256, 192) }
                }
            },
        ]
        add("A thumbnail of 256 pixels", "webp.thumbnail.vs-libwebp", measure("thumbnail", engines))
    }

    /// Measures writing RGB with and without loss.
    mutating func write() throws {
        let image = try photo(640, 480)
        for (name, encoding, quality) in [
            ("lossy", WebPEncoding.webp(quality: 80), Float(80)), ("lossless", .webp(.lossless), -1),
        ] {
            let pixels = image.pixels
            let engines = [
                Benchmark(Engine.ours, bytes: pixels.count) { try? image.encoded(as: encoding).count },
                Benchmark(Self.library, bytes: pixels.count) {
                    // SAFETY: the buffer holds the rows of the picture, and the call only reads them.
                    unsafe pixels.withUnsafeBufferPointer { buffer in
                        unsafe buffer.baseAddress.map { unsafe mimeograph_webp_peer_encode($0, 640, 480, quality) }
                    }
                },
            ]
            add("RGB to bytes: \(name)", "webp.write.\(name).vs-libwebp", measure("write \(name)", engines))
        }
    }

    private mutating func add(_ title: String, _ target: String, _ measurements: [Harness.Measurement]) {
        var comparison = Comparison(title)
        comparison.add(input: title, measurements)
        report.add(table: comparison.table)
        let ratio = comparison.speed(of: Engine.ours, over: Self.library).map { 1 / $0 }
        report.add(Target(target, ratio, .atMost, 1.05))
    }

    private func measure(_ work: String, _ engines: [Benchmark]) -> [Harness.Measurement] {
        FileHandle.standardError.write(Data("\(work)\n".utf8))
        return Benchmark.measure(hasPeers ? engines : Array(engines.prefix(1)), rounds: 15)
    }

    /// Decodes in C; returns the height, or the number of frames.
    private static func inC(_ body: [UInt8], _ isAnimation: Bool) -> Int {
        // SAFETY: the call reads only the buffer's bytes.
        unsafe body.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return isAnimation
                ? Int(unsafe mimeograph_webp_peer_animate(start, buffer.count))
                : Int(unsafe mimeograph_webp_peer_decode(start, buffer.count))
        }
    }
}
