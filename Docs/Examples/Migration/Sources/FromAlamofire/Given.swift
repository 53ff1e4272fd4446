import Mimeograph
import MimeographSession

// Declarations that the lines of the guide use.

struct User: Codable, Sendable {
    var name: String

    init(name: String) { self.name = name }
}

/// The body of an error that the service sends.
struct Problem: Codable, Sendable { var message: String }

/// A serializer of the program.
struct LineCount: ResponseSerialization {
    var acceptedTypes: [MediaRange] { ["text/*"] }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> Int {
        body.indices.count { body[$0] == 0x0A }
    }
}

/// An interceptor of the program.
struct Signing: RequestInterceptor {
    func adapt(_ request: RequestMessage) async throws -> RequestMessage {
        var signed = request
        signed.fields["X-Signature"] = "7"
        return signed
    }
}

/// An authenticator of the program.
struct Bearer: Authenticator {
    let login: HTTPSessionManager

    func apply(_ token: String, to request: inout RequestMessage) {
        request.fields["Authorization"] = "Bearer \(token)"
    }
    func refresh(_ token: String) async throws -> String {
        try await login.post("token", .form(["refresh_token": token]))
    }
    func carries(_ request: RequestMessage, _ token: String) -> Bool {
        request.fields["Authorization"] == "Bearer \(token)"
    }
}

/// Uses a value, so that the compiler does not warn about it.
func use<Value>(_ value: Value) {}
