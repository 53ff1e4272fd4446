public import Mimeograph
import MimeographSupport

/// A type that adds one kind of credential, such as an access token, to requests and refreshes it.
///
/// ```swift
/// struct OAuth: Authenticator {
///     func apply(_ token: Token, to request: inout RequestMessage) {
///         request.fields["Authorization"] = "Bearer \(token.access)"
///     }
///     func refresh(_ token: Token) async throws -> Token { try await api.post("token", .value(token.refresh)) }
///     func isRefusal(_ head: ResponseHead) -> Bool { head.status == 401 }
///     func needsRefresh(_ token: Token) -> Bool { token.ends < .now + .seconds(60) }
///     func carries(_ request: RequestMessage, _ token: Token) -> Bool {
///         request.fields["Authorization"] == "Bearer \(token.access)"
///     }
/// }
/// configuration.interceptors = [AuthenticationInterceptor(OAuth(), token: token)]
/// ```
public protocol Authenticator<Token>: Sendable {
    /// The credential that requests carry.
    associatedtype Token: Sendable

    /// Adds the token to a request.
    func apply(_ token: Token, to request: inout RequestMessage)

    /// Returns a new token. Calls never overlap, no token that was refreshed is passed again, and a call is cancelled after a
    /// minute. A request that it makes must not use the same interceptor, which waits for this call.
    func refresh(_ token: Token) async throws -> Token

    /// Returns whether the token must be refreshed before it is used, for example because it is about to expire.
    func needsRefresh(_ token: Token) -> Bool

    /// Returns whether the response rejects the token. Default: status 401.
    func isRefusal(_ head: ResponseHead) -> Bool

    /// Returns whether a request carries this token, not an older one.
    func carries(_ request: RequestMessage, _ token: Token) -> Bool
}

extension Authenticator {
    /// Returns whether the status is 401.
    public func isRefusal(_ head: ResponseHead) -> Bool { head.status == 401 }
    /// Returns false: the token is refreshed only after the server rejects it.
    public func needsRefresh(_ token: Token) -> Bool { false }
}

/// An interceptor that adds a token to each request, and refreshes an expired token once for all requests that need it.
///
/// New requests wait while the token is refreshed, unless they are cancelled. A request whose token was rejected is retried with
/// the new token, immediately if another request has already refreshed it. The interceptor throws after too many refreshes in a
/// short time, because the server then rejects tokens that it has just issued. A request that is rejected each time fails after
/// five retries.
///
/// The token is only for the given origins. If you name none, it is for the origin of the manager's base URL and for the
/// manager's ``HTTPSessionManager/allowedOrigins``. **Without a base URL it goes into every request**, so name the origins in a
/// ``SessionManager`` that talks to several servers. Requests to other origins stay unchanged and never refresh the token.
///
/// Source: Alamofire 5.12, behavior of `AuthenticationInterceptor`.
public final class AuthenticationInterceptor<Source: Authenticator>: RequestInterceptor {
    /// A limit on the number of refreshes in a period.
    public struct RefreshWindow: Hashable, Sendable {
        /// The length of the period. Default 30 s.
        public var interval: Duration
        /// The most refreshes within it. Default 5.
        public var limit: Int

        /// Makes a window.
        public init(interval: Duration = .seconds(30), limit: Int = 5) {
            self.interval = interval
            self.limit = limit
        }
    }

    private struct State {
        private(set) var token: Source.Token?
        /// The number of tokens so far. A decision about a token holds only while this stays the same.
        private(set) var generation = 0
        /// The refresh in progress.
        var refresh: TokenRenewal<Source.Token>?
        /// The task of the last call of `refresh`. The call may still run after a program has set another token.
        var call: Task<Void, Never>?
        var refreshTimes: [ContinuousClock.Instant] = []

        init(token: Source.Token?) { self.token = token }

        mutating func replaceToken(by token: Source.Token?) {
            self.token = token
            generation += 1
        }
    }

    private let authenticator: Source
    private let window: RefreshWindow?
    let origins: AllowedOrigins?
    private let state: Locked<State>

    /// Makes an interceptor.
    ///
    /// - Parameters:
    ///   - authenticator: The type that adds and refreshes tokens.
    ///   - token: The first token. If nil, requests fail with ``SessionError/Code/missingCredential`` until one is set.
    ///   - window: The limit on refreshes; nil for no limit.
    ///   - origins: The origins that the token is for; nil for the origin of the manager's base URL.
    public init(
        _ authenticator: Source,
        token: Source.Token?,
        window: RefreshWindow? = RefreshWindow(),
        origins: AllowedOrigins? = nil
    ) {
        self.authenticator = authenticator
        self.window = window
        self.origins = origins
        state = Locked(State(token: token))
    }

    /// The token for requests. If you set it, requests that wait for a refresh continue with the new token immediately. If you
    /// set nil, they fail.
    public var token: Source.Token? {
        get { state.withLock { $0.token } }
        set {
            let renewal = state.withLock { state in
                state.replaceToken(by: newValue)
                defer { state.refresh = nil }
                return state.refresh
            }
            renewal?.finish(newValue.map { .success($0) } ?? .failure(SessionError.missingCredential))
        }
    }

    /// The most retries of one request because of its token.
    private static var mostRetries: Int { 5 }

    private func isFor(_ url: String) -> Bool {
        guard let origins else { return true }
        return (try? RequestURL(url)).map(origins.contains) ?? false
    }

    /// Adds the token, refreshed if necessary, unless the request goes to an origin that the token is not for.
    ///
    /// - Throws: ``SessionError/Code/missingCredential`` and ``SessionError/Code/excessiveRefresh``; the errors of `refresh`.
    public func adapt(_ request: RequestMessage) async throws -> RequestMessage {
        guard isFor(request.url) else { return request }
        var adapted = request
        authenticator.apply(try await freshToken(), to: &adapted)
        return adapted
    }

