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
    /// How often it looks, in microseconds.
    private static let interval: UInt32 = 2000

    /// What the function gives.
    static func wait<Value: Sendable>(for make: @escaping @Sendable () async -> Value) -> Value {
        let box = Box<Value>()
        Task.detached {
            let made = await make()
            box.value.withLock { $0 = made }
        }
        while true {
            if let value = box.value.withLock({ $0 }) { return value }
            usleep(interval)
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }
}
