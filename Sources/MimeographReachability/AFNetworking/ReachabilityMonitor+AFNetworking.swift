import MimeographSupport

// A monitor that is started, asked and stopped, and tells a block, as AFNetworking's is. A loop over the monitor does without.

extension ReachabilityMonitor {
    /// Begins to watch, until ``stopMonitoring()``. When it watches already, nothing happens.
    public func startMonitoring() {
        state.withLock { $0.isStarted = true }
        adjust()
    }

    /// Ends what ``startMonitoring()`` began. Loops over the monitor go on.
    ///
    /// A handler that is being called may still be at it when this returns; after that it is called no more.
    public func stopMonitoring() {
        state.withLock { $0.isStarted = false }
        adjust()
    }

    /// Sets what is called with the first status after monitoring has begun, and with each change; nil calls nothing.
    ///
    /// - Parameters:
    ///   - executor: Where it is called. Default the thread that watches: it should return soon.
    ///   - handler: What is called, never twice in a row with the same status while monitoring goes on.
    public func setStatusChangeHandler(
        on executor: CallbackExecutor = .concurrent,
        _ handler: (@Sendable (Status) -> Void)?
    ) {
        let old = state.withLock { state in
            let old = state.handler
            state.handler = handler.map { Handler(executor: executor, call: $0) }
            return old
        }
        // What the old one holds may be destroyed here, and not under the lock, which it could want.
        withExtendedLifetime(old) {}
    }
}

extension ReachabilityMonitor {
    /// Whether the way is a wireless network. A cable is not: AFNetworking calls WiFi whatever is not WWAN.
    public var isReachableViaWiFi: Bool { status.medium == .wiFi }

    /// Whether the way is a mobile network, which may cost money.
    public var isReachableViaWWAN: Bool { status.medium == .cellular }

    /// The status in words for people, in English.
    public var localizedStatus: String { status.localizedDescription }
}

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

    /// On the main actor. A program that never runs its main queue, as many servers, never gets its callbacks.
    public static let main = CallbackExecutor { callback in Task { @MainActor in callback() } }
}
