import Mimeograph
import Synchronization

/// The behavior of a stub.
enum Behaviour: Sendable {
    case gives(String)
    case declines(String)
    case fails(SerializationError.Code)
}

/// A serializer with a fixed behavior that records its calls.
struct StubSerializer: ResponseSerialization {
    let behaviour: Behaviour
    let acceptedTypes: [MediaRange]
    var log: CallLog?
    let name: String

    init(_ name: String = "stub", _ acceptedTypes: [MediaRange], _ behaviour: Behaviour, log: CallLog? = nil) {
        self.name = name
        self.acceptedTypes = acceptedTypes
        self.behaviour = behaviour
        self.log = log
    }

    func inspect(_ prefix: Span<UInt8>, head: ResponseHead) -> Inspection {
        log?.add("\(name) inspects \(prefix.count)")
        if case .declines(let reason) = behaviour { return .decline(reason: reason) }
        return .accept
    }

    func read(_ body: Span<UInt8>, head: ResponseHead, limits: DecodingLimits) throws(SerializationError) -> String {
        log?.add("\(name) reads \(body.count)")
        switch behaviour {
        case .gives(let text): return text
        case .declines: throw SerializationError(.syntax, "Read after it declined.")
        case .fails(let code):
            throw SerializationError(code, "Nothing to see.", at: SourceLocation(offset: 1, in: body))
        }
    }
}

/// A log of calls, in order.
final class CallLog: Sendable {
    private let lines = Mutex<[String]>([])
    var calls: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Returns a head with that content type, and with a URL, which AFNetworking's rules need.
func head(_ contentType: String?, status: Int = 200, url: String? = "https://example.com/") -> ResponseHead {
    var head = ResponseHead(status: status, url: url)
    if let contentType { head.fields["Content-Type"] = contentType }
    return head
}
