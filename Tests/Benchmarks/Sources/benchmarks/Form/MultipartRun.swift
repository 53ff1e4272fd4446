import Foundation
import Harness
import Mimeograph
import MimeographFiles
import MimeographForm
import Processes

/// Multipart bodies, written from files and read from memory.
enum MultipartRun {
    private static let bufferSize = BodyStream.standardChunkSize

    // MARK: - Writing

    static func write(into report: inout Report) throws {
        let size = 1_000_000_000
        let path = try temporaryFile { try fill($0, count: size) }
        defer { try? FileManager.default.removeItem(atPath: path) }
        let source = try framed([path])
        guard let length = source.length, length > size, try drain(source) == length else {
            throw BrokenEngine("The framed file does not have the declared length.")
        }
        let nowhere = "the file, read into nowhere"
        var comparison = Comparison("A form with one file of 1 GB, pieces of 256 KiB")
        comparison.add(
            input: "1 GB",
            Benchmark.measure(
                [
                    Benchmark(nowhere, bytes: size) { readIntoNowhere(path) },
                    Benchmark("\(Engine.ours), framed, one buffer", bytes: size) { try? drain(source) },
                    Benchmark("\(Engine.ours), framed, an array a piece", bytes: size) { try? drainArrays(source) },
                ],
                rounds: 7
            )
        )
        report.add(table: comparison.table)
        let speed = comparison.speed(of: "\(Engine.ours), framed, one buffer", over: nowhere)
        report.add(Target("form.multipart-write.vs-reading", speed, .atLeast, 0.8))
    }

    // MARK: - Memory

    static func remember(into report: inout Report) throws {
        // Sparse files: they have a length but no blocks, and read as zeros.
        let paths = try (0..<10).map { _ in
            try temporaryFile { path in
                try Data().write(to: URL(fileURLWithPath: path))
                let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try handle.truncate(atOffset: 1 << 30)
                try handle.close()
            }
        }
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        let source = try framed(paths)
        let before = ResidentMemory.now
        // Makes the system reset the peak of resident memory.
        try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        let count = try drainArrays(source)
        guard count == source.length else { throw BrokenEngine("Not all of the 10 GiB were sent.") }
        let peak = ResidentMemory.peak
        report.add(
            table: Report.Table(
                title: "Ten files of 1 GiB in one form, sent",
                columns: ["", "MB resident"],
                rows: [
                    ["before", before.map { "\($0 / 1_000_000)" } ?? "-"],
                    ["at most", peak.map { "\($0 / 1_000_000)" } ?? "-"],
                ]
            )
        )
        report.add(Target("form.multipart-memory.resident-mb", peak.map { Double($0) / 1_000_000 }, .atMost, 32))
    }

    // MARK: - Reading

    static func read(into report: inout Report) throws {
        let size = 64 << 20
        var state: UInt64 = 42
        let noise = (0..<size).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        let line = Array("Of the body's lines each has sixty bytes, and ends with CRLF.\r\n".utf8)
        let contents: [(name: String, bytes: [UInt8])] = [
            ("random bytes", noise),
            ("lines of text", Array(repeatElement(line, count: size / line.count).joined())),
            ("nothing but CR", [UInt8](repeating: 0x0D, count: size)),
            (
                "beginnings of the boundary",
                Array(repeatElement(Array("\r\n--Boundary+0123456789ABCDE".utf8), count: size / 30).joined())
            ),
        ]
        let type: MediaType = "multipart/form-data;boundary=\"Boundary+0123456789ABCDEF\""
        var measurements: [Harness.Measurement] = []
        for (name, content) in contents {
            let head = "--Boundary+0123456789ABCDEF\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n"
            let body = Array(head.utf8) + content + Array("\r\n--Boundary+0123456789ABCDEF--".utf8)
            guard try count(body, type: type) == content.count else { throw BrokenEngine("\(name): bytes missing.") }
            measurements += Benchmark.measure(
                [Benchmark(name, bytes: body.count) { try? count(body, type: type) }],
                rounds: 7
            )
        }
        report.add(table: "One part of 64 MiB, fed in pieces of 64 KiB", measurements)
        for (name, measurement) in zip(["binary", "text"], measurements) {
            let speed = measurement.peakMegabytesPerSecond
            report.add(Target("form.multipart-read.\(name).mb-per-s", speed, .atLeast, 1000))
        }
    }

    private static func count(_ body: [UInt8], type: MediaType) throws -> Int {
        var parser = try MultipartParser(type: type)
        var elements: [MultipartElement] = []
        var total = 0
        var position = 0
        while position < body.count {
            let end = min(body.count, position + 1 << 16)
            try parser.consume(body.span.extracting(position..<end), into: &elements)
            for case .bytes(let bytes) in elements { total += bytes.count }
            elements.removeAll(keepingCapacity: true)
            position = end
        }
        try parser.finish(into: &elements)
        return total
    }

    // MARK: - Files

    private static func framed(_ paths: [String]) throws -> any BodySource {
        var form = MultipartFormData()
        for path in paths { try form.append(file: path, name: "file") }
        var message = RequestMessage(method: .post)
        try MultipartRequestSerializer().write(form, into: &message)
        guard case .stream(let stream) = message.body, let source = stream.source else {
            throw BrokenEngine("A form of files has no source.")
        }
        return source
    }

    private static func drain(_ source: any BodySource) throws -> Int {
        var reader = try source.makeReader()
        var buffer: [UInt8] = []
        var total = 0
        while true {
            buffer.removeAll(keepingCapacity: true)
            try buffer.append(addingCapacity: bufferSize) { (span) throws(SerializationError) in
                try reader.read(into: &span)
            }
            if buffer.isEmpty { return total }
            total += buffer.count
        }
    }

    private static func drainArrays(_ source: any BodySource) throws -> Int {
        var reader = try source.makeReader()
        var total = 0
        while case let count = try reader.readChunk().count, count > 0 { total += count }
        return total
    }

    private static func readIntoNowhere(_ path: String) -> Int {
        // SAFETY: the system reads the path's C string only during the call.
        let file = unsafe open(path, O_RDONLY)
        defer { close(file) }
        var total = 0
        // SAFETY: the buffer has `bufferSize` bytes, and lives through the closure.
        unsafe withUnsafeTemporaryAllocation(byteCount: bufferSize, alignment: 16) { buffer in
            while true {
                let count = unsafe Foundation.read(file, buffer.baseAddress, bufferSize)
                if count <= 0 { return }
                total += count
            }
        }
        return total
    }

    private static func temporaryFile(_ make: (String) throws -> Void) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("mimeograph-\(UUID().uuidString)").path
        try make(path)
        return path
    }

    private static func fill(_ path: String, count: Int) throws {
        try Data().write(to: URL(fileURLWithPath: path))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        let block = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        for _ in 0..<count / block.count { try handle.write(contentsOf: block) }
        try handle.close()
    }
}
