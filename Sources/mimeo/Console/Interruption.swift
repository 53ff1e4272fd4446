import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A request from the user or the system to end the tool, with Ctrl-C or another signal. The tool can clean up first.
struct Interruption {
    /// Whether a signal arrived.
    private let check: () -> Bool
    private let stop: () -> Void

    var isRaised: Bool { check() }

    /// Restores the default action of the signals.
    func end() { stop() }

    init(check: @escaping () -> Bool, stop: @escaping () -> Void = {}) {
        self.check = check
        self.stop = stop
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Handles the signals of the process from now on. A second signal ends the process at once.
    static func ofProcess() -> Interruption {
        // This access creates the flag, which a signal handler must not do.
        raised.store(false, ordering: .relaxed)
        for number in signals { handle(number) }
        return Interruption(
            check: { raised.load(ordering: .relaxed) },
            stop: { for number in signals { restore(number) } }
        )
    }

    private static func handle(_ number: Int32) {
        // The handler only stores to an existing atomic and calls a function that is safe in signal handlers.
        _ = signal(number) { number in
            raised.store(true, ordering: .relaxed)
            Interruption.restore(number)
        }
    }

    private static func restore(_ number: Int32) {
        _ = signal(number, SIG_DFL)
    }
}

private let raised = Atomic<Bool>(false)

/// A blocking wait for asynchronous work, on the tool's main thread.
enum Waiting {
    /// The interval between two calls of `meanwhile`, in milliseconds.
    private static let interval = 10

    /// Waits for the result of the function and returns it.
    ///
    /// - Parameter meanwhile: Called on this thread at regular intervals until the result arrives.
    static func wait<Value: Sendable>(
        for make: @escaping @Sendable () async -> Value,
        meanwhile: () -> Void = {}
    ) -> Value {
        let box = Box<Value>()
        Task.detached {
            let made = await make()
            box.value.withLock { $0 = made }
            box.arrival.signal()
        }
        while true {
            if let value = box.value.withLock({ $0 }) { return value }
            _ = box.arrival.wait(timeout: .now() + .milliseconds(interval))
            meanwhile()
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
        let arrival = DispatchSemaphore(value: 0)
    }
}
