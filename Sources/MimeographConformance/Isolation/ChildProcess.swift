#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A child process whose standard output is read.
final class ChildProcess {
    /// The result of one attempt to read the output.
    enum Event {
        case bytes([UInt8])
        case nothingYet
        case end
    }

    private let process: pid_t
    private let output: Int32

    /// Starts a program.
    ///
    /// - Parameter command: The path of the program, and its arguments.
    /// - Returns: nil if the program cannot be started.
    init?(_ command: [String]) {
        guard let program = command.first else { return nil }
        var ends: [Int32] = [-1, -1]
        // SAFETY: the array has room for the two descriptors.
        guard unsafe pipe(&ends) == 0 else { return nil }
        // No child inherits the two ends, not even one that another thread starts. This child gets a copy of one.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        var identifier: pid_t = 0
        let status = ChildProcess.spawn(program, command, output: ends[1], &identifier)
        guard status == 0 else {
            close(ends[0])
            return nil
        }
        process = identifier
        output = ends[0]
    }

    deinit { close(output) }

    private static func spawn(
        _ program: String,
        _ command: [String],
        output: Int32,
        _ identifier: inout pid_t
    ) -> Int32 {
        // SAFETY: the actions are made before they are used, and destroyed after it.
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = unsafe posix_spawn_file_actions_t()
        #endif
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        // Swift's message about a trap is discarded, because the signal and the journal contain everything.
        // SAFETY: the path is a literal, which the call copies.
        unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        // SAFETY: each string is a copy that is freed after the call, and the list ends with nil.
        var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        // A backtrace would take longer than everything else.
        // SAFETY: it is a copy of a literal, freed after the call.
        let variable = unsafe strdup("SWIFT_BACKTRACE=enable=no")
        defer { unsafe free(variable) }
        var variables = unsafe [variable]
        // SAFETY: the environment is a list that ends with nil, and no other code changes it here.
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            unsafe variables.append(text)
            unsafe entry += 1
        }
        unsafe variables.append(nil)
        // SAFETY: both lists end with nil and live through the call, which copies what it needs.
        return unsafe posix_spawn(&identifier, program, &actions, nil, &arguments, &variables)
    }

    /// Waits for output, at most that long.
    func read(waitingMilliseconds: Int32) -> Event {
        var state = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        // SAFETY: the count of one matches the single entry.
        let count = unsafe poll(&state, 1, waitingMilliseconds)
        guard count > 0 else { return .nothingYet }
        guard let bytes = SystemCalls.read(output, atMost: 65_536), !bytes.isEmpty else { return .end }
        return .bytes(bytes)
    }

    /// Ends the process by force.
    func kill() {
        // This child has not been waited for, so no other process can have its number.
        _ = systemKill(process)
    }

    /// The way a process ended.
    struct Ending {
        /// The signal that ended it, if one did.
        let signal: Int32?
    }

    /// Waits for the end of the process.
    ///
    /// - Parameter limit: The longest wait in milliseconds; nil after ``kill()``, when the end is certain.
    /// - Returns: nil if the process still runs.
    func ending(waitingMilliseconds limit: Int32?) -> Ending? {
        var status: Int32 = 0
        var waited: Int32 = 0
        while true {
            // SAFETY: `status` is a variable of the type that the call fills.
            let result = unsafe waitpid(process, &status, limit == nil ? 0 : WNOHANG)
            if result > 0 { break }
            if result < 0, errno != EINTR { return Ending(signal: nil) }
            if let limit {
                if waited >= limit { return nil }
                usleep(10_000)
                waited += 10
            }
        }
        let signal = status & 0x7F
        return Ending(signal: signal == 0 ? nil : signal)
    }
}

/// Calls the system's function, whose name the member hides.
private func systemKill(_ process: pid_t) -> Int32 { kill(process, SIGKILL) }
