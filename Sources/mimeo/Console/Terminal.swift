#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
import Mimeograph
import MimeographSession

/// Asks the system about the terminal and the environment.
enum Terminal {
    /// Whether the descriptor is a terminal.
    static func isTerminal(descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// How many characters a terminal shows.
    struct Size: Equatable {
        var columns: Int
        var rows: Int
    }

    /// The size of the terminal that the descriptor is; nil where it is none, or does not say.
    static func size(descriptor: Int32) -> Size? {
        var size = winsize()
        // SAFETY: the system writes the structure that this request is for, during the call.
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// The path of this program, to run it again.
    static var programPath: String {
        // Where the system tells it, this is right also for a program that was found in the search path.
        #if os(Linux)
            "/proc/self/exe"
        #else
            CommandLine.arguments.first ?? "mimeo"
        #endif
    }

    /// Asks for a password without showing it; nil where there is no terminal.
    static func readPassword(_ prompt: String) -> String? {
        // `getpass` would read it from standard input, which may be the body.
        // SAFETY: Swift hands over C strings that live through the calls.
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
        guard terminal >= 0 else { return nil }
        close(terminal)
        // SAFETY: the C string is copied at once; no other code asks for a password meanwhile.
        return unsafe getpass(prompt).map { unsafe String(cString: $0) }
    }

    /// The place of the first word of the command line that is not UTF-8; nil if all are UTF-8.
    ///
    /// Swift repairs such a word, which would then name another file.
    static var unreadableWord: Int? {
        (0..<Int(CommandLine.argc)).dropFirst().first { index in
            // SAFETY: the system keeps each word in memory until the process ends, ended by a zero byte.
            guard let text = unsafe CommandLine.unsafeArgv[index] else { return false }
            return unsafe String(validatingCString: text) == nil
        }
    }

    /// Hides from the list of processes what may be a password: the values of options that say so, and words that hold a secret.
    ///
    /// Other programs can read them until then, as they can those of cURL.
    static func hideSecrets(_ options: [OptionDeclaration]) {
        let words = CommandLine.arguments
        let secret = options.filter(\.isSecret)
        let names = secret.map { "--\($0.name)" } + secret.compactMap { $0.short.map { "-\($0)" } }
        // All are found before the first one is blanked: finding them takes a while.
        var starts: [(index: Int, start: Int)] = []
        for (index, word) in words.enumerated().dropFirst() {
            let attached = names.first { word.beginsWithBytes(of: "\($0)=") }.map { $0.utf8.count + 1 }
            let isHidden = names.contains(words[index - 1]) || HiddenValues.holdsSecret(inWord: word)
            if let start = attached ?? (isHidden ? 0 : nil) { starts.append((index, start)) }
        }
        for (index, start) in starts {
            // SAFETY: the system keeps each word in memory that this process may write, ended by a zero byte; it is not longer than that.
            guard index < Int(CommandLine.argc), let text = unsafe CommandLine.unsafeArgv[index] else { continue }
            for offset in start..<max(start, unsafe strlen(text)) { unsafe text[offset] = 0x2A }
        }
    }

    /// Writes to standard output at once.
    static func writeToStandardOutput(_ text: String) { FileDescriptorWriter(descriptor: 1).write(text) }

    /// Those of the environment variables that are set.
    static func environment(_ names: [String]) -> [String: String] {
        var found: [String: String] = [:]
        for name in names {
            // SAFETY: the tool never changes its environment, so the C string stays valid while it is copied.
            if let value = unsafe getenv(name) { found[name] = unsafe String(cString: value) }
        }
        return found
    }
}

/// Writes to a file descriptor at once, so that what goes to two streams of one terminal keeps its order.
final class FileDescriptorWriter: ByteWriter {
    private let descriptor: Int32
    private var isClosed = false
    private(set) var failure: String?

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes all of it. When that fails it writes nothing more; a reader that is gone is no failure, it has seen what
    /// it wanted.
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
