import Foundation
import Harness

/// A Python module with `loads` and `dumps` in C, in a separate process that times itself, so startup time does not count. It
/// reads and writes dictionaries. Its garbage collector is on, as in ordinary programs.
struct PythonPeer {
    /// The name of the module, as it appears in the tables.
    let name: String
    /// The version; nil if the module is missing, or lacks the extension in C.
    let version: String?

    static let msgpack = PythonPeer(
        module: "msgpack",
        extensionModule: "msgpack._cmsgpack",
        version: "'.'.join(map(str, msgpack.version))"
    )
    static let cbor2 = PythonPeer(
        module: "cbor2",
        extensionModule: "_cbor2",
        version: "__import__('importlib.metadata').metadata.version('cbor2')"
    )
    static let orjson = PythonPeer(module: "orjson", extensionModule: "orjson", version: "orjson.__version__")

    /// The note of a report about the version.
    var note: String { "Peer: \(name) \(version ?? "is not installed, or lacks its extension in C")." }

    private init(module: String, extensionModule: String, version: String) {
        name = module
        self.version = try? Python.run("import \(module), \(extensionModule); print(\(version))", [])
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Measures reading the bytes, by processor time.
    func decode(_ body: [UInt8]) throws -> Harness.Measurement? { try measure(body, "loads(body)") }

    /// Measures writing the value of the bytes.
    func encode(_ body: [UInt8]) throws -> Harness.Measurement? { try measure(body, "dumps(value)") }

    /// Returns whether the module reads and writes the bytes without changing the value.
    func understands(_ body: [UInt8]) throws -> Bool {
        let program = """
            import sys, \(name)
            body = open(sys.argv[1], "rb").read()
            value = \(name).loads(body)
            print(\(name).loads(\(name).dumps(value)) == value)
            """
        return try withFile(of: body) { try Python.run(program, [$0]) }.hasPrefix("True")
    }

    private func measure(_ body: [UInt8], _ work: String) throws -> Harness.Measurement? {
        guard version != nil else { return nil }
        guard try understands(body) else { throw BrokenEngine("\(name) cannot read the encoded bytes.") }
        let program = """
            import sys, time
            from \(name) import loads, dumps
            body = open(sys.argv[1], "rb").read()
            value = loads(body)
            # Reading the clock takes as long as reading a small body.
            repeats = range(max(1, 100_000 // len(body)))
            end = time.monotonic() + 2
            rounds = 0
            while rounds < 15 or time.monotonic() < end:
                start = time.thread_time_ns()
                for _ in repeats: result = \(work)
                print((time.thread_time_ns() - start) / len(repeats))
                rounds += 1
            """
        let times = try withFile(of: body) { try Python.run(program, [$0]) }
            .split(separator: "\n").compactMap { Double($0) }
        return Harness.Measurement(
            name: name,
            rounds: times.dropFirst().sorted(),
            allocations: nil,
            bytes: body.count
        )
    }

    private func withFile(of body: [UInt8], _ work: (String) throws -> String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data(body).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try work(file.path)
    }
}
