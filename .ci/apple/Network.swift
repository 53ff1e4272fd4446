// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stub of the Network framework.
//
// Source: developer.apple.com/documentation/network/nwpathmonitor, …/nwpath, …/nwinterface/interfacetype
import Dispatch

public final class NWPathMonitor: Sendable {
    public init() {}
    @preconcurrency public final var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
        get { nil }
        set {}
    }
    public final func start(queue: DispatchQueue) {}
    public final func cancel() {}
}

public struct NWPath: Equatable, Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
    public let status: NWPath.Status
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { false }
}

public struct NWInterface: Hashable, Sendable {
    public enum InterfaceType: Sendable { case other, wifi, cellular, wiredEthernet, loopback }
}
