public import Foundation
public import Mimeograph

// A `SessionError` is a `LocalizedError` by itself.

extension SerializationError: LocalizedError {
    /// What `print` shows, so that `error.localizedDescription` in a log says as much.
    public var errorDescription: String? { description }
    /// One sentence that says what is wrong.
    public var failureReason: String? { message }
    /// One line that says what the reader can do about it.
    public var recoverySuggestion: String? { remedy }
}

extension RegistryError: LocalizedError {
    /// What was refused, and what to write instead.
    public var errorDescription: String? { description }
}
