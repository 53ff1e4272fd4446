#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import Mimeograph
import MimeographSession

/// Access to the terminal, the environment and the command line of the process.
enum Terminal {
    /// Whether the descriptor is a terminal.
    static func isTerminal(descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// The size of a terminal, in characters.
    struct Size: Equatable {
        var columns: Int
        var rows: Int
    }

    /// Returns the size of the terminal, or nil if the descriptor is not a terminal or its size is unknown.
    static func size(descriptor: Int32) -> Size? {
        var size = winsize()
        // SAFETY: the system writes the structure that this request is for, during the call.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// The path of this program, for running it again.
    static var programPath: String {
        // On Linux, the system's path is also right for a program that was found in the search path.
        #if os(Linux)
            "/proc/self/exe"
        #else
            CommandLine.arguments.first ?? "mimeo"
        #endif
    }

    /// Asks for a password without showing it. Returns nil without a terminal.
    static func readPassword(_ prompt: String) -> String? {
        // Without a terminal, `getpass` would read the password from standard input, which may be the body.
        // SAFETY: Swift hands over C strings that live through the calls.
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        close(terminal)
        // SAFETY: the C string is copied at once; no other code asks for a password at the same time.
        return unsafe getpass(prompt).map { unsafe String(cString: $0) }
    }

    /// The index of the first word of the command line that is not UTF-8, or nil if all are UTF-8.
    ///
    /// Swift repairs such a word, which would then name a different file.
    static var unreadableWord: Int? {
        (0..<Int(CommandLine.argc)).dropFirst().first { index in
            // SAFETY: the system keeps each word in memory until the process ends, ended by a zero byte.
            guard let text = unsafe CommandLine.unsafeArgv[index] else { return false }
            return unsafe String(validatingCString: text) == nil
        }
    }

    /// Hides secrets from the process list: the values of secret options, and other words that hold a secret.
    ///
    /// Other programs can read the words until then, as with cURL.
    static func hideSecrets(_ options: [OptionDeclaration]) {
        let words = CommandLine.arguments
        let secret = options.filter(\.isSecret)
        let names = secret.map { "--\($0.name)" } + secret.compactMap { $0.short.map { "-\($0)" } }
        // All secrets are found before the first is hidden, because the search takes some time.
        var starts: [(index: Int, start: Int)] = []
        for (index, word) in words.enumerated().dropFirst() {
            let attached = names.first { word.beginsWithBytes(of: "\($0)=") }.map { $0.utf8.count + 1 }
            let isHidden = names.contains(words[index - 1]) || HiddenValues.holdsSecret(inWord: word)
            if let start = attached ?? (isHidden ? 0 : nil) { starts.append((index, start)) }
        }
        for (index, start) in starts {
            // SAFETY: the system keeps each word in writable memory until the process ends, with a zero byte at its end.
            guard index < Int(CommandLine.argc), let text = unsafe CommandLine.unsafeArgv[index] else { continue }
            for offset in start..<max(start, unsafe strlen(text)) { unsafe text[offset] = 0x2A }
        }
    }

    /// Writes to standard output at once.
    static func writeToStandardOutput(_ text: String) { FileDescriptorWriter(descriptor: 1).write(text) }

    /// Returns the environment variables that are set.
    static func environment(_ names: [String]) -> [String: String] {
        var found: [String: String] = [:]
        for name in names {
            // SAFETY: the tool never changes its environment, so the C string stays valid while it is copied.
            if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
        }
        return found
    }
}

/// A writer to a file descriptor. It does not buffer, so two streams on one terminal keep their order.
final class FileDescriptorWriter: ByteWriter {
    private let descriptor: Int32
    private var isClosed = false
    private(set) var failure: String?

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes all bytes. After a failure it writes nothing more. A closed pipe is not a failure, because its reader wants no
    /// more.
    func write(_ bytes: [UInt8]) {
        if isClosed { return }
        var remaining = bytes[...]
        while !remaining.isEmpty {
            // SAFETY: the pointer and the count are those of the slice, which lives through the call.
            let written = unsafe remaining.withUnsafeBytes { unsafe systemWrite(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            if written < 0 {
                isClosed = true
                failure = errno == EPIPE ? nil : FileReading.lastReason()
                return
            }
            remaining.removeFirst(written)
        }
    }

    private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
        // SAFETY: the caller vouches for pointer and count. The method's own name hides the system's `write`.
        #if canImport(Glibc)
            unsafe Glibc.write(descriptor, start, count)
        #elseif canImport(Musl)
            unsafe Musl.write(descriptor, start, count)
        #else
            unsafe Darwin.write(descriptor, start, count)
        #endif
    }
}
