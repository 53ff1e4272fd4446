import Foundation
import Harness

/// A module of Python with `loads` and `dumps` in C, in a process of its own that times itself: what starting it takes does not
/// count. It reads to dictionaries and writes such; its garbage collector is on, as programs have it.
struct PythonPeer {
    /// The module, which is what the tables call it.
    let name: String
    /// Its version; nil where it is not here, or is not the extension in C.
    let version: String?

    init(module: String, extensionModule: String, version: String) {
        name = module
        self.version = try? Python.run("import \(module), \(extensionModule); print(\(version))", [])
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// What reading the bytes takes, by the time of the processor.
    func decode(_ body: [UInt8]) throws -> Harness.Measurement? { try measure(body, "loads(body)") }

    /// What writing the value of the bytes takes.
    func encode(_ body: [UInt8]) throws -> Harness.Measurement? { try measure(body, "dumps(value)") }

    /// Whether the module reads and writes the bytes without a change of the value.
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
        guard try understands(body) else { throw BrokenEngine("\(name) does not read what is written") }
        let program = """
            import sys, time
            from \(name) import loads, dumps
            body = open(sys.argv[1], "rb").read()
            value = loads(body)
            end = time.monotonic() + 2
            rounds = 0
            while rounds < 15 or time.monotonic() < end:
                start = time.thread_time_ns()
                result = \(work)
                print(time.thread_time_ns() - start)
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
