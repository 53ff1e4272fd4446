import Foundation

/// The program itself, in a process of its own.
enum ToolProcess {
    /// Runs it, and something beside it that is told its process.
    ///
    /// - Returns: Its exit status.
    static func run(_ words: [String], meanwhile: @escaping @Sendable (Int32) -> Void) async throws -> Int32 {
        try await ToolRun.onThread {
            Result {
                let process = Process()
                // SwiftPM puts the program beside the tests that it builds.
                let tests = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("mimeo")
                process.arguments = words
                process.standardInput = FileHandle.nullDevice
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                letSignalsThrough()
                try process.run()
                meanwhile(process.processIdentifier)
                process.waitUntilExit()
                return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
            }
        }.get()
    }

    /// The threads that tests run on take no signals; what is started from them would inherit that.
    private static func letSignalsThrough() {
        var none = sigset_t()
        // SAFETY: the set is a variable of the type that the calls want, and nobody asks for the old one.
        unsafe sigemptyset(&none)
        // SAFETY: as above.
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}
