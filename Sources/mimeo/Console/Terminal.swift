#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
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
