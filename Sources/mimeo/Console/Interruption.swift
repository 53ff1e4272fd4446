import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
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
    /// The first and the longest interval between two checks, in microseconds. The first is short, for results that arrive at
    /// once.
    private static let shortest: UInt32 = 20
    private static let longest: UInt32 = 10_000

    /// Waits for the result of the function and returns it.
    ///
    /// - Parameter meanwhile: Called on this thread after each check that finds no result.
    static func wait<Value: Sendable>(
        for make: @escaping @Sendable () async -> Value,
        meanwhile: () -> Void = {}
    ) -> Value {
        let box = Box<Value>()
        Task.detached {
            let made = await make()
            box.value.withLock { $0 = made }
        }
        var interval = shortest
        while true {
            if let value = box.value.withLock({ $0 }) { return value }
            meanwhile()
            usleep(interval)
            interval = min(interval * 2, longest)
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
