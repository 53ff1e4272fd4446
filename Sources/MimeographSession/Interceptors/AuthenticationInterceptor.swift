public import Mimeograph
import MimeographSupport

/// Knows how requests carry a credential of its kind, such as an access token, and how it is renewed.
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
    /// What requests carry.
    associatedtype Token: Sendable

    /// Puts the token into a request.
    func apply(_ token: Token, to request: inout RequestMessage)

    /// Gets another token. It is never called twice at the same time, never twice for one token that it has renewed, and is cancelled
    /// after a minute. The request that it makes must not go through the same interceptor, which waits for it.
    func refresh(_ token: Token) async throws -> Token

    /// Whether the token has to be renewed before it is used, for example because it is about to end.
    func needsRefresh(_ token: Token) -> Bool

    /// Whether the response says that the token is not taken. Default: status 401.
    func isRefusal(_ head: ResponseHead) -> Bool

    /// Whether a request carries this token, and not an older one.
    func carries(_ request: RequestMessage, _ token: Token) -> Bool
}

extension Authenticator {
    /// Status 401.
    public func isRefusal(_ head: ResponseHead) -> Bool { head.status == 401 }
    /// Never: the token is renewed when it is refused.
    public func needsRefresh(_ token: Token) -> Bool { false }
}

/// Puts a token into each request, and renews it when it has ended: once for all requests that wait for it.
///
/// While it is being renewed, new requests wait, each no longer than until it is cancelled. A request whose token was refused
/// goes out again with the new one; where another request has renewed it already, at once. Too many renewals in a short time are
/// an error, since they mean that the server refuses what it has just given out. A request that is refused again and again fails
/// after five retries.
///
/// The token is for the origins that are given. Where none are, it is for the origin of the manager's base URL and for the
/// manager's ``HTTPSessionManager/allowedOrigins``; **without a base URL it goes into every request**, so name the origins in a
/// ``SessionManager`` that talks with several servers. Requests to other origins are left as they are, and their refusals renew
/// nothing.
///
/// Source: Alamofire 5.12, behaviour of `AuthenticationInterceptor`.
public final class AuthenticationInterceptor<Source: Authenticator>: RequestInterceptor {
    /// How many renewals there may be in how much time.
    public struct RefreshWindow: Hashable, Sendable {
        /// The length of time. Default 30 s.
        public var interval: Duration
        /// The most renewals within it. Default 5.
        public var limit: Int

        /// Makes a window.
        public init(interval: Duration = .seconds(30), limit: Int = 5) {
            self.interval = interval
            self.limit = limit
        }
    }

    private struct State {
        private(set) var token: Source.Token?
        /// Counts the tokens. A decision about a token holds only while this has not changed.
        private(set) var generation = 0
        /// The renewal that is under way.
        var refresh: TokenRenewal<Source.Token>?
        /// The last call of `refresh`. It may still run after a program has set another token.
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
    ///   - authenticator: How tokens are carried and renewed.
    ///   - token: The first token; nil makes requests fail with ``SessionError/Code/missingCredential`` until there is one.
    ///   - window: How often the token may be renewed; nil for as often as one likes.
    ///   - origins: Which origins the token is for; nil for that of the manager's base URL.
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

    /// The token that requests get. If you set it, requests that wait for a renewal go on with the new token at once.
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

    /// The most retries of one request that are about its token.
    private static var mostRetries: Int { 5 }

    private func isFor(_ url: String) -> Bool {
        guard let origins else { return true }
        return (try? RequestURL(url)).map(origins.contains) ?? false
    }

    /// Puts the token in, renewed if it must be, unless the request goes to an origin that it is not for.
    ///
    /// - Throws: ``SessionError`` of the codes ``SessionError/Code/missingCredential`` and
    ///   ``SessionError/Code/excessiveRefresh``; what `refresh` throws.
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

    /// Renews the token where it was refused, and retries.
    public func retry(_ failure: FailedAttempt) async -> RetryDecision {
        guard isRefused(failure) else { return .doNotRetry }
        let (token, generation) = state.withLock { ($0.token, $0.generation) }
        guard let token else { return .fail(.missingCredential) }
        guard failure.ownRetryCount < Self.mostRetries else { return .fail(.refusedAgain(failure.ownRetryCount)) }
        // Another request has had it renewed meanwhile.
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

    /// Waits for the renewal that is under way, or begins one.
    ///
    /// A server may take a token that is used a second time as stolen, and revoke all of them (RFC 9700 §4.14.2).
    ///
    /// - Returns: The renewed token; nil if the token was replaced after the caller had read it.
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
            // In a task of its own, so that it goes on for the others when the request that began it is cancelled.
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
        // A program has set another token meanwhile.
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
            "The request needs a credential, and there is none.",
            remedy: "Set AuthenticationInterceptor.token when the user has signed in."
        )
    }

    fileprivate static func refusedAgain(_ count: Int) -> SessionError {
        SessionError(
            .excessiveRefresh,
            "The request was sent again \(count) times for its credential, and refused each time.",
            remedy: "The server refuses what it gives out, or Authenticator.carries never says yes."
        )
    }

    fileprivate static func excessiveRefresh(_ limit: Int) -> SessionError {
        SessionError(
            .excessiveRefresh,
            "The credential was renewed \(limit) times in a short time.",
            remedy: "The server refuses what it gives out; see Authenticator.isRefusal and the clocks of both."
        )
    }
}

/// A renewal of a token, for which many may wait.
///
/// Waiting for the value of a task would go on when the one who waits is cancelled.
final class TokenRenewal<Token: Sendable>: Sendable {
    /// When the renewal is given up: after a minute.
    let deadline = ContinuousClock.now + .seconds(60)
    private let gate = AsyncGate(isOpen: false)
    private let result = Locked<Result<Token, any Error>?>(nil)

    /// Hands the result to every waiting request. The first result counts.
    func finish(_ result: Result<Token, any Error>) {
        self.result.withLock { if $0 == nil { $0 = result } }
        gate.open()
    }

    /// The token, once it is there.
    ///
    /// - Throws: What the renewal threw; ``SessionError/Code/timedOut`` if that takes too long; `CancellationError` if the one who
    ///   waits is cancelled.
    var token: Token {
        get async throws {
            let gate = gate
            try? await Deadline.cutShort(at: deadline) { await gate.wait() }
            if let result = result.withLock({ $0 }) { return try result.get() }
            if Task.isCancelled { throw CancellationError() }
            throw SessionError(
                .timedOut,
                "The credential was not renewed within a minute.",
                remedy: "Let Authenticator.refresh end sooner, for example by a resourceTimeout of its own session."
            )
        }
    }
}