    private func freshToken() async throws -> Source.Token {
        while true {
            let (token, generation, running) = state.withLock { ($0.token, $0.generation, $0.refresh) }
            guard let token else { throw SessionError.missingCredential }
            if let running { return try await running.token }
            guard authenticator.needsRefresh(token) else { return token }
            if let renewed = try await renewed(token, generation) { return renewed }
        }
    }

    /// Refreshes a rejected token and retries the request.
    public func retry(_ failure: FailedAttempt) async -> RetryDecision {
        guard isRefused(failure) else { return .doNotRetry }
        let (token, generation) = state.withLock { ($0.token, $0.generation) }
        guard let token else { return .fail(.missingCredential) }
        guard failure.ownRetryCount < Self.mostRetries else { return .fail(.refusedAgain(failure.ownRetryCount)) }
        // Another request has already refreshed the token.
        guard authenticator.carries(failure.request, token) else { return .retry() }
        do {
            _ = try await renewed(token, generation)
            return .retry()
        } catch {
            return .fail(
                SessionError(
                    wrapping: error,
                    as: .interceptorFailed,
                    "The credential could not be renewed.",
                    remedy: "See the underlying error; the user may have to sign in again."
                )
            )
        }
    }

    /// Waits for the refresh in progress, or starts one.
    ///
    /// A server may treat a token that is used twice as stolen, and revoke all of the user's tokens (RFC 9700 §4.14.2).
    ///
    /// - Returns: The new token; nil if the token was replaced after the caller read it.
    private func renewed(_ token: Source.Token, _ generation: Int) async throws -> Source.Token? {
        let now = ContinuousClock.now
        let renewal: TokenRenewal<Source.Token>? = try state.withLock { state in
            if let running = state.refresh { return running }
            guard state.generation == generation else { return nil }
            if let window {
                state.refreshTimes.removeAll { now - $0 > window.interval }
                if state.refreshTimes.count >= window.limit { throw SessionError.excessiveRefresh(window.limit) }
            }
            state.refreshTimes.append(now)
            let renewal = TokenRenewal<Source.Token>()
            state.refresh = renewal
            // A separate task continues for the other requests if the request that started it is cancelled.
            state.call = Task { [before = state.call] in
                // `refresh` never runs twice at the same time.
                await before?.value
                await self.renew(token, renewal)
            }
            return renewal
        }
        return try await renewal?.token
    }

    private func renew(_ token: Source.Token, _ renewal: TokenRenewal<Source.Token>) async {
        // The program has set another token meanwhile.
        guard state.withLock({ $0.refresh === renewal }) else { return }
        let result: Result<Source.Token, any Error>
        do {
            let authenticator = authenticator
            result = .success(
                try await Deadline.cutShort(at: renewal.deadline) { try await authenticator.refresh(token) }
            )
        } catch {
            result = .failure(error)
        }
        let isWanted = state.withLock { state in
            guard state.refresh === renewal else { return false }
            state.refresh = nil
            if case .success(let token) = result { state.replaceToken(by: token) }
            return true
        }
        if isWanted { renewal.finish(result) }
    }
}

extension AuthenticationInterceptor: SecretInterceptor {
    func isRefused(_ failure: FailedAttempt) -> Bool {
        guard let head = failure.head else { return false }
        return isFor(head.url ?? failure.request.url) && authenticator.isRefusal(head)
    }
}

extension SessionError {
    fileprivate static var missingCredential: SessionError {
        SessionError(
            .missingCredential,
            "The request needs a credential, but none is set.",
            remedy: "Set AuthenticationInterceptor.token when the user has signed in."
        )
    }

    fileprivate static func refusedAgain(_ count: Int) -> SessionError {
        SessionError(
            .excessiveRefresh,
            "The request was retried \(count) times for its credential, and rejected each time.",
            remedy: "Check that the server accepts its tokens, and that Authenticator.carries can return true."
        )
    }

    fileprivate static func excessiveRefresh(_ limit: Int) -> SessionError {
        SessionError(
            .excessiveRefresh,
            "The credential was renewed \(limit) times in a short time.",
            remedy: "The server rejects tokens that it has just issued. Check Authenticator.isRefusal and both clocks."
        )
    }
}

/// A refresh of a token that several requests can wait for.
///
/// The value of a task would not do: waiting for it does not end when the waiting task is cancelled.
final class TokenRenewal<Token: Sendable>: Sendable {
    /// When the refresh times out: after a minute.
    let deadline = ContinuousClock.now + .seconds(60)
    private let gate = AsyncGate(isOpen: false)
    private let result = Locked<Result<Token, any Error>?>(nil)

    /// Passes the result to every waiting request. Only the first result counts.
    func finish(_ result: Result<Token, any Error>) {
        self.result.withLock { if $0 == nil { $0 = result } }
        gate.open()
    }

    /// The new token. Reading it waits for the refresh.
    ///
    /// - Throws: The error of the refresh; ``SessionError/Code/timedOut``; `CancellationError` if the waiting task is cancelled.
    var token: Token {
        get async throws {
            let gate = gate
            try? await Deadline.cutShort(at: deadline) { await gate.wait() }
            if let result = result.withLock({ $0 }) { return try result.get() }
            if Task.isCancelled { throw CancellationError() }
            throw SessionError(
                .timedOut,
                "The credential was not renewed within a minute.",
                remedy: "Make Authenticator.refresh end sooner, for example with a resourceTimeout in its own session."
            )
        }
    }
}
