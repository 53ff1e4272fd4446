import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A local listener and a named pipe that detect any access.
final class Bait {
    /// The content of the pipe. Reading the pipe removes it.
    static let content = Array("<leaked/>".utf8)

    let port: UInt16
    let folder: URL
    private let listener: Int32
    private let pipe: Int32

    init() throws {
        #if canImport(Glibc)
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        self.listener = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: a sockaddr_in is a valid sockaddr, and its size is passed.
        let status = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                let bound = unsafe bind(listener, address, length)
                return unsafe bound == 0 ? getsockname(listener, address, &length) : bound
            }
        }
        guard status == 0, listen(listener, 16) == 0, fcntl(listener, F_SETFL, O_NONBLOCK) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        port = UInt16(bigEndian: address.sin_port)
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("mimeograph-bait-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appendingPathComponent("pipe").path
        // SAFETY: the path ends with a zero.
        guard unsafe mkfifo(path, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
        // Opens both ends, so neither this test nor a parser that opens the pipe has to wait.
        pipe = unsafe open(path, O_RDWR | O_NONBLOCK)
        guard pipe >= 0 else { throw CocoaError(.fileReadUnknown) }
        // SAFETY: the buffer is read only during the call.
        let written = unsafe Bait.content.withUnsafeBytes { unsafe write(pipe, $0.baseAddress, $0.count) }
        guard written == Bait.content.count else { throw CocoaError(.fileWriteUnknown) }
    }

    deinit {
        _ = close(listener)
        _ = close(pipe)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Replaces `{file}`, `{path}` and `{http}` in a text with the URLs of the bait.
    func set(into text: String) -> String {
        let path = folder.appendingPathComponent("pipe").path
        return text.replacingOccurrences(of: "{file}", with: "file://\(path)")
            .replacingOccurrences(of: "{path}", with: path)
            .replacingOccurrences(of: "{http}", with: "http://127.0.0.1:\(port)/bait.dtd")
    }

    /// Returns whether somebody has connected, or has read from the pipe.
    func isTaken() -> Bool {
        let connection = accept(listener, nil, nil)
        if connection >= 0 {
            _ = close(connection)
            return true
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        // SAFETY: the call reads at most as many bytes as fit.
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(pipe, $0.baseAddress, $0.count) }
        guard count == Bait.content.count else { return true }
        let written = unsafe Bait.content.withUnsafeBytes { unsafe write(pipe, $0.baseAddress, $0.count) }
        return written != Bait.content.count
    }
}
