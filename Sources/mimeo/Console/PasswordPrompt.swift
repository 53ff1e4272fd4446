#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A question on the terminal whose answer is not shown.
enum PasswordPrompt {
    /// The longest answer, in bytes.
    private static let limit = 4096

    /// Asks for a password. Returns nil without a terminal.
    ///
    /// The terminal is used directly, because standard input may be the body. `getpass` would keep Ctrl-C from working.
    static func ask(_ prompt: String) -> String? {
        // SAFETY: Swift hands over a C string that lives through the call.
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var settings = termios()
        // SAFETY: `settings` is a variable of the type that the call fills.
        guard unsafe tcgetattr(terminal, &settings) == 0 else { return nil }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        let interruption = Interruption.ofProcess()
        // SAFETY: the calls only read the variables.
        unsafe tcsetattr(terminal, TCSAFLUSH, &silent)
        let writer = FileDescriptorWriter(descriptor: terminal)
        writer.write(prompt)
        let answer = line(terminal, interruption)
        unsafe tcsetattr(terminal, TCSAFLUSH, &settings)
        writer.write("\n")
        interruption.end()
        // The echo is back, so the signal may end the process.
        if interruption.isRaised { exit(ExitCode.interrupted.rawValue) }
        return answer
    }

    /// Reads a line without its line feed. Returns nil if it is not UTF-8 or too long, and when a signal arrives.
    private static func line(_ terminal: Int32, _ interruption: Interruption) -> String? {
        var bytes: [UInt8] = []
        while bytes.count < limit {
            var request = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            // A signal ends the wait of `poll`, but not that of `read`. The time limit covers a signal just before the wait.
            // SAFETY: the call fills this one structure.
            let count = unsafe poll(&request, 1, 200)
            if interruption.isRaised { return nil }
            if count <= 0 { continue }
            var byte: UInt8 = 0
            // SAFETY: the call writes at most one byte into the variable.
            guard unsafe read(terminal, &byte, 1) == 1, byte != 0x0A else { break }
            bytes.append(byte)
        }
        return bytes.count < limit ? String(validating: bytes, as: UTF8.self) : nil
    }
}
