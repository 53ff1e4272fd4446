#if os(Linux)
    import Foundation
    import MimeographSession
    import TestServers
    import Testing

    /// Found under load: a process that was started at the wrong moment inherited a connection and held it open after it was
    /// closed here.
    @Suite(.needsOddServer) struct InheritedConnectionTests {
        /// Runs in a separate process, where no other test has connections to the server.
        @Test func noProcessInheritsAConnection() async {
            await #expect(processExitsWith: .success) {
                let url = try TestServer.odd("/endless")
                let port = try #require(URL(string: url)?.port)
                let response = try await CurlTransport().send(TransportRequest(url: url))
                var body = response.body.makeAsyncIterator()
                _ = try await body.next()
                var connections = 0
                for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                    guard let descriptor = Int32(name) else { continue }
                    var address = sockaddr_in()
                    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
                    // SAFETY: the address has room for as many bytes as the length states.
                    let status = unsafe withUnsafeMutableBytes(of: &address) { bytes in
                        unsafe getpeername(
                            descriptor,
                            bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                            &length
                        )
                    }
                    guard status == 0, UInt16(bigEndian: address.sin_port) == UInt16(port) else { continue }
                    connections += 1
                    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
                }
                #expect(connections == 1)
                _ = try await body.next()
            }
        }
    }
#endif
