#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A socket of a server on this machine. This file makes all system calls.
struct Socket: Sendable {
    let descriptor: Int32

    /// The error for a socket that could not be made.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        /// Makes an error from the failed call and the system's error message.
        init(_ call: String) {
            // SAFETY: the C string is copied at once; another thread could at worst change the words.
            description = unsafe "\(call): \(String(cString: strerror(errno)))"
        }
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    private init(family: Int32) throws(Failure) {
        #if canImport(Glibc)
            descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        #else
            descriptor = socket(family, SOCK_STREAM, 0)
        #endif
        guard descriptor >= 0 else { throw Failure("socket") }
        // Child processes of the demonstration must not inherit it.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    /// Prevents SIGPIPE from ending this process when a client has closed its connection, if `send` has no flag for that.
    static func outliveClients() {
        #if canImport(Darwin)
            _ = signal(SIGPIPE, SIG_IGN)
        #endif
    }

    /// Listens on 127.0.0.1, on a port that the system chooses.
    static func onLoopback() throws(Failure) -> (socket: Socket, port: Int) {
        let listener = try Socket(family: AF_INET)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: the address is a variable of the family's own type, its size is given, and it outlives the calls.
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(listener.descriptor, generic, length) == 0 && listen(listener.descriptor, 64) == 0
                    && getsockname(listener.descriptor, generic, &length) == 0
            }
        }
        guard isBound else { throw listener.closed("bind") }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Listens on a Unix-domain socket.
    static func atPath(_ path: String) throws(Failure) -> Socket {
        let listener = try Socket(family: AF_UNIX)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // SAFETY: the bytes and a zero byte after them fit into the structure's array, which is checked first.
        let fits = unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            guard bytes.count < place.count else { return false }
            unsafe place.copyBytes(from: bytes)
            return true
        }
        guard fits else {
            errno = ENAMETOOLONG
            throw listener.closed("bind")
        }
        // SAFETY: as for the loopback address.
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(listener.descriptor, generic, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                    && listen(listener.descriptor, 64) == 0
            }
        }
        guard isBound else { throw listener.closed("bind") }
        return listener
    }

    private func closed(_ call: String) -> Failure {
        let failure = Failure(call)
        close()
        return failure
    }

    /// Waits for input or a new connection. Returns false after the timeout.
    func waitUntilReadable(milliseconds: Int32) -> Bool {
        var entry = pollfd(descriptor)
        // SAFETY: one entry, which outlives the call.
        return unsafe poll(&entry, 1, milliseconds) > 0
    }

    /// Accepts a waiting connection; nil if it is gone again.
    func accept() -> Socket? {
        let connection = systemAccept(descriptor)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return Socket(descriptor: connection)
    }

    /// Reads the next bytes; empty at the end, after an error, or after half a minute without input.
    func read(atMost limit: Int = 1 << 16) -> [UInt8] {
        guard waitUntilReadable(milliseconds: 30_000) else { return [] }
        var bytes = [UInt8](repeating: 0, count: limit)
        // SAFETY: the pointer is the array's, and the limit is its count.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, limit, 0) }
        return Array(bytes.prefix(max(0, count)))
    }

    /// Sends all bytes; false if the other side has closed the connection.
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if canImport(Darwin)
                let flags: Int32 = 0
            #else
                // A closed connection must not end the process.
                let flags = Int32(MSG_NOSIGNAL)
            #endif
            // SAFETY: the pointer and the count are the slice's.
            let sent = unsafe rest.withUnsafeBytes { unsafe send(descriptor, $0.baseAddress, $0.count, flags) }
            guard sent > 0 else { return false }
            rest.removeFirst(sent)
        }
        return true
    }

    /// Closes the socket.
    func close() { systemClose(descriptor) }
}

// Members with the names of system calls would hide those calls.

private func pollfd(_ descriptor: Int32) -> pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }

private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }

private func systemAccept(_ descriptor: Int32) -> Int32 { accept(descriptor, nil, nil) }
