public import Mimeograph
public import MimeographSession

/// A request as a ``ScriptedTransport`` got it.
public struct ScriptedRequest: Sendable {
    /// The method.
    public let method: HTTPMethod
    /// The URL.
    public let url: String
    /// The header fields as they were handed to the transport.
    public let fields: HeaderFields
    /// The body; empty as long as it is being read.
    public internal(set) var body: [UInt8] = []
    /// The length that was declared for the body, nil where none was.
    public let declaredLength: Int?
    /// How to connect.
    public let options: TransportOptions

    init(_ request: TransportRequest) {
        method = request.method
        url = request.url
        fields = request.fields
        declaredLength = request.body.knownLength
        options = request.options
    }
}
