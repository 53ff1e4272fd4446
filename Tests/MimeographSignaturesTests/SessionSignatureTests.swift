import Mimeograph
import MimeographSession
import MimeographSessionTesting
import MimeographStructuredFields
import Testing

@testable import MimeographSignatures

#if os(Linux)
    /// Tests of signers and verifiers in a session: when they run, for which origins, and what happens if they throw.
    @Suite struct SessionSignatureTests {
        private static func key() throws -> SignatureKey { try SignatureKey(secret: [1, 2, 3]) }

        private static func signer(
            _ components: [SignatureComponent] = [.method, .targetURI],
            label: String = "sig",
            origins: AllowedOrigins? = nil
        ) throws -> MessageSigner {
            MessageSigner(
                key: try key(),
                keyID: "k",
                components: components,
                label: label,
                sendsNonce: true,
                origins: origins
            )
        }

        private static func session(
            _ transport: ScriptedTransport,
            _ interceptors: [any RequestInterceptor],
            _ configure: (inout SessionConfiguration) -> Void = { _ in }
        ) -> SessionManager {
            var configuration = SessionConfiguration()
            configuration.proxies = .none
            configuration.interceptors = interceptors
            configure(&configuration)
            return SessionManager(configuration: configuration, transport: transport)
        }

        private static func code<Value>(_ operation: () async throws -> Value) async -> SessionError.Code? {
            do {
                _ = try await operation()
                return nil
            } catch {
                return (error as? SessionError)?.code
            }
        }

        /// Returns the parameters of the signature in a request that a transport received.
        private static func verified(
            _ request: ScriptedRequest,
            _ components: [SignatureComponent] = []
        ) throws -> SignatureParameters {
            let message = RequestMessage(method: request.method, url: request.url, fields: request.fields)
            return try MessageVerifier(components: components) { _ in try? key() }.verify(.request(message))
        }

        // MARK: - Requests

        private struct Adding: RequestInterceptor {
            func adapt(_ request: RequestMessage) async throws -> RequestMessage {
                var request = request
                request.fields["X-Later"] = "1"
                return request
            }
        }

        /// The signer is the first interceptor, but signs what later ones and the session add.
        @Test func aRequestIsSignedAfterEverythingElse() async throws {
            let transport = ScriptedTransport()
            transport.on("*", .init())
            let components: [SignatureComponent] = [
                .method, .targetURI, "x-later", "content-digest", "cookie", "content-length", "user-agent",
            ]
            let session = Self.session(transport, [try Self.signer(components), Adding()]) {
                $0.contentDigest = .sha256
                $0.fields = ["User-Agent": "test"]
            }
            let request = RequestMessage(
                method: .post,
                url: "https://h/a?b",
                fields: ["Cookie": "c=1"],
                body: .bytes([1, 2, 3])
            )
            _ = try await session.data(for: request)
            let sent = try #require(transport.requests.first)
            #expect(try Self.verified(sent, components).keyID == "k")
            #expect(sent.fields["Content-Length"] == "3")
        }

        @Test func eachRetryIsSignedAgain() async throws {
            let transport = ScriptedTransport()
            transport.on("*", call: 1, .init(status: 500))
            transport.on("*", .init())
            let session = Self.session(transport, [try Self.signer(), RetryPolicy(delay: .zero)])
            _ = try await session.data(for: RequestMessage(url: "https://h/"))
            let nonces = try transport.requests.map { try Self.verified($0).nonce }
            #expect(nonces.count == 2 && nonces[0] != nonces[1])
        }

        @Test func aRedirectWithinTheOriginIsSignedAgain() async throws {
            let transport = ScriptedTransport()
            transport.on("https://h/a", .init(status: 302, fields: ["Location": "/b"]))
            transport.on("*", .init())
            let session = Self.session(transport, [try Self.signer()])
            _ = try await session.data(for: RequestMessage(url: "https://h/a"))
            #expect(transport.requests.map(\.url) == ["https://h/a", "https://h/b"])
            for request in transport.requests {
                _ = try Self.verified(request, [.targetURI])
                #expect(request.fields.values(of: "Signature").count == 1)
            }
        }

        @Test(arguments: ["https://other/b", "http://h/b", "https://h:8443/b"])
        func anotherOriginGetsNoSignature(_ target: String) async throws {
            let transport = ScriptedTransport()
            transport.on("https://h/a", .init(status: 307, fields: ["Location": target]))
            transport.on("*", .init())
            let session = Self.session(transport, [try Self.signer()]) { $0.redirects.allowsDowngrade = true }
            _ = try await session.data(for: RequestMessage(url: "https://h/a"))
            let last = try #require(transport.requests.last)
            #expect(last.url == target)
            #expect(!last.fields.contains("Signature") && !last.fields.contains("Signature-Input"))
        }

        @Test func namedOriginsAreSigned() async throws {
            let transport = ScriptedTransport()
            transport.on("https://h/a", .init(status: 307, fields: ["Location": "https://other/b"]))
            transport.on("*", .init())
            let signer = try Self.signer(origins: AllowedOrigins(["https://other"]))
            _ = try await Self.session(transport, [signer]).data(for: RequestMessage(url: "https://h/a"))
            #expect(transport.requests.map { $0.fields.contains("Signature") } == [false, true])
        }

        @Test func aManagerSignsForItsOriginOnly() async throws {
            let transport = ScriptedTransport()
            transport.on("*", .init(fields: ["Content-Type": "application/octet-stream"]))
            var api = try HTTPSessionManager(
                baseURL: "https://h/v1/",
                serializers: SerializerRegistry {},
                transport: transport
            )
            api.configuration.proxies = .none
            api.configuration.interceptors = [try Self.signer()]
            for url in ["a", "https://h/b", "https://other/c"] {
                _ = try? await api.response(.get, url, as: [UInt8].self)
            }
            #expect(transport.requests.map(\.url) == ["https://h/v1/a", "https://h/b", "https://other/c"])
            #expect(transport.requests.map { $0.fields.contains("Signature") } == [true, true, false])
        }

        /// Components of a body are covered if there is a body, and are then required.
        @Test func bodyComponentsAreForBodies() async throws {
            let transport = ScriptedTransport()
            transport.on("*", .init())
            let signer = MessageSigner(
                key: try Self.key(),
                keyID: "k",
                components: [.method],
                bodyComponents: ["content-digest", "content-length"]
            )
            let session = Self.session(transport, [signer]) { $0.contentDigest = .sha256 }
            _ = try await session.data(for: RequestMessage(url: "https://h/"))
            let post = RequestMessage(method: .post, url: "https://h/", body: .bytes([1]))
            _ = try await session.data(for: post)
            let inputs = transport.requests.map { $0.fields["Signature-Input"] ?? "" }
            #expect(inputs[0].contains(#"sig=("@method");created="#))
            #expect(inputs[1].contains(#"sig=("@method" "content-digest" "content-length");created="#))
            let without = Self.session(transport, [signer])
            #expect(await Self.code { try await without.data(for: post) } == .messageNotSigned)
            #expect(transport.requests.count == 2)
        }

        /// The length of a file is known before it is sent, also if it is covered in another form.
        @Test func theLengthOfAFileIsCovered() async throws {
            let transport = ScriptedTransport()
            transport.on("*", .init())
            for component in ["content-length", .field("content-length").asByteSequences] as [SignatureComponent] {
                let session = Self.session(transport, [try Self.signer([component])])
                let post = RequestMessage(method: .post, url: "https://h/", body: .file(path: #filePath))
                _ = try await session.data(for: post)
                let sent = try #require(transport.requests.last)
                #expect(try Self.verified(sent, [component]).keyID == "k")
                #expect(sent.body.count > 1000 && sent.fields["Content-Length"] == "\(sent.body.count)")
            }
        }

        private struct Composite: RequestInterceptor {
            let inner: any RequestInterceptor

            func adapt(_ request: RequestMessage) async throws -> RequestMessage { try await inner.adapt(request) }
        }

        /// Inside another interceptor, a signer and a verifier would never run. Nothing is sent.
        @Test func nestedInterceptorsAreRejected() async throws {
            let transport = ScriptedTransport()
            for inner in [try Self.signer(), Self.verifier()] as [any RequestInterceptor] {
                let session = Self.session(transport, [Composite(inner: inner)])
                #expect(
                    await Self.code { try await session.data(for: RequestMessage(url: "https://h/")) }
                        == .invalidRequest
                )
            }
            #expect(transport.requests.isEmpty)
        }

        @Test func severalSignersNeedSeveralLabels() async throws {
            let transport = ScriptedTransport()
            transport.on("*", .init())
            let two = [try Self.signer(label: "a"), try Self.signer(label: "b")]
            _ = try await Self.session(transport, two).data(for: RequestMessage(url: "https://h/"))
            let sent = try #require(transport.requests.first)
            #expect(try StructuredDictionary(parsing: sent.fields.values(of: "Signature-Input")).keys == ["a", "b"])
            let same = Self.session(transport, [try Self.signer(), try Self.signer()])
            #expect(
                await Self.code { try await same.data(for: RequestMessage(url: "https://h/")) } == .messageNotSigned
            )
            #expect(transport.requests.count == 1)
        }

        /// Requests that cannot be signed are not sent: a missing component, a public key, a stream without a length.
        @Test func nothingIsSentWithoutASignature() async throws {
            let transport = ScriptedTransport()
            transport.on("*", .init())
            let publicKey = try SignatureKey(.ed25519, publicKey: RFCExamples.ed25519PublicKey)
            let signers = [
                try Self.signer(["x-missing"]), try Self.signer(["content-length"]), try Self.signer([.status]),
                try Self.signer([.method, .method]),
                MessageSigner(key: publicKey, keyID: nil, components: [.method]),
                MessageSigner(key: try Self.key(), keyID: "é", components: [.method]),
            ]
            for signer in signers {
                let session = Self.session(transport, [signer, RetryPolicy(delay: .zero)])
                #expect(
                    await Self.code { try await session.data(for: RequestMessage(url: "https://h/")) }
                        == .messageNotSigned
                )
            }
            #expect(transport.requests.isEmpty)
        }

        // MARK: - Responses

        /// Returns an answer that is signed for its request.
        private static func answer(
            to request: ScriptedRequest,
            _ components: [SignatureComponent] = [.status, .method.ofRequest, "content-digest"],
            status: Int = 200,
            body: String = "hello",
            fields: HeaderFields = [:],
            changing change: (inout HeaderFields) -> Void = { _ in }
        ) -> ScriptedAnswer {
            let sent = RequestMessage(method: request.method, url: request.url, fields: request.fields)
            var head = ResponseHead(status: status, fields: fields)
            head.fields["Content-Digest"] = try? DigestAlgorithm.sha256.field(for: Array(body.utf8))
            if let key = try? key() {
                try? MessageSigner(key: key, keyID: "k", components: components).sign(&head, to: sent)
            }
            change(&head.fields)
            return ScriptedAnswer(status: status, fields: head.fields, body: body)
        }

        private static func verifier(
            _ components: [SignatureComponent] = [.status, "content-digest"],
            _ bodyComponents: [SignatureComponent] = []
        ) -> MessageVerifier {
            // On a busy machine, a test may take longer than the standard age of five minutes.
            MessageVerifier(components: components, bodyComponents: bodyComponents, maximumAge: .seconds(7200)) {
                $0 == "k" ? (try? key()) : nil
            }
        }

        private static func get(
            _ verifier: MessageVerifier = verifier(),
            _ configure: (inout SessionConfiguration) -> Void = { _ in },
            answering answer: @escaping @Sendable (ScriptedRequest) async -> ScriptedAnswer
        ) async -> SessionError.Code? {
            let transport = ScriptedTransport()
            transport.on("*", answering: answer)
            let session = session(transport, [verifier], configure)
            let found = await code { try await session.data(for: RequestMessage(url: "https://h/a")) }
            #expect(transport.openExchangeCount == 0)
            return found
        }

        @Test func signedResponsesAreAccepted() async {
            #expect(await Self.get { Self.answer(to: $0) } == nil)
            #expect(await Self.get(Self.verifier([.status, .method.ofRequest])) { Self.answer(to: $0) } == nil)
        }

        @Test func otherResponsesAreRejected() async {
            #expect(await Self.get { _ in .init(body: "hello") } == .signatureMissing)
            #expect(await Self.get { Self.answer(to: $0, [.status]) } == .signatureInvalid)
            #expect(
                await Self.get { Self.answer(to: $0) { $0["Content-Digest"] = "sha-256=:AAAA:" } } == .signatureInvalid
            )
            #expect(await Self.get { Self.answer(to: $0) { $0["Signature"] = "sig=:AAAA:" } } == .signatureInvalid)
            #expect(await Self.get { Self.answer(to: $0, status: 404) { $0["Signature"] = nil } } == .signatureInvalid)
            #expect(await Self.get(Self.verifier([.path.ofRequest])) { Self.answer(to: $0) } == .signatureInvalid)
        }

        /// A redirect without a signature is not followed.
        @Test func redirectsAreVerified() async {
            let found = await Self.get { request in
                request.url.hasSuffix("/a")
                    ? .init(status: 302, fields: ["Location": "/b"]) : Self.answer(to: request)
            }
            #expect(found == .signatureMissing)
            let signed = await Self.get { request in
                request.url.hasSuffix("/a")
                    ? Self.answer(to: request, status: 302, fields: ["Location": "/b"]) : Self.answer(to: request)
            }
            #expect(signed == nil)
        }

        /// The body must have the digest that the signature covers, and the digest must be one that is compared.
        @Test func bodiesAreVerified() async {
            let changed = await Self.get { request in
                var answer = Self.answer(to: request)
                answer.chunks = [Array("hullo".utf8)]
                return answer
            }
            #expect(changed == .digestMismatch)
            #expect(
                await Self.get(Self.verifier(), { $0.digests = .ignored }) { Self.answer(to: $0) } == .invalidRequest
            )
            let unsupported = await Self.get { request in
                var head = ResponseHead(status: 200, fields: ["Content-Digest": "md5=:AAAA:"])
                try? MessageSigner(key: Self.key(), keyID: "k", components: [.status, "content-digest"]).sign(&head)
                return ScriptedAnswer(fields: head.fields, body: "hello")
            }
            #expect(unsupported == .digestMissing)
        }

        /// A digest that is covered in another form is required and compared, too.
        @Test(
            arguments: [
                .field("content-digest").asStructuredField, .field("content-digest").asByteSequences,
                .field("content-digest").member("sha-256"),
            ] as [SignatureComponent]
        )
        func otherFormsOfTheDigestAreVerified(_ component: SignatureComponent) async {
            let verifier = Self.verifier([.status, component])
            let answer = { @Sendable (request: ScriptedRequest) in Self.answer(to: request, [.status, component]) }
            #expect(await Self.get(verifier, answering: answer) == nil)
            #expect(await Self.get(verifier, { $0.digests = .ignored }, answering: answer) == .invalidRequest)
            #expect(!Self.verifier([component.ofRequest]).requiresContentDigest)
        }

        /// A stronger digest that the signature does not cover cannot replace the covered one.
        @Test func anAddedDigestProtectsNothing() async {
            let member = SignatureComponent.field("content-digest").member("sha-256")
            let forged = await Self.get(Self.verifier([.status, member])) { request in
                var answer = Self.answer(to: request, [.status, member]) { fields in
                    let other = (try? DigestAlgorithm.sha512.field(for: Array("hullo".utf8))) ?? ""
                    fields["Content-Digest"] = "\(fields["Content-Digest"] ?? ""), \(other)"
                }
                answer.chunks = [Array("hullo".utf8)]
                return answer
            }
            #expect(forged == .digestMismatch)
            let unsupported = Self.verifier([.status, .field("content-digest").member("md5")])
            #expect(await Self.get(unsupported) { Self.answer(to: $0) } == .invalidRequest)
        }

        private struct Tokens: Authenticator {
            func apply(_ token: Int, to request: inout RequestMessage) {
                request.fields["Authorization"] = "Bearer \(token)"
            }

            func refresh(_ token: Int) async throws -> Int { token + 1 }

            func carries(_ request: RequestMessage, _ token: Int) -> Bool {
                request.fields["Authorization"] == "Bearer \(token)"
            }
        }

        /// A head without a valid signature decides about neither retries nor tokens.
        @Test func headsThatAreNotVerifiedDecideNothing() async throws {
            let tokens = AuthenticationInterceptor(Tokens(), token: 1)
            let rows: [(Int, any RequestInterceptor)] = [(503, RetryPolicy(delay: .zero)), (401, tokens)]
            for (status, interceptor) in rows {
                let transport = ScriptedTransport()
                transport.on("*", .init(status: status, fields: ["Retry-After": "0"]))
                let session = Self.session(transport, [Self.verifier(), interceptor])
                #expect(
                    await Self.code { try await session.data(for: RequestMessage(url: "https://h/")) }
                        == .signatureMissing
                )
                #expect(transport.requests.count == 1)
            }
            #expect(tokens.token == 1)
        }

        /// A response without a body needs no digest.
        @Test func bodyComponentsAreRequiredForBodies() async {
            let verifier = Self.verifier([.status], ["content-digest"])
            #expect(await Self.get(verifier) { Self.answer(to: $0, [.status], status: 204, body: "") } == nil)
            #expect(await Self.get(verifier) { Self.answer(to: $0, [.status]) } == .signatureInvalid)
            #expect(await Self.get(verifier) { Self.answer(to: $0) } == nil)
        }

        @Test func otherOriginsNeedASignatureUnlessOriginsAreNamed() async throws {
            let transport = ScriptedTransport()
            transport.on("https://other/*", .init(body: "hello"))
            let strict = Self.session(transport, [Self.verifier()])
            #expect(
                await Self.code { try await strict.data(for: RequestMessage(url: "https://other/")) }
                    == .signatureMissing
            )
            let origins = try AllowedOrigins(["https://h"])
            let named = MessageVerifier(components: [.status], origins: origins) { _ in try? Self.key() }
            let lenient = Self.session(transport, [named])
            #expect(await Self.code { try await lenient.data(for: RequestMessage(url: "https://other/")) } == nil)
        }

        // MARK: - The cache

        /// A stored response is used for requests with the same key and the same verifier only.
        @Test func storedResponsesBelongToTheirKey() async throws {
            let transport = ScriptedTransport()
            transport.on("*", answering: { Self.answer(to: $0, fields: ["Cache-Control": "max-age=1000"]) })
            let cache = ResponseCache()
            let other = MessageSigner(
                key: try SignatureKey(secret: [9]),
                keyID: "k",
                components: [.method, .targetURI]
            )
            let verifier = Self.verifier()
            let rows: [([any RequestInterceptor], Int)] = [
                ([try Self.signer()], 1), ([try Self.signer()], 1), ([other], 2), ([], 3),
                ([verifier], 4), ([verifier], 4), ([Self.verifier()], 5), ([try Self.signer()], 5),
            ]
            for (interceptors, count) in rows {
                let session = Self.session(transport, interceptors) { $0.cache = cache }
                _ = try await session.data(for: RequestMessage(url: "https://h/"))
                #expect(transport.requests.count == count)
            }
        }

        /// The identity in keys of the cache has no secret, and its parts cannot be confused.
        @Test func identitiesHaveNoSecret() throws {
            func identity(_ keyID: String?, _ tag: String?) throws -> [UInt8] {
                let key = try SignatureKey(secret: Array("top-secret".utf8))
                return MessageSigner(key: key, keyID: keyID, components: [], tag: tag).cacheIdentity
            }
            #expect(try !String(decoding: identity("k", nil), as: UTF8.self).contains("top-secret"))
            let identities = [
                try identity("a b", "c"), try identity("a", "b c"), try identity("", nil), try identity(nil, ""),
            ]
            #expect(Set(identities).count == 4)
            #expect(try identity("a b", "c") == identities[0])
        }

        /// A stale response is validated in the background, by a signed request whose response is verified.
        @Test func backgroundRequestsAreSigned() async throws {
            let transport = ScriptedTransport()
            let fields: HeaderFields = ["Cache-Control": "max-age=0, stale-while-revalidate=1000"]
            transport.on("*", call: 1, answering: { Self.answer(to: $0, body: "one", fields: fields) })
            transport.on("*", call: 2, .init(fields: fields, body: "forged"))
            transport.on("*", answering: { Self.answer(to: $0, body: "two", fields: fields) })
            let session = Self.session(transport, [try Self.signer(), Self.verifier()]) { $0.cache = ResponseCache() }
            var bodies: [String] = []
            for _ in 0..<4000 where transport.requests.count < 3 {
                let response = try await session.data(for: RequestMessage(url: "https://h/"))
                bodies.append(String(decoding: response.value, as: UTF8.self))
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(bodies.first == "one" && !bodies.contains("forged"))
            #expect(transport.requests.count >= 3)
            for request in transport.requests { _ = try Self.verified(request, [.targetURI]) }
        }

        /// A request that validates a stored response is signed too, and so is its validator.
        @Test func validationsAreSigned() async throws {
            let transport = ScriptedTransport()
            transport.on("*", call: 1, .init(fields: ["ETag": "\"1\"", "Cache-Control": "no-cache"], body: "hello"))
            transport.on("*", .init(status: 304, fields: ["ETag": "\"1\""]))
            let session = Self.session(transport, [try Self.signer()]) { $0.cache = ResponseCache() }
            for _ in 0..<2 { _ = try await session.data(for: RequestMessage(url: "https://h/")) }
            let last = try #require(transport.requests.last)
            #expect(last.fields["If-None-Match"] == "\"1\"")
            _ = try Self.verified(last, [.targetURI])
        }
    }
#endif
