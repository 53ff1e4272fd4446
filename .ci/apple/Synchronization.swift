// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stub of Swift's Synchronization, because that of Linux is built on calls of Linux.
//
// Source: developer.apple.com/documentation/synchronization/mutex, …/atomic
@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    public init(_ initialValue: consuming sending Value) { fatalError() }

    public borrowing func withLock<Result: ~Copyable, E: Error>(
        _ body: (inout sending Value) throws(E) -> sending Result
    ) throws(E) -> sending Result { fatalError() }
}

public struct AtomicLoadOrdering {
    public static var relaxed: AtomicLoadOrdering { AtomicLoadOrdering() }
    public static var acquiring: AtomicLoadOrdering { AtomicLoadOrdering() }
}

public struct AtomicUpdateOrdering {
    public static var relaxed: AtomicUpdateOrdering { AtomicUpdateOrdering() }
    public static var acquiring: AtomicUpdateOrdering { AtomicUpdateOrdering() }
    public static var releasing: AtomicUpdateOrdering { AtomicUpdateOrdering() }
    public static var acquiringAndReleasing: AtomicUpdateOrdering { AtomicUpdateOrdering() }
}

public struct AtomicStoreOrdering {
    public static var relaxed: AtomicStoreOrdering { AtomicStoreOrdering() }
    public static var releasing: AtomicStoreOrdering { AtomicStoreOrdering() }
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct Atomic<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
    public init(_ initialValue: consuming Value) {}
    public borrowing func load(ordering: AtomicLoadOrdering) -> Value { fatalError() }
    public borrowing func compareExchange(
        expected: consuming Value,
        desired: consuming Value,
        ordering: AtomicUpdateOrdering
    ) -> (exchanged: Bool, original: Value) { fatalError() }
    public borrowing func store(_ desired: consuming Value, ordering: AtomicStoreOrdering) {}
}

@available(macOS 15.0, iOS 18.0, tvOS 18.0, watchOS 11.0, visionOS 2.0, *)
public struct AtomicLazyReference<Instance: AnyObject>: ~Copyable, @unchecked Sendable {
    public init() {}
    public borrowing func storeIfNil(_ desired: consuming Instance) -> Instance { desired }
    public borrowing func load() -> Instance? { nil }
}
