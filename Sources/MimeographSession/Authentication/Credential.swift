/// A user's name and password.
public struct Credential: Hashable, Sendable {
    /// The name.
    public let username: String
    /// The password.
    public let password: String

    /// Makes a credential.
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}

extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name; the password is not shown.
    public var description: String { "\(username) (password hidden)" }
    /// The name; the password is not shown.
    public var debugDescription: String { description }
    /// Shows the name only.
    public var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
