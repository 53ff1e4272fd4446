#if os(Linux)
    import Foundation
    import MimeographSupport
    import Synchronization
    import TestSupport

    /// A process with input and output by lines, without a thread that waits for it.
    ///
    /// Foundation's `Process` would pass the blocked signals of the tasks' threads on. No signal could then end such a process,
    /// or its children.
    final class LineProcess: Sendable {
        private struct State {
            var lines: [String] = []
            var rest: [UInt8] = []
            var isOver = false
            var status: Int32?
        }

        /// The number of the process.
        let identifier: pid_t
        /// Its input and output; no other process inherits this end.
        private let socket: Int32
        private let state = Mutex(State())

        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// Starts a program from the directory of Debian's programs.
        init(_ words: [String]) throws {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            // SAFETY: the array has the two elements that the call fills.
            guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Failure(description: "no sockets") }
            socket = ends[0]
            defer { close(ends[1]) }
            // SAFETY: the variables are of the types that the calls want; the C strings are freed after the last call.
            var actions = unsafe posix_spawn_file_actions_t()
            unsafe posix_spawn_file_actions_init(&actions)
            defer { unsafe posix_spawn_file_actions_destroy(&actions) }
            unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
            // The threads of tasks block signals, and a child would inherit that.
            var attributes = posix_spawnattr_t()
            unsafe posix_spawnattr_init(&attributes)
            defer { unsafe posix_spawnattr_destroy(&attributes) }
            unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
            var none = sigset_t()
            unsafe sigemptyset(&none)
            unsafe posix_spawnattr_setsigmask(&attributes, &none)
            var arguments = unsafe Self.copies(["env"] + words)
            var variables = unsafe Self.copies(["PATH=/usr/sbin:/sbin:/usr/bin:/bin", "LC_ALL=C"])
            defer { unsafe (arguments + variables).forEach { text in unsafe free(text) } }
            var identifier: pid_t = 0
            let status = ChildProcess.starting {
                unsafe posix_spawn(&identifier, "/usr/bin/env", &actions, &attributes, &arguments, &variables)
            }
            self.identifier = identifier
            if status != 0 { throw Failure(description: "\(words): error \(status)") }
        }

        /// C strings that the caller frees, and a nil after the last.
        private static func copies(_ words: [String]) -> [UnsafeMutablePointer<CChar>?] {
            // SAFETY: Swift hands over a C string that lives through the call.
            unsafe words.map { word in unsafe strdup(word) } + [nil]
        }

        deinit {
            _ = end(atMost: .seconds(10))
            close(socket)
        }

        /// Makes a shell exit, waits, and kills the process if it does not end.
        ///
        /// - Returns: The exit status; 256 or more if a signal ended the process.
        @discardableResult
        func end(atMost limit: Duration) -> Int32 {
            if let status = state.withLock({ $0.status }) { return status }
            try? write("exit\n")
            var status: Int32 = 0
            let deadline = ContinuousClock.now + limit
            // SAFETY: the variable is of the type that the call fills.
            while unsafe waitpid(identifier, &status, WNOHANG) == 0 {
                if ContinuousClock.now > deadline { kill(identifier, SIGKILL) }
                usleep(1000)
            }
            let code = status & 0x7F == 0 ? status >> 8 : 256 + status & 0x7F
            state.withLock { $0.status = code }
            return code
        }

        func write(_ text: String) throws {
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                // SAFETY: the pointer and the count are the slice's.
                let count = unsafe bytes.withUnsafeBytes {
                    unsafe send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count <= 0 { throw Failure(description: "the process does not read") }
                bytes = bytes.dropFirst(count)
            }
        }

        /// The number of complete lines that have arrived and were not read yet.
        var lineCount: Int {
            receive()
            return state.withLock { $0.lines.count }
        }

        private func receive() {
            state.withLock { state in
                var bytes = [UInt8](repeating: 0, count: 1 << 14)
                while true {
                    // SAFETY: the pointer and the count are the array's.
                    let count = unsafe bytes.withUnsafeMutableBytes {
                        unsafe recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT))
                    }
                    if count == 0 { state.isOver = true }
                    if count <= 0 { break }
                    state.rest += bytes[..<count]
                }
                while let end = state.rest.firstIndex(of: 0x0A) {
                    state.lines.append(String(decoding: state.rest[..<end], as: UTF8.self))
                    state.rest.removeSubrange(...end)
                }
            }
        }

        /// Returns the next line. Waits half a minute for it, because all tests run at once.
        func next() async throws -> String {
            let deadline = ContinuousClock.now + .seconds(30)
            repeat {
                receive()
                let (line, isOver): (String?, Bool) = state.withLock { state in
                    (state.lines.isEmpty ? nil : state.lines.removeFirst(), state.isOver)
                }
                if let line { return line }
                if isOver { throw Failure(description: "the process has ended") }
                try await Task.sleep(for: .milliseconds(5))
            } while ContinuousClock.now < deadline
            throw Failure(description: "no line came in time")
        }
    }
#endif
