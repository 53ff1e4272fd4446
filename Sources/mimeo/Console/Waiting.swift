import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Waits for what is asynchronous, on the tool's one thread, which has nothing else to do meanwhile.
enum Waiting {
    /// How often it looks at first and later, in microseconds: what is here at once is not waited for long.
    private static let shortest: UInt32 = 20
    private static let longest: UInt32 = 10_000

    /// What the function gives.
    ///
    /// - Parameter meanwhile: Called on this thread, each time it has looked in vain.
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
