public import Foundation
public import Mimeograph

// `SessionError` is already a `LocalizedError`.

extension SerializationError: LocalizedError {
    /// The same text as `print(error)`, so that `error.localizedDescription` is useful in a log.
    public var errorDescription: String? { description }
    /// One sentence that describes the problem.
    public var failureReason: String? { message }
    /// One line that says what to do.
    public var recoverySuggestion: String? { remedy }
}

extension RegistryError: LocalizedError {
    /// The reason and the remedy.
    public var errorDescription: String? { description }
}
