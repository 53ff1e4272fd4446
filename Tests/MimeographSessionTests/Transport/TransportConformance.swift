import Mimeograph
import MimeographSession
import TestServers
import Testing

/// The promises of every ``Transport``, as checks that a test runs one by one.
///
/// A test of a transport is a table:
/// ```swift
/// @Test(arguments: TransportConformance.checks)
/// func keepsPromises(_ check: TransportConformance.Check) async throws {
///     try await check.run(TransportConformance.TransportUnderTest(transport: MyTransport(), url: TestServer.odd))
/// }
/// ```
/// The peer is `odd.py`. A transport without a real peer, such as one with scripted answers, runs only the checks that it
/// supports; see ``Check/needs``.
enum TransportConformance {
    /// A requirement of a check.
    enum Need: Hashable {
        /// The bytes of a request as a server receives them.
        case wire
        /// Lost connections and malformed messages.
        case failures
        /// Limits on time.
        case time
        /// Resolving names and connecting.
        case connecting
    }

    /// A transport and the location of its peer.
    struct TransportUnderTest {
        let transport: any Transport
        /// Returns the URL of a path of the odd server.
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

        /// Returns a request as the server received it.
        func echo(
            _ method: HTTPMethod = .post,
            fields: HeaderFields = [:],
            body: MessageBody = .none
        ) async throws -> Echo {
            try Echo(try await whole(method, "/echo", fields: fields, body: body))
        }

        /// Returns the error of a GET request.
        func failure(
            _ path: String,
            options: TransportOptions = TransportOptions(),
            sourceLocation: Testing.SourceLocation = #_sourceLocation
        ) async -> TransportError? {
            await failure(.get, path, options: options, sourceLocation: sourceLocation)
        }

        /// Returns the error of a request.
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

    /// All checks.
    static let checks = responses + requests + bodies + endings + limits
}

/// Makes a stream that produces chunks on demand and may fail at the end.
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
