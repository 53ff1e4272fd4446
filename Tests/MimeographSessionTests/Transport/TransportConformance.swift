import Mimeograph
import MimeographSession
import TestServers
import Testing

/// What every ``Transport`` is held to, as checks that a test runs one by one.
///
/// A test of a transport is a table:
/// ```swift
/// @Test(arguments: TransportConformance.checks)
/// func keepsPromises(_ check: TransportConformance.Check) async throws {
///     try await check.run(TransportConformance.TransportUnderTest(transport: MyTransport(), url: TestServer.odd))
/// }
/// ```
/// The peer is `odd.py`. A transport without a peer of its own, as one with scripted answers is, runs the checks that need no
/// more than it has: ``Check/needs`` says what each is about.
enum TransportConformance {
    /// What a check is about.
    enum Need: Hashable {
        /// The bytes of a request as a server sees them.
        case wire
        /// Connections that are lost, and messages that are broken.
        case failures
        /// Limits on time.
        case time
        /// Resolving names and connecting.
        case connecting
    }

    /// A transport and where its peer is.
    struct TransportUnderTest {
        let transport: any Transport
        /// The URL of a path of the odd server's.
        let url: @Sendable (String) throws -> String

        /// Gets a path and reads all of the response.
        func whole(_ path: String, options: TransportOptions = TransportOptions()) async throws -> WholeResponse {
            try await whole(.get, path, options: options)
        }

        /// Sends a request to a path and reads all of the response.
        func whole(
            _ method: HTTPMethod,
            _ path: String,
            fields: HeaderFields = [:],
            body: MessageBody = .none,
            options: TransportOptions = TransportOptions()
        ) async throws -> WholeResponse {
            try await transport.whole(
                TransportRequest(method: method, url: try url(path), fields: fields, body: body, options: options)
            )
        }

        /// What the server saw of a request.
        func echo(
            _ method: HTTPMethod = .post,
            fields: HeaderFields = [:],
            body: MessageBody = .none
        ) async throws -> Echo {
            try Echo(try await whole(method, "/echo", fields: fields, body: body))
        }

        /// The error that getting a path ends with.
        func failure(
            _ path: String,
            options: TransportOptions = TransportOptions(),
            sourceLocation: Testing.SourceLocation = #_sourceLocation
        ) async -> TransportError? {
            await failure(.get, path, options: options, sourceLocation: sourceLocation)
        }

        /// The error that a request ends with.
        func failure(
            _ method: HTTPMethod,
            _ path: String,
            fields: HeaderFields = [:],
            body: MessageBody = .none,
            options: TransportOptions = TransportOptions(),
            sourceLocation: Testing.SourceLocation = #_sourceLocation
        ) async -> TransportError? {
            await #expect(throws: TransportError.self, sourceLocation: sourceLocation) {
                try await whole(method, path, fields: fields, body: body, options: options)
            }
        }
    }

    /// One promise.
    struct Check: Sendable, CustomTestStringConvertible {
        let name: String
        let needs: Set<Need>
        let run: @Sendable (TransportUnderTest) async throws -> Void

        init(_ name: String, _ needs: Need..., run: @escaping @Sendable (TransportUnderTest) async throws -> Void) {
            self.name = name
            self.needs = Set(needs)
            self.run = run
        }

        var testDescription: String { name }
    }

    /// All of them.
    static let checks = responses + requests + bodies + endings + limits
}

/// A stream of chunks that are made when they are asked for, and that may fail at the end.
func madeStream(length: Int? = nil, chunks: [[UInt8]], failure: (any Error)? = nil) -> BodyStream {
    BodyStream(length: length) {
        let next = Counter()
        return AsyncThrowingStream {
            let index = next.increment()
            if index < chunks.count { return chunks[index] }
            if let failure { throw failure }
            return nil
        }
    }
}

/// An error of a producer.
struct ProducerFailure: Error {}
