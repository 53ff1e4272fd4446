import Dispatch
import Mimeograph
import MimeographSession
import MimeographSessionTesting

let password = "open sesame!"

/// Sends a request to a server that rejects everything, and returns the Authorization field of each request sent.
func answer(to fields: HeaderFields) async -> [String?] {
    let transport = ScriptedTransport()
    transport.on("*", .init(status: 401, fields: fields))
    var configuration = SessionConfiguration()
    configuration.proxies = .none
    configuration.credentials = Always()
    let session = SessionManager(configuration: configuration, transport: transport)
    _ = try? await session.data(for: RequestMessage(method: .get, url: "https://a.example/x?y"))
    return transport.requests.map { $0.fields["Authorization"] }
}

/// Returns the same credential for every request.
private struct Always: CredentialProvider {
    func credential(for request: CredentialRequest) async -> Credential? {
        Credential(username: "ada \"the\\first\"", password: password)
    }
}

/// The result of an asynchronous function, for which a thread outside the task pool waits.
///
/// It is unchecked because the semaphore orders the one write before the one read.
final class Answer: @unchecked Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private var value: [String?] = []

    func give(_ value: [String?]) {
        self.value = value
        semaphore.signal()
    }

    func wait() -> [String?] {
        semaphore.wait()
        return value
    }
}
