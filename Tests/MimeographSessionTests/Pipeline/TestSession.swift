import Mimeograph
import MimeographSession
import MimeographSessionTesting
import Testing

/// Returns a session over a scripted transport that ignores the environment.
func session(
    _ transport: ScriptedTransport,
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
) -> SessionManager {
    var configuration = SessionConfiguration()
    configuration.proxies = .none
    configure(&configuration)
    return SessionManager(configuration: configuration, transport: transport)
}

/// Returns the code of the error that an operation throws, or nil if it throws none.
func code<Value>(_ operation: () async throws -> Value) async -> SessionError.Code? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return (error as? SessionError)?.code
    }
}

/// Returns a body that arrives in chunks and can be sent again.
func streamed(_ chunks: [[UInt8]], length: Int? = nil) -> MessageBody {
    .stream(
        BodyStream(length: length) {
            AsyncThrowingStream { continuation in
                for chunk in chunks { continuation.yield(chunk) }
                continuation.finish()
            }
        }
    )
}

/// Waits for a condition for up to 20 seconds, because all tests run at once.
func until(_ isSo: () -> Bool, _ comment: Comment? = nil) async throws {
    for _ in 0..<4000 where !isSo() { try await Task.sleep(for: .milliseconds(5)) }
    #expect(isSo(), comment)
}
