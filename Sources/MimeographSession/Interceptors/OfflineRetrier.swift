public import Mimeograph
public import MimeographReachability

/// An interceptor that retries requests that failed while the network was down, as soon as it is back.
///
/// ```swift
/// configuration.interceptors = [OfflineRetrier(maximumWait: .seconds(30)), RetryPolicy()]
/// ```
/// It retries a request if no response arrived, the error is one of ``codes``, and the network is unreachable at that moment. If
/// the network does not return within ``maximumWait``, the next interceptor decides, as for all other failures. By default it
/// retries only idempotent methods. It never retries requests to this machine, which need no network.
///
/// The network is watched only while a request waits. All waiting requests share the watch.
///
/// Source: Alamofire 5.12, behavior of `OfflineRetrier`; RFC 9110 §9.2.2 (methods).
public struct OfflineRetrier: RequestInterceptor {
    /// The longest wait of a request. Default 5 s, as in Alamofire.
    public var maximumWait: Duration
    /// The number of retries, for whatever reason, after which a request is not retried. Default 3.
    public var limit: Int
    /// The methods of requests that are retried. Default: the idempotent methods.
    public var methods: Set<HTTPMethod>
    /// The errors that a missing network may cause. Default: a host without an address, a failed or lost connection, a timeout.
    public var codes: Set<SessionError.Code>

    /// The retrier's own monitor. It watches only while a request waits, so its first status is always current.
    private let monitor: ReachabilityMonitor

    /// Makes a retrier.
    ///
    /// - Parameters:
    ///   - monitor: A monitor, whose source is used. The default watches the route to the Internet. In a network without Internet
    ///     access, watch the route to a host that you send requests to.
    ///   - maximumWait: See ``maximumWait``.
    ///   - limit: See ``limit``.
    ///   - methods: See ``methods``.
    ///   - codes: See ``codes``.
    public init(
        _ monitor: ReachabilityMonitor = ReachabilityMonitor(),
        maximumWait: Duration = .seconds(5),
        limit: Int = 3,
        methods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .query, "TRACE"],
        codes: Set<SessionError.Code> = [.hostNotFound, .cannotConnect, .connectionLost, .timedOut]
    ) {
        self.monitor = ReachabilityMonitor(source: monitor.source)
        self.maximumWait = maximumWait
        self.limit = limit
        self.methods = methods
        self.codes = codes
    }

    /// Waits for an unreachable network to return, then retries the request.
    public func retry(_ failure: FailedAttempt) async -> RetryDecision {
        guard failure.head == nil, let code = failure.error?.code, codes.contains(code), failure.retryCount < limit,
            methods.contains(failure.request.method), !Self.isOfThisMachine(failure.request.url)
        else { return .doNotRetry }
        return await isBack() ? .retry() : .doNotRetry
    }

    /// Returns whether the network was unreachable and came back in time.
    private func isBack() async -> Bool {
        let monitor = monitor
        return await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                var wasAway = false
                for await status in monitor {
                    guard status == .notReachable else { return wasAway && status.isReachable }
                    wasAway = true
                }
                return false
            }
            group.addTask { [maximumWait] in
                try? await Task.sleep(for: maximumWait)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    /// Returns whether the URL names this machine, which needs no network.
    private static func isOfThisMachine(_ url: String) -> Bool {
        guard let authority = URLReference(url).authority, let host = try? URLAuthority(authority, scheme: "http").host
        else { return false }
        let isAddress = host.utf8.allSatisfy { byte in byte == UInt8(ascii: ".") || (0x30...0x39).contains(byte) }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || isAddress && host.hasPrefix("127.")
    }
}
