#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographForm
    import MimeographSupport
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of which requests may use each piece of state that a session keeps: the matrix of the page "Who sees what".
    @Suite(.needsOddServer, .needsTLSServer, .within(minutes: 10))
    struct WhoSeesWhatTests {
        /// A piece of state that a session keeps.
        enum State: String, CaseIterable {
            case credential, connection, resumedTLS, cookie, response, resumption
        }

        /// The difference between the second request and the first.
        enum Difference: String, CaseIterable {
            /// No difference, with the same configuration and with a copy of it.
            case nothing, copy
            /// Another user in the URL; another provider, cookie storage and cache; no provider at all; another policy.
            case user, configuration, noProvider, policy
            case host, port, scheme, socket, proxy
            /// Another Host field; another field that is secret by its name; another field that an interceptor sets.
            case hostField, secretField, interceptor
            /// Another session whose transport trusts other authorities, and one whose transport trusts the same.
            case transport, sameTrust
            /// A client certificate.
            case identity
        }

        struct Cell: CustomTestStringConvertible, Sendable {
            let state: State
            let difference: Difference
            let isSeen: Bool
            var testDescription: String { "\(state) \(difference)" }
        }

        /// The table of whether the second request may use the state that the first one left.
        static let matrix: [Cell] = [
            row(
                .credential,
                seenWith: [.nothing, .copy, .policy, .proxy, .interceptor, .identity],
                not: [
                    .user, .configuration, .noProvider, .host, .port, .scheme, .socket, .hostField, .transport,
                    .sameTrust,
                ]
            ),
            row(
                .connection,
                seenWith: [.nothing, .copy, .user, .configuration, .noProvider, .interceptor],
                not: [.policy, .host, .port, .scheme, .socket, .proxy, .transport, .sameTrust, .identity]
            ),
            row(
                .resumedTLS,
                seenWith: [.nothing, .copy, .user, .configuration, .noProvider],
                not: [.policy, .host, .port, .transport, .sameTrust, .identity]
            ),
            row(
                .cookie,
                seenWith: [
                    .nothing, .copy, .user, .noProvider, .policy, .port, .scheme, .proxy, .interceptor, .transport,
                    .sameTrust, .identity,
                ],
                not: [.configuration, .host, .socket]
            ),
            row(
                .response,
                seenWith: [.nothing, .copy, .sameTrust],
                not: [
                    .user, .configuration, .noProvider, .policy, .host, .port, .scheme, .socket, .proxy, .hostField,
                    .secretField, .interceptor, .transport, .identity,
                ]
            ),
            row(
                .resumption,
                seenWith: [.nothing, .copy, .user, .configuration, .policy, .interceptor, .transport, .identity],
                not: [.host, .port]
            ),
        ].flatMap { $0 }

        private static func row(_ state: State, seenWith seen: [Difference], not unseen: [Difference]) -> [Cell] {
            seen.map { Cell(state: state, difference: $0, isSeen: true) }
                + unseen.map { Cell(state: state, difference: $0, isSeen: false) }
        }

        @Test(arguments: matrix)
        func stateIsUsedOnlyByMatchingRequests(_ cell: Cell) async throws {
            let recording = RecordingTransport()
            let other: RecordingTransport? =
                switch cell.difference {
                case .transport:
                    RecordingTransport(
                        .init(certificateAuthorities: .file(try TLSServer.file("root.pem"))),
                        like: recording
                    )
                case .sameTrust: RecordingTransport(.init(maximumConnectionsPerHost: 2), like: recording)
                default: nil
                }
            let first = try Self.situation(cell.state, cell.difference, isSecond: false, original: nil)
            let second = try Self.situation(cell.state, cell.difference, isSecond: true, original: first.configuration)
            let sessions = [false, true].map { isSecond in
                SessionManager(
                    configuration: isSecond ? second.configuration : first.configuration,
                    transport: isSecond ? other ?? recording : recording
                )
            }
            // Both requests use one session, unless the sessions are the difference.
            let isSeen = try await Self.isSeen(
                cell.state,
                [sessions[0], sessions[other == nil ? 0 : 1]],
                first,
                second,
                recording
            )
            #expect(isSeen == cell.isSeen)
        }

        // MARK: Requests

        /// The destination and the configuration of a request.
        struct Situation {
            var start: String
            var configuration: SessionConfiguration
        }

        private struct One: CredentialProvider {
            let given: Credential
            func credential(for request: CredentialRequest) async -> Credential? {
                request.failureCount == 0 ? given : nil
            }
        }

        /// Sets a field whose name does not show that it is a secret.
        private struct Adding: RequestInterceptor {
            func adapt(_ request: RequestMessage) async throws -> RequestMessage {
                var request = request
                request.fields["X-Honeycomb-Team"] = "another"
                return request
            }
        }

        private static let servers = Result { try (ServerProcess("odd.py"), ServerProcess("odd.py")) }

        private static func situation(
            _ state: State,
            _ difference: Difference,
            isSecond: Bool,
            original: SessionConfiguration?
        ) throws -> Situation {
            let (one, two) = try servers.get()
            let changes = { (kind: Difference) in isSecond && difference == kind }
            var configuration = original ?? SessionConfiguration()
            if original == nil {
                configuration.proxies = .none
                configuration.credentials = One(given: Credential(username: "alice", password: "right"))
                configuration.cache = ResponseCache()
                if state == .resumedTLS { configuration.securityPolicy.anchors = try TLSServer.anchors() }
            }
            if changes(.copy) { configuration.fields["X-Copy"] = "1" }
            if changes(.hostField) { configuration.fields["Host"] = "elsewhere.example" }
            if changes(.interceptor) { configuration.interceptors = [Adding()] }
            if changes(.identity) {
                configuration.securityPolicy.clientIdentity = try ClientIdentity(
                    certificatePath: TLSServer.file("client.pem"),
                    keyPath: TLSServer.file("client.key")
                )
            }
            if changes(.secretField) { configuration.fields["X-Api-Key"] = "another" }
            if changes(.noProvider) { configuration.credentials = nil }
            if changes(.policy) { configuration.securityPolicy.minimumTLSVersion = .v1_3 }
            if changes(.configuration) {
                configuration.credentials = One(given: Credential(username: "bob", password: "b"))
                configuration.cookies = CookieStorage()
                configuration.cache = ResponseCache()
            }
            let user = changes(.user) ? "bob:b@" : ""
            let scheme = changes(.scheme) || state == .resumedTLS ? "https" : "http"
            var authority: String
            switch difference {
            case .socket:
                configuration.options.unixSocketPath = (changes(.socket) ? two : one).path("socket")
                authority = "localhost"
            case .proxy:
                let port = (changes(.proxy) ? two : one).port("proxy")
                configuration.options.proxy = .init(
                    url: "http://127.0.0.1:\(port)",
                    username: "ada",
                    password: "secret"
                )
                authority = "far.example"
            default:
                let host = changes(.host) ? "localhost" : "127.0.0.1"
                if state == .resumedTLS {
                    authority = "\(host):\(try TestServer.tls().port(changes(.port) ? "whole" : "good"))"
                } else {
                    authority = "\(host):\((changes(.port) ? two : one).port("http"))"
                }
            }
            return Situation(start: "\(scheme)://\(user)\(authority)", configuration: configuration)
        }

        // MARK: Use of the state

        private static func isSeen(
            _ state: State,
            _ sessions: [SessionManager],
            _ first: Situation,
            _ second: Situation,
            _ recording: RecordingTransport
        ) async throws -> Bool {
            // The first session sends the first request, and the second session all others.
            var session = sessions[0]
            func ask(_ situation: Situation, _ path: String) async throws(SessionError) -> ValueResponse<[UInt8]> {
                let request = RequestMessage(url: situation.start + path)
                defer { session = sessions[1] }
                return try await session.data(for: request, configuration: situation.configuration)
            }
            switch state {
            case .credential:
                #expect(try await ask(first, "/whoami").head.status == 200)
                recording.forget()
                // If the server does not speak the scheme, the request fails, but the recording still shows what was sent.
                _ = try? await ask(second, "/whoami")
                let alice = try HTTPRequestSerializer.basicAuthorization(username: "alice", password: "right")
                // A credential sent before any challenge is a kept one. After a challenge, another server may ask the same
                // provider.
                return recording.sent.first?.fields["Authorization"] == alice
            case .cookie:
                #expect(try await ask(first, "/fields/duplicate").head.status == 200)
                recording.forget()
                _ = try? await ask(second, "/fields/duplicate")
                #expect(recording.sent.count == 1)
                return recording.sent.contains { $0.fields["Cookie"]?.contains("c=2") == true }
            case .response:
                #expect(try await ask(first, "/whoami?cached=1").head.status == 200)
                let metrics = try? await ask(second, "/whoami?cached=1").metrics
                return metrics?.cache == .hit
            case .connection:
                #expect(try await ask(first, "/echo").head.status == 200)
                let metrics = try? await ask(second, "/echo").metrics
                return metrics?.steps.last?.transport.connectionWasReused == true
            case .resumedTLS:
                #expect(try await ask(first, "/close").head.status == 200)
                let answer = try await ask(second, "/close").value
                return try JSONDecoder().decode(TLSServer.Answer.self, from: Data(answer)).isResumed
            case .resumption:
                return try await goesOn(sessions, first, second)
            }
        }

        /// Returns whether the second request resumes an interrupted download.
        private static func goesOn(_ sessions: [SessionManager], _ first: Situation, _ second: Situation) async throws
            -> Bool
        {
            var session = sessions[0]
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parts-\(UUID())")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let destination = DownloadDestination.file(folder.appendingPathComponent("file").path)
            func download(_ situation: Situation, _ resumption: DownloadResumption?) async throws(SessionError) {
                let request = RequestMessage(url: situation.start + "/broken-off")
                defer { session = sessions[1] }
                _ = try await session.download(
                    request,
                    to: destination,
                    resuming: resumption,
                    configuration: situation.configuration
                )
            }
            var left: DownloadResumption?
            do { try await download(first, nil) } catch { left = error.resumption }
            let resumption = try #require(left)
            #expect(resumption.byteCount == 300)
            do {
                try await download(second, resumption)
                return true
            } catch {
                // A download that starts over contains nothing from the other server.
                return false
            }
        }
    }

    /// The platform's transport with a list of the requests that it sends.
    private final class RecordingTransport: Transport {
        private let inner: CurlTransport
        private let requests: Locked<[TransportRequest]>

        /// - Parameter other: A transport whose list the new one shares.
        init(_ configuration: CurlTransport.Configuration = .init(), like other: RecordingTransport? = nil) {
            inner = CurlTransport(configuration: configuration)
            requests = other?.requests ?? Locked([])
        }

        var sent: [TransportRequest] { requests.withLock { $0 } }

        func forget() { requests.withLock { $0 = [] } }

        func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
            requests.withLock { $0.append(request) }
            return try await inner.send(request)
        }

        func enforces(_ policy: SecurityPolicy) -> Bool { inner.enforces(policy) }

        var trustIdentity: String { inner.trustIdentity }

        func invalidate(cancelling: Bool) { inner.invalidate(cancelling: cancelling) }
    }
#endif
