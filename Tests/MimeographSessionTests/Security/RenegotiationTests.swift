#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// A server of TLS 1.2 that begins another handshake after the request has come, in which it could show other certificates.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct RenegotiationTests {
        /// The server of the openssl command, which takes orders on its standard input: `r` renegotiates.
        ///
        /// It is unchecked because `Process` is not made for several threads; one waits for it after the other.
        private final class Server: @unchecked Sendable {
            private let process = Process()
            private let input: Pipe
            private let output: Pipe
            private var seen = ""

            init() throws {
                process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
                process.arguments = [
                    "s_server", "-accept", "127.0.0.1:0", "-tls1_2", "-naccept", "1", "-cert",
                    try TLSServer.file("good.pem"),
                    "-key", try TLSServer.file("good.key"), "-cert_chain", try TLSServer.file("good.chain.pem"),
                ]
                process.standardError = FileHandle.nullDevice
                (input, output) = try ChildProcess.starting { [process] in
                    let (input, output) = (Pipe(), Pipe())
                    process.standardInput = input
                    process.standardOutput = output
                    try process.run()
                    return (input, output)
                }
            }

            /// Waits until the server has printed a text; what stands between it and the end of its line.
            func wait(for text: String) async -> Substring? {
                await withCheckedContinuation { done in
                    Thread.detachNewThread { done.resume(returning: self.waiting(for: text)) }
                }
            }

            private func waiting(for text: String) -> Substring? {
                while true {
                    if let found = seen.range(of: text),
                        let end = seen[found.upperBound...].firstIndex(where: \.isNewline)
                    {
                        return seen[found.upperBound..<end]
                    }
                    let data = output.fileHandleForReading.availableData
                    if data.isEmpty { return nil }
                    seen += String(decoding: data, as: UTF8.self)
                }
            }

            /// Types a text. The server may have gone by then, of which SIGPIPE tells the thread that writes, and so it must not be
            /// one that the tests need.
            func type(_ text: String) async {
                await withCheckedContinuation { done in
                    Thread.detachNewThread {
                        var signals = sigset_t()
                        // SAFETY: the set is a variable of the type that the calls want, and no code asks for the old one.
                        unsafe sigemptyset(&signals)
                        unsafe sigaddset(&signals, SIGPIPE)
                        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
                        try? self.input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
                        done.resume()
                    }
                }
            }

            func stop() {
                process.terminate()
                process.waitUntilExit()
            }
        }

        @Test func aSecondHandshakeIsRefused() async throws {
            let server = try Server()
            defer { server.stop() }
            let port = try #require(await server.wait(for: "ACCEPT 127.0.0.1:"))
            let request = TransportRequest(
                url: "https://localhost:\(port)/",
                options: TransportOptions(idleTimeout: .seconds(20), securityPolicy: try HandshakeTests.anchored())
            )
            async let response = CurlTransport().whole(request)
            _ = await server.wait(for: "GET / HTTP/1.1")
            await server.type("r\n")
            do {
                _ = try await response
                Issue.record("The server has answered.")
            } catch {
                // The server takes the refusal for the end; it would answer nothing, for as long as a client waits.
                let code = (error as? TransportError)?.code
                #expect(code == .connectionLost || code == .tlsFailed)
            }
        }
    }
#endif
