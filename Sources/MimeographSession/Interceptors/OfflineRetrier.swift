public import Mimeograph
public import MimeographReachability

/// Sends requests again that failed because the network was away, as soon as it is back.
///
/// ```swift
/// configuration.interceptors = [OfflineRetrier(maximumWait: .seconds(30)), RetryPolicy()]
/// ```
/// A request counts as such when no response came, the connection could not be made or was lost, and at that moment there is no
/// way out. Whatever failed while there was one is left to the next interceptor. So is a request whose time is over before the
/// network is back. Only methods that may be sent twice are sent again.
///
/// The network is watched while a request waits, and not otherwise; all waiting requests share the watch.
///
/// Source: Alamofire 5.12, behaviour of `OfflineRetrier`; RFC 9110 §9.2.2 (methods).
public struct OfflineRetrier: RequestInterceptor {
    /// How long a request waits at most. Default 5 s, as in Alamofire.
    public var maximumWait: Duration
    /// How many times a request may have been sent again before, for whatever reason. Default 3.
    public var limit: Int
    /// The methods of requests that are sent again. Default those that are idempotent.
    public var methods: Set<HTTPMethod>
    /// The errors that an absent network may be behind. Default those of a name without an address, of a connection that could not
    /// be made or was lost, and of time.
    public var codes: Set<SessionError.Code>

    /// The retrier's own, which watches only while a request waits: so its first status is always a new one.
    private let monitor: ReachabilityMonitor

    /// Makes a retrier; what is not given has its default.
    ///
    /// - Parameters:
    ///   - monitor: Where its statuses come from is asked. Default the way to the Internet; in a company's network without one it
    ///     should be that to a host that requests go to.
    ///   - maximumWait: See ``maximumWait``.
    ///   - limit: See ``limit``.
    ///   - methods: See ``methods``.
    ///   - codes: See ``codes``.
    public init(
        _ monitor: ReachabilityMonitor = ReachabilityMonitor(),
        maximumWait: Duration = .seconds(5),
        limit: Int = 3,
        methods: Set<HTTPMethod> = [.delete, .get, .head, .options, .put, .trace],
        codes: Set<SessionError.Code> = [.hostNotFound, .cannotConnect, .connectionLost, .timedOut]
    ) {
        self.monitor = ReachabilityMonitor(source: monitor.source)
        self.maximumWait = maximumWait
        self.limit = limit
        self.methods = methods
        self.codes = codes
    }

    /// Waits for the network where it is away, and retries.
    public func retry(_ failure: FailedAttempt) async -> RetryDecision {
        guard failure.head == nil, let code = failure.error?.code, codes.contains(code), failure.retryCount < limit,
            methods.contains(failure.request.method), !Self.isOfThisMachine(failure.request.url)
        else { return .doNotRetry }
        return await isBack() ? .retry() : .doNotRetry
    }

    /// Whether the network was away and has come back in time.
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

    /// Whether the request needs no network.
    private static func isOfThisMachine(_ url: String) -> Bool {
        guard let authority = URLReference(url).authority, let host = try? URLAuthority(authority, scheme: "http").host
        else { return false }
        let isAddress = host.utf8.allSatisfy { byte in byte == UInt8(ascii: ".") || (0x30...0x39).contains(byte) }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || isAddress && host.hasPrefix("127.")
    }
}
