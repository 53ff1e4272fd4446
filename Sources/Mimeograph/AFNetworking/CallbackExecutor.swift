/// Where callbacks are called.
public struct CallbackExecutor: Sendable {
    /// Runs what it is given.
    package let run: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Makes an executor.
    ///
    /// - Parameter run: Runs what it is given, now or later, once.
    public init(_ run: @escaping @Sendable (_ callback: @escaping @Sendable () -> Void) -> Void) { self.run = run }

    /// On any thread, several at the same time.
    public static let concurrent = CallbackExecutor { callback in callback() }

    /// On the main actor. Programs whose main queue nobody drains, as many servers, wait for ever.
    public static let main = CallbackExecutor { callback in Task { @MainActor in callback() } }
}
