#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSession
    import TestServers
    import TestSupport
    import Testing

    /// Tests of a TLS 1.2 server that starts another handshake after the request, in which it could show other certificates.
    @Suite(.needsTLSServer, .within(minutes: 10))
    struct RenegotiationTests {
        /// The server of the openssl command, which reads commands from its standard input: `r` renegotiates.
        ///
        /// It is unchecked because `Process` is not safe to use from several threads. Here, one thread waits for it at a time.
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

            /// Waits until the server has printed a text, and returns the rest of that line.
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

            /// Writes a text to the server's input. If the server has ended, the writing thread gets a SIGPIPE, so the tests
            /// don't use that thread otherwise.
            func type(_ text: String) async {
                await withCheckedContinuation { done in
                    Thread.detachNewThread {
                        var signals = sigset_t()
                        // SAFETY: the set is a variable of the type that the calls expect, and nothing needs the previous set.
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
                // The server treats the refusal as the end. It would send no answer, however long a client waits.
                let code = (error as? TransportError)?.code
                #expect(code == .connectionLost || code == .tlsFailed)
            }
        }
    }
#endif
