#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A socket of the suite's server. This file makes all system calls.
struct CurlSocket: Sendable {
    private let descriptor: Int32

    /// The error for a socket that cannot be made.
    struct Failure: Error {}

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Makes a socket on 127.0.0.1, on a port that the system chooses.
    ///
    /// - Parameter isListening: Whether it accepts connections. Otherwise connections to the port fail while the socket is open.
    static func onLoopback(isListening: Bool = true) throws(Failure) -> (socket: CurlSocket, port: Int) {
        #if canImport(Glibc)
            let made = CurlSocket(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
        #else
            let made = CurlSocket(socket(AF_INET, SOCK_STREAM, 0))
        #endif
        guard made.descriptor >= 0 else { throw Failure() }
        _ = fcntl(made.descriptor, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: the address is a variable of the family's own type, its size is given, and it outlives the calls.
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                unsafe bind(made.descriptor, generic, length) == 0
                    && (!isListening || listen(made.descriptor, 64) == 0)
                    && getsockname(made.descriptor, generic, &length) == 0
            }
        }
        guard isBound else {
            made.close()
            throw Failure()
        }
        return (made, Int(UInt16(bigEndian: address.sin_port)))
    }

    /// Waits for input or a new connection. Returns false after the time.
    func waitUntilReadable(milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // SAFETY: one entry, which outlives the call.
        return unsafe poll(&entry, 1, milliseconds) > 0
    }

    /// Accepts a waiting connection; nil if it is gone again.
    func acceptConnection() -> CurlSocket? {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return nil }
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return CurlSocket(connection)
    }

    /// Reads the bytes that have arrived; empty at the end or after an error.
    func receive() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        // SAFETY: the pointer is the array's, and the limit is its count.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
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

    /// Announces the end of what this side sends.
    func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Closes the socket.
    func close() { systemClose(descriptor) }
}

// A member with the name of a system call would hide that call.
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }
