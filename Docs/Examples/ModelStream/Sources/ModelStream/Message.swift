/// A message of a conversation.
public struct Message: Codable, Hashable, Sendable {
    /// The author: `system`, `user` or `assistant`.
    public var role: String
    /// The text.
    public var content: String

    /// Makes a message, by default one of the user.
    public init(_ content: String, by role: String = "user") {
        self.role = role
        self.content = content
    }
}

/// The body of a request.
struct Prompt: Encodable, Sendable {
    var model: String
    var messages: [Message]
    var stream = true
}

/// The data of an event. Some events have no choice, for example those that report the use of tokens.
struct AnswerEvent: Decodable, Sendable {
    struct Choice: Decodable, Sendable {
        var delta: Delta?
        var finishReason: String?

        enum CodingKeys: String, CodingKey {
            case delta
            case finishReason = "finish_reason"
        }
    }

    struct Delta: Decodable, Sendable { var content: String? }

    var choices: [Choice]?
    var error: ServiceError.Details?
}

/// The body of an error response.
struct ServiceError: Decodable, Sendable {
    struct Details: Decodable, Sendable { var message: String }

    var error: Details
}
