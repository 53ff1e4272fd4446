import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whether the user or the system wants the tool to end, with Ctrl-C or otherwise, while it has something to put in order first.
struct Interruption {
    /// Whether a signal came.
    private let check: () -> Bool
    private let stop: () -> Void

    var isRaised: Bool { check() }

    /// Lets signals do again what they do.
    func end() { stop() }

    init(check: @escaping () -> Bool, stop: @escaping () -> Void = {}) {
        self.check = check
        self.stop = stop
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Handles the signals of the process from now on. A second one ends it at once.
    static func ofProcess() -> Interruption {
        // Made here: a signal handler must not make anything.
        raised.store(false, ordering: .relaxed)
        for number in signals { handle(number) }
        return Interruption(
            check: { raised.load(ordering: .relaxed) },
            stop: { for number in signals { restore(number) } }
        )
    }

    private static func handle(_ number: Int32) {
        // The handler stores to an atomic that is there already, and calls what may be called in handlers.
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

/// Waits for what is asynchronous, on the tool's one thread, which has nothing else to do meanwhile.
enum Waiting {
    /// How often it looks at first and later, in microseconds: what is here at once is not waited for long.
    private static let shortest: UInt32 = 20
    private static let longest: UInt32 = 10_000

    /// What the function gives.
    ///
    /// - Parameter meanwhile: Called on this thread, each time the value is not there yet.
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
