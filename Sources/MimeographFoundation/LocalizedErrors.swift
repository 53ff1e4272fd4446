public import Foundation
public import Mimeograph

// A `SessionError` already is a `LocalizedError`.

extension SerializationError: LocalizedError {
    /// The printed text, so that `error.localizedDescription` in a log is as informative.
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
