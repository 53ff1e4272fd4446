// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stub of Apple's Dispatch framework.
//
// Source: developer.apple.com/documentation/dispatch/dispatchqueue, developer.apple.com/documentation/dispatch/dispatchmain()
public final class DispatchQueue: @unchecked Sendable {
    public init(label: String) {}
    public class func global() -> DispatchQueue { DispatchQueue(label: "") }
    public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
    public func asyncAfter(deadline: DispatchTime, execute: DispatchWorkItem) {}
}

// Source: developer.apple.com/documentation/dispatch/dispatchworkitem
public class DispatchWorkItem: @unchecked Sendable {
    public init(block: @escaping @Sendable @convention(block) () -> Void) {}
    public func cancel() {}
}

// Source: developer.apple.com/documentation/dispatch/dispatchtime, developer.apple.com/documentation/dispatch/dispatchtimeinterval
public struct DispatchTime: Sendable {
    public static func now() -> DispatchTime { DispatchTime() }
}

public enum DispatchTimeInterval: Sendable {
    case seconds(Int)
    case milliseconds(Int)
    case microseconds(Int)
    case nanoseconds(Int)
    case never
}

public enum DispatchTimeoutResult: Sendable { case success, timedOut }

public func + (time: DispatchTime, seconds: Double) -> DispatchTime { time }
public func + (time: DispatchTime, interval: DispatchTimeInterval) -> DispatchTime { time }

public func dispatchMain() -> Never { fatalError() }

// Source: developer.apple.com/documentation/dispatch/dispatchsemaphore
public final class DispatchSemaphore: @unchecked Sendable {
    public init(value: Int) {}
    public func wait() {}
    public func wait(timeout: DispatchTime) -> DispatchTimeoutResult { .success }
    @discardableResult public func signal() -> Int { 0 }
}
