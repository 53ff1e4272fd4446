import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whether somebody wants the tool to end, with Ctrl-C or otherwise, while it has something to put in order first.
struct Interruption {
    /// Whether it was asked for.
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

    /// Takes the signals of the process from now on. A second one ends it at once.
    static func ofProcess() -> Interruption {
        // Made here: a signal handler must not make anything.
        raised.store(false, ordering: .relaxed)
        for number in signals { take(number) }
        return Interruption(
            check: { raised.load(ordering: .relaxed) },
            stop: { for number in signals { give(number) } }
        )
    }

    private static func take(_ number: Int32) {
        // The handler stores to an atomic that is there already, and calls what may be called in handlers.
        _ = signal(number) { number in
            raised.store(true, ordering: .relaxed)
            Interruption.give(number)
        }
    }

    private static func give(_ number: Int32) {
        _ = signal(number, SIG_DFL)
    }
}

private let raised = Atomic<Bool>(false)
