// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stub of Apple's Dispatch framework.
//
// Source: developer.apple.com/documentation/dispatch/dispatchqueue, developer.apple.com/documentation/dispatch/dispatchmain()
public final class DispatchQueue: @unchecked Sendable {
    public init(label: String) {}
    public class func global() -> DispatchQueue { DispatchQueue(label: "") }
    public func async(execute work: @escaping @Sendable @convention(block) () -> Void) {}
}

public func dispatchMain() -> Never { fatalError() }

// Source: developer.apple.com/documentation/dispatch/dispatchsemaphore
public final class DispatchSemaphore: @unchecked Sendable {
    public init(value: Int) {}
    public func wait() {}
    @discardableResult public func signal() -> Int { 0 }
}
