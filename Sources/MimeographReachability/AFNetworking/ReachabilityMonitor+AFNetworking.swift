import MimeographSupport

// The style of AFNetworking: a monitor that is started, read and stopped, and that calls a block. A loop needs none of this.

extension ReachabilityMonitor {
    /// Starts monitoring, until ``stopMonitoring()``. If it has already started, nothing happens.
    public func startMonitoring() {
        state.withLock { $0.isStarted = true }
        adjust()
    }

    /// Stops the monitoring that ``startMonitoring()`` started. Loops over the monitor continue, and the handler is still called
    /// while a loop runs.
    ///
    /// Without a loop, only calls that have begun, or that the handler's executor still has to run, may follow.
    public func stopMonitoring() {
        state.withLock { $0.isStarted = false }
        adjust()
    }

    /// Sets a closure that is called with the first status and with each change, while monitoring or a loop runs; nil removes it.
    ///
    /// - Parameters:
    ///   - executor: The executor of the closure. By default it runs on the monitor's thread, and should return soon.
    ///   - handler: The closure. It is never called twice in a row with the same status during monitoring.
    public func setStatusChangeHandler(
        on executor: CallbackExecutor = .concurrent,
        _ handler: (@Sendable (Status) -> Void)?
    ) {
        let old = state.withLock { state in
            let old = state.handler
            state.handler = handler.map { Handler(executor: executor, call: $0) }
            return old
        }
        // The old handler's contents may be destroyed here. Their deinitializers could need the lock, so it is not held.
        withExtendedLifetime(old) {}
    }
}

extension ReachabilityMonitor {
    /// Whether the route uses a wireless network. In AFNetworking, WiFi also includes cables: everything except WWAN.
    public var isReachableViaWiFi: Bool { status.medium == .wiFi }

    /// Whether the route uses a mobile network, which may cost money.
    public var isReachableViaWWAN: Bool { status.medium == .cellular }

    /// The status in English, for display.
    public var localizedStatus: String { status.localizedDescription }
}

/// An executor of callbacks.
public struct CallbackExecutor: Sendable {
    /// Runs a callback.
    package let run: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Makes an executor.
    ///
    /// - Parameter run: A closure that runs its callback once, now or later.
    public init(_ run: @escaping @Sendable (_ callback: @escaping @Sendable () -> Void) -> Void) { self.run = run }

    /// An executor that runs callbacks on any thread, several at the same time.
    public static let concurrent = CallbackExecutor { callback in callback() }

    /// An executor that runs callbacks on the main actor. They never run in a program that never runs its main queue.
    public static let main = CallbackExecutor { callback in Task { @MainActor in callback() } }
}
