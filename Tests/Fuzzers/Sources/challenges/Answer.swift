import Dispatch
import Mimeograph
import MimeographSession
import MimeographSessionTesting

let password = "open sesame!"

/// Asks a server that refuses everything, and gives the Authorization of each request that was sent.
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

/// Has the same credential for everybody.
private struct Always: CredentialProvider {
    func credential(for request: CredentialRequest) async -> Credential? {
        Credential(username: "ada \"the\\first\"", password: password)
    }
}

/// What an asynchronous function gives, waited for by a thread that is no task's.
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
