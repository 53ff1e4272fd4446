import Foundation
import TestSupport

/// The program in a separate process. Tests that measure time use it, because the threads that tests share may be busy for long.
struct ToolProcess: Sendable {
    /// Its exit status.
    let status: Int32
    /// Its standard output.
    private(set) var output: [UInt8] = []
    /// The time at which parts of the output arrived.
    private(set) var outputTimes: [ContinuousClock.Instant] = []

    /// The path of the program. SwiftPM puts it next to the tests.
    static var path: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("mimeo").path
    }

    /// Runs the program, or another one, and a function that gets the running process.
    static func run(
        _ words: [String],
        program: String = path,
        meanwhile: @escaping @Sendable (Int32) -> Void = { _ in }
    ) async throws -> ToolProcess {
        try await ToolRun.onThread {
            Result {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: program)
                process.arguments = words
                process.standardInput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                letSignalsThrough()
                let pipe = try ChildProcess.starting {
                    let pipe = Pipe()
                    process.standardOutput = pipe
                    try process.run()
                    return pipe
                }
                meanwhile(process.processIdentifier)
                var output: [UInt8] = []
                var times: [ContinuousClock.Instant] = []
                while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
                    output += data
                    times.append(.now)
                }
                process.waitUntilExit()
                let hasExited = process.terminationReason == .exit
                let status = hasExited ? process.terminationStatus : -process.terminationStatus
                return ToolProcess(status: status, output: output, outputTimes: times)
            }
        }.get()
    }

    /// The threads of tests block signals, and a process that they start would inherit that.
    private static func letSignalsThrough() {
        var none = sigset_t()
        // SAFETY: the set is a variable of the type that the calls need, and no code reads the old set.
        unsafe sigemptyset(&none)
        // SAFETY: as above.
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
