import Foundation
import Mimeograph
import MimeographForm
import MimeographJSON
import MimeographSession
import MimeographSessionTesting
import TestServers
import TestSupport
import Testing

/// Tests of the printed errors of common mistakes: the first line is the failure, the last one the remedy.
@Suite struct SessionMessageTests {
    private struct Item: Decodable, Sendable { var name: String }

    private func error(_ operation: () async throws(SessionError) -> Void) async throws -> SessionError {
        do throws(SessionError) {
            try await operation()
        } catch {
            #expect("\(error)".split(separator: "\n").count <= 6)
            return error
        }
        throw CancellationError()
    }

    private func manager(_ transport: any Transport, base: String = "http://h/v1") throws -> HTTPSessionManager {
        var configuration = SessionConfiguration()
        configuration.proxies = .none
        configuration.options.idleTimeout = .milliseconds(200)
        return try HTTPSessionManager(
            baseURL: base,
            serializers: try SerializerRegistry { JSONPlugin() },
            configuration: configuration,
            transport: transport
        )
    }

    @Test func aBodyOfAnotherShape() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(fields: ["Content-Type": "application/json"], body: #"{"title":"a"}"#))
        let api = try manager(transport)
        let error = try await error { () throws(SessionError) in
            let _: Item = try await api.get("items/7", query: ["token": "secret"])
        }
        #expect(
            "\(error)" == """
                serialization: The body does not have the shape of Item: at its root the key "name" is missing.
                  at line 1, column 1 (byte 0)
                  in GET 200 OK, application/json, http://h/v1/items/7?…
                Make the property "name" optional, or give it the name that the sender writes.
                """
        )
        // A log shows the same text.
        #expect(error.localizedDescription == "\(error)")
        #expect((error as any Error).localizedDescription == "\(error)")
        #expect(error.errorDescription == "\(error)" && error.failureReason == error.message)
        #expect(
            error.recoverySuggestion
                == "Make the property \"name\" optional, or give it the name that the sender writes."
        )
        #expect(error.debugDescription.contains("chosen: matches application/json"))
        #expect(error.debugDescription.split(separator: "\n").filter { $0.hasPrefix("  in GET ") }.count == 1)
    }

    /// A code can follow `catch`.
    @Test func codesAreCaught() async throws {
        let api = try manager(ScriptedTransport())
        do {
            let _: Item = try await api.get("items/7")
        } catch .serialization, .timedOut {
            Issue.record("The error has another code.")
        } catch .invalidRequest {
            Issue.record("The error has another code.")
        } catch {
            #expect(error.code ~= error && !(SessionError.Code.timedOut ~= error))
        }
    }

    @Test func connections() async throws {
        let api = try manager(PlatformTransport.make(), base: "http://127.0.0.1:9/")
        let error = try await error { () throws(SessionError) in try await api.get("x") }
        #expect(
            "\(error)".hasPrefix("cannotConnect: No connection could be made (")
                && "\(error)".hasSuffix(
                    "\n  in GET http://127.0.0.1:9/x\nCheck that the server runs and can be reached."
                )
        )
    }

    @Test func times() async throws {
        #if os(Linux)
            let api = try manager(CurlTransport(), base: try TestServer.calm("/"))
            let silence = try await error { () throws(SessionError) in try await api.get("hang/message") }
            #expect(
                "\(silence)".hasPrefix("timedOut: No data was sent or received for 0.2 seconds, the idle timeout.\n")
                    && "\(silence)".hasSuffix(
                        "\nTry again, or raise TransportOptions.idleTimeout (configuration.options.idleTimeout)."
                    )
            )
        #endif
        let transport = ScriptedTransport()
        transport.on("*", .init(gate: AsyncGate(isOpen: false)))
        var api2 = try manager(transport)
        api2.configuration.resourceTimeout = .milliseconds(50)
        let whole = try await self.error { [api2] () throws(SessionError) in try await api2.get("x") }
        #expect(
            "\(whole)" == """
                timedOut: The request took longer than 0.05 seconds, the resource timeout.
                  in GET http://h/v1/x
                Raise SessionConfiguration.resourceTimeout, or ask for less at a time.
                """
        )
    }

    @Test func files() async throws {
        let folder = TemporaryFolder()
        try folder.write("film", "old".utf8)
        let transport = ScriptedTransport()
        transport.on("*", .init(chunks: [[1]]))
        let api = try manager(transport)
        let missing = folder.file("none/film")
        let there = folder.file("film")
        let first = try await error { () throws(SessionError) in try await api.download("film", to: .file(missing)) }
        #expect(
            "\(first)" == """
                fileNotWritable: The file of the download, \(missing), cannot be written: No such file or directory.
                  in GET http://h/v1/film
                Create its directory, or use .file("\(missing)", options: .createIntermediateDirectories).
                """
        )
        let second = try await error { () throws(SessionError) in try await api.download("film", to: .file(there)) }
        #expect(
            "\(second)" == """
                destinationExists: A file already exists at the destination: \(there).
                  in GET http://h/v1/film
                To replace it, use .file("\(there)", options: .removePreviousFile).
                """
        )
    }

    @Test func trust() {
        let problem = TrustProblem(reason: "self-signed certificate", libraryCode: 18, certificateIndex: 0)
        let failure = TrustFailure(.invalidChain, host: "h.example", problem: problem)
        #expect(
            "\(failure)"
                == "The certificates of h.example are not trusted: self-signed certificate. If it is your own server, trust "
                + "its authority: policy.anchors = .only(try Certificate.read(path: …))."
        )
        let expired = TrustFailure(
            .invalidChain,
            host: "h",
            problem: TrustProblem(reason: "certificate has expired", libraryCode: 10)
        )
        #if os(Linux)
            #expect("\(expired)".hasSuffix("Renew the server's certificate, and check this machine's clock."))
        #else
            #expect("\(expired)".hasSuffix("Check when the certificate expires, and what it may be used for."))
        #endif
    }

    #if os(Linux)
        @Test(.needsNginx) func schemes() async throws {
            let port = try TestServer.nginx().port("http")
            let encrypted = try manager(CurlTransport(), base: "https://127.0.0.1:\(port)/")
            let first = try await error { () throws(SessionError) in try await encrypted.get("hello") }
            #expect(
                "\(first)".hasPrefix("tlsFailed: The TLS handshake failed: the server's reply is not TLS (")
                    && "\(first)".hasSuffix(
                        "\nThe server may not use TLS on this port: check the scheme and the port of the URL."
                    )
            )
        }
    #endif
}
