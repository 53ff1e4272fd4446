import Foundation
import Mimeograph
import MimeographFoundation
import Testing

/// `localizedDescription`, which code logs, has the same text as `print`.
@Suite struct LocalizedErrorTests {
    @Test func serializationErrors() {
        let error = SerializationError(
            .syntax,
            "Expected a digit.",
            at: SourceLocation(offset: 3),
            remedy: "Write one."
        )
        #expect((error as any Error).localizedDescription == "\(error)")
        #expect("\(error)" == "Expected a digit.\n  at byte 3\nWrite one.")
        #expect(error.failureReason == "Expected a digit." && error.recoverySuggestion == "Write one.")
    }

    @Test func registryErrors() {
        let error = RegistryError.duplicateID("json")
        #expect((error as any Error).localizedDescription == "\(error)")
    }
}
