import Foundation
public import Testing

extension Trait where Self == ConditionTrait {
    /// Skips the test with a message if the public corpora are missing. In continuous integration it fails instead.
    public static var needsCorpora: Self {
        .enabled(
            if: Corpora.folder != nil || Corpora.isContinuousIntegration,
            "the public corpora are not here: set MIMEOGRAPH_CORPORA"
        )
    }

    /// Skips the test with a message if a public suite is missing that continuous integration does not have either.
    public static func needsSuite(_ folder: String) -> Self {
        .enabled(
            if: (try? Corpora.url(folder).checkResourceIsReachable()) == true,
            "the public suite \(folder) is not here: see CONTRIBUTING.md"
        )
    }

    /// Skips the test with a message under a sanitizer, because that keeps freed memory.
    public static var measuresMemory: Self {
        .disabled(if: isSanitized, "memory is measured, and the sanitizer keeps what was freed")
    }

    /// Skips the test with a message under a sanitizer, because its threads take time.
    public static var measuresTime: Self {
        .disabled(
            if: isSanitized,
            "time is measured, and the sanitizer takes its own"
        )
    }
}

extension Trait where Self == TimeLimitTrait {
    /// Fails a test that takes longer while other tests run too. Under a sanitizer it may take twelve times as long.
    public static func within(minutes: Int) -> Self { .timeLimit(.minutes(isSanitized ? 12 * minutes : minutes)) }
}

/// Whether `Scripts/test --sanitize` runs the tests.
private let isSanitized = ProcessInfo.processInfo.environment["MIMEOGRAPH_SANITIZED"] != nil
