import Foundation
import TestSupport

/// The program itself, in a process of its own. What looks at the clock is tested with it: the threads that tests share may
/// be busy for long.
struct ToolProcess: Sendable {
    /// Its exit status.
    let status: Int32
    /// What it wrote to standard output.
    private(set) var output: [UInt8] = []
    /// When something of that came.
    private(set) var outputTimes: [ContinuousClock.Instant] = []

    /// Where it is: SwiftPM puts it beside the tests that it builds.
    static var path: String {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("mimeo").path
    }

    /// Runs it, or another program, and something beside it that is told its process.
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

    /// The threads that tests run on take no signals; what is started from them would inherit that.
    private static func letSignalsThrough() {
        var none = sigset_t()
        // SAFETY: the set is a variable of the type that the calls want, and no code reads the old one.
        unsafe sigemptyset(&none)
        // SAFETY: as above.
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
