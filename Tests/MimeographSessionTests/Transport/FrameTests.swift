#if os(Linux)
    import Foundation
    import Mimeograph
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of HTTP/2 responses frame by frame: complete ones differ from malformed and incomplete ones. Whatever a server
    /// sends, the next request is answered.
    ///
    /// libcurl before 8.3 reports no frames. A malformed response then looks like a truncated one, and a few rows show what else
    /// such a libcurl cannot distinguish; see Decision 47.
    ///
    /// Source: RFC 9113 §5.4, §8.1.1.
    @Suite(.needsTLSServer, .within(minutes: 10), .atMost(8))
    struct FrameTests {
        static func request(_ behaviour: String, _ method: HTTPMethod = .get) throws -> TransportRequest {
            // No row waits for this timeout. On a busy machine, a shorter one would be meaningless.
            var options = TransportOptions(idleTimeout: .seconds(30))
            options.version = .http2
            let port = try TestServer.frames().port(behaviour + "TLS")
            var request = TransportRequest(method: method, url: "https://localhost:\(port)/", options: options)
            if method == .post { request.body = .bytes(TestServer.pattern(100)) }
            return request
        }

        static func transport() throws -> CurlTransport {
            CurlTransport(
                configuration: .init(certificateAuthorities: .file(try TestServer.frames().path("authority")))
            )
        }

        static func result(
            _ transport: CurlTransport,
            _ request: TransportRequest
        ) async -> Result<WholeResponse, TransportError> {
            do throws(TransportError) { return .success(try await transport.whole(request)) } catch {
                return .failure(error)
            }
        }

        /// Expects that the next request is answered. Returns the connection's number, which is the body.
        @discardableResult
        static func expectAnswer(
            _ transport: CurlTransport,
            _ behaviour: String,
            _ method: HTTPMethod = .get
        ) async throws -> Int? {
            let number = Int(try await transport.whole(try request(behaviour, method)).text)
            #expect(number != nil)
            return number
        }

        /// Returns both variants of behaviors: frames in one piece, and frames one after the other.
        static func both(_ names: [String]) -> [String] { names.flatMap { [$0, $0 + "_slowly"] } }

        static let codes = [
            "no_error", "protocol_error", "internal_error", "flow_control_error", "settings_timeout", "stream_closed",
            "frame_size_error", "refused_stream", "cancel", "compression_error", "connect_error", "enhance_your_calm",
            "inadequate_security", "http_1_1_required",
        ]

        // MARK: Complete responses

        static let withLength = [
            "announced", "announced_end_apart", "empty_pieces", "padded", "trailers", "end_then_reset",
            "head_in_pieces", "after_hints", "unknown_frames",
        ]
        static let withoutBody = [
            "announced_empty", "announced_empty_end_apart", "nothing", "nothing_end_apart", "not_modified", "head",
        ]

        @Test(arguments: both(withLength + withoutBody))
        func aResponseWithItsDeclaredEndIsComplete(_ behaviour: String) async throws {
            let transport = try Self.transport()
            let isHead = behaviour == "head" || behaviour == "head_slowly"
            let response = try await transport.whole(try Self.request(behaviour, isHead ? .head : .get))
            let hasBody = Self.both(Self.withLength).contains(behaviour)
            #expect(response.text == (hasBody ? "hello" : ""))
            try await Self.expectAnswer(transport, behaviour)
        }

        @Test(arguments: both(["empty", "empty_end_apart"]))
        func anEmptyResponseWithoutALengthIsCompleteIfItsEndIsReported(_ behaviour: String) async throws {
            let transport = try Self.transport()
            switch await Self.result(transport, try Self.request(behaviour)) {
            case .success(let response): #expect(response.text.isEmpty && !CurlLibrary.hidesResets)
            case .failure(let error): #expect(error.code == .unsupported && CurlLibrary.hidesResets, "\(error)")
            }
            try await Self.expectAnswer(transport, behaviour)
        }

        // MARK: Malformed responses

        static let malformed = both([
            "empty_with_data", "longer", "longer_by_empty_end", "shorter", "shorter_with_trailers",
            "trailers_with_status", "trailers_with_status_unannounced", "trailers_with_path", "trailers_in_capitals",
            "trailers_of_connection", "trailers_without_end", "second_head", "late_hint", "hint_with_end", "data_first",
            "no_status", "no_fields", "status_last", "status_of_letters", "two_statuses", "unknown_pseudo_field",
            "name_in_capitals", "connection_field",
        ])
        /// Heads with an invalid field.
        static let wrongFields = both([
            "name_with_space", "name_with_colon", "name_empty", "value_with_newline", "value_with_null",
        ])

        @Test(arguments: malformed + ["nothing_with_data", "not_modified_with_data", "head_with_data"])
        func aMalformedResponseIsAnError(_ behaviour: String) async throws {
            let transport = try Self.transport()
            let request = try Self.request(behaviour, behaviour.hasPrefix("head_with") ? .head : .get)
            let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
            // Without reports, the stream looks reset, by the server or by libcurl. DATA before a head ends the connection.
            let isTold = CurlLibrary.reportsFrames && !behaviour.hasPrefix("data_first")
            let code = isTold ? TransportError.Code.invalidResponse : .connectionLost
            #expect(error?.code == code, "\(String(describing: error))")
            try await Self.expectAnswer(transport, behaviour)
        }

        /// nghttp2 1.70 omits such a field without a report, as this library does over HTTP/1.1.
        @Test(arguments: wrongFields)
        func omitsInvalidFields(_ behaviour: String) async throws {
            let transport = try Self.transport()
            switch await Self.result(transport, try Self.request(behaviour)) {
            case .success(let response):
                #expect(CurlLibrary.countsRates && response.text == "hello")
                #expect(response.head.fields == ["content-length": "5"], "\(response.head.fields)")
            case .failure(let error):
                let code = CurlLibrary.reportsFrames ? TransportError.Code.invalidResponse : .connectionLost
                #expect(error.code == code, "\(error)")
            }
            try await Self.expectAnswer(transport, behaviour)
        }

        // MARK: Truncated responses

        static let cuts = both(
            codes.flatMap { code in
                ["whole_then_", "cut_by_", "unannounced_then_", "head_then_"].map { kind in kind + code }
            }
        )

        @Test(arguments: cuts + codes.map { "whole_then_leaving_" + $0 } + both(["whole_then_closing"]))
        func aResponseWithoutTheEndOfItsStreamIsIncomplete(_ behaviour: String) async throws {
            let transport = try Self.transport()
            switch await Self.result(transport, try Self.request(behaviour)) {
            case .success(let response):
                #expect(Self.mayBeAnswered(behaviour, response.text), "\(response.text)")
            case .failure(let error):
                let isUnclear = CurlLibrary.hidesResets && behaviour.hasPrefix("unannounced_then_no_error")
                #expect(error.code == .connectionLost || isUnclear && error.code == .unsupported, "\(error)")
            }
            try await Self.expectAnswer(transport, behaviour)
        }

        /// Whether a libcurl without reports may deliver a text in place of a truncated response.
        private static func mayBeAnswered(_ behaviour: String, _ text: String) -> Bool {
            // All announced bytes have arrived, and the code NO_ERROR looks like the end of a stream.
            if behaviour.hasPrefix("whole_then_no_error") { return CurlLibrary.hidesResets && text == "hello" }
            // The server reports that it has not processed the request, so libcurl sends it again. Source: RFC 9113 §8.7.
            return !CurlLibrary.reportsFrames && behaviour.contains("_refused_stream") && Int(text) != nil
        }

        // MARK: Invalid frames and floods

        static let wrongFrames = [
            "data_behind_end", "data_behind_end_slowly", "head_behind_end", "head_behind_end_slowly", "window_over",
            "window_by_nothing", "connection_window_over", "connection_window_by_nothing", "settings_window_over",
            "settings_frame_of_nothing", "settings_frame_over", "settings_push", "settings_push_of_two", "settings_cut",
            "settings_of_a_stream", "ping_cut", "reset_cut", "reset_of_connection", "data_of_connection",
            "head_of_connection", "data_of_idle_stream", "head_of_idle_stream", "head_of_even_stream",
            "reset_of_idle_stream", "continuation_alone", "continuation_broken", "padding_over", "compression_broken",
            "frame_over", "leave_twice",
        ]
        static let floods = [
            "flood_of_pings", "flood_of_answered_pings", "flood_of_settings", "flood_of_empty_settings",
            "flood_of_acknowledgements", "flood_of_priorities", "flood_of_updates", "flood_of_unknown_frames",
            "flood_of_leaves", "flood_of_resets", "takes_everything", "keeps_no_table",
        ]

        @Test(arguments: wrongFrames + floods)
        func answersTheNextRequestAfterAnyFrames(_ behaviour: String) async throws {
            let transport = try Self.transport()
            switch await Self.result(transport, try Self.request(behaviour)) {
            case .success(let response): #expect(["hello", "1"].contains(response.text))
            case .failure(let error):
                #expect(![.other, .timedOut].contains(error.code) && error.remedy != nil, "\(error)")
            }
            for _ in 0..<12 { try await Self.expectAnswer(transport, behaviour) }
        }

        static let tooManyFields = [
            "head_of_many_fields", "trailers_of_many_fields", "flood_of_empty_continuations", "flood_of_hints",
        ]
        /// At least 5,000 fields of few bytes: libcurl 7.88 counts only bytes.
        static let smallFields = CurlLibrary.reportsFrames ? ["head_of_some_fields", "hint_of_many_fields"] : []

        @Test(arguments: tooManyFields + smallFields)
        func tooManyFieldsExceedALimitAndEndTheConnection(_ behaviour: String) async throws {
            let transport = try Self.transport()
            let error = await #expect(throws: TransportError.self) {
                try await transport.whole(try Self.request(behaviour))
            }
            #expect(error?.code == .limitExceeded, "\(String(describing: error))")
            for _ in 0..<12 { try await Self.expectAnswer(transport, behaviour) }
        }

        @Test func interimResponsesDoNotDelayTheIdleTimeout() async throws {
            let transport = try Self.transport()
            var request = try Self.request("hints_now_and_then")
            request.options.idleTimeout = .milliseconds(500)
            let told = Counter()
            request.onInterimResponse = { _ in told.increment() }
            let error = await #expect(throws: TransportError.self) { try await transport.whole(request) }
            // The server sends 1,200 in a minute.
            #expect(error?.code == .timedOut && told.value < 600)
        }

        // MARK: Connections with GOAWAY

        /// libcurl 8.23 switches to HTTP/1.1 if a server requests it. This server does not support HTTP/1.1.
        static let leavingCodes = codes.filter { $0 != "http_1_1_required" }
        static let endings = ["close"] + leavingCodes.flatMap { ["leave_by_\($0)", "leave_by_\($0)_and_close"] }
        static let messages = [
            "leave_later", "ping", "settings", "update", "reset", "data", "head", "push", "cut_frame",
        ]

        @Test(arguments: endings + messages, [HTTPMethod.get, .post])
        func answersARequestAfterFramesOnAnIdleConnection(_ ending: String, _ method: HTTPMethod) async throws {
            // One of the two has a separate server.
            let transport = try Self.transport()
            let behaviour = method == .get ? "idle_\(ending)" : "idle_post_\(ending)"
            #expect(try await Self.expectAnswer(transport, behaviour, method) == 1)
            let file = "\(try TestServer.frames().path("folder"))/\(behaviour)"
            try await until { FileManager.default.fileExists(atPath: file) }
            // libcurl 8.23 sees a connection error after the request was sent, so the server may have processed it.
            if CurlLibrary.countsRates, ["push", "cut_frame"].contains(ending) {
                if case .failure(let error) = await Self.result(transport, try Self.request(behaviour, method)) {
                    #expect(error.code == .connectionLost, "\(error)")
                }
            }
            for _ in 0..<3 { try await Self.expectAnswer(transport, behaviour, method) }
        }

        @Test(
            .enabled(if: CurlLibrary.reportsFrames, "libcurl before 8.3 reports no frames"),
            arguments: leavingCodes.flatMap { [$0, $0 + "_and_closes"] }
        )
        func repeatsStreamsThatTheServerDidNotAccept(_ ending: String) async throws {
            let transport = try Self.transport()
            for (behaviour, count) in [("leaves_by_\(ending)", 3), ("leaves_all_by_\(ending)", 1)] {
                #expect(try await Self.expectAnswer(transport, behaviour) == 1)
                let request = try Self.request(behaviour, .post)
                let texts = try await CurlStreamTests.texts(Array(repeating: request, count: count), transport)
                #expect(texts.sorted() == (count == 3 ? ["1", "2", "2"] : ["2"]), "\(behaviour)")
            }
        }

        @Test(
            .enabled(if: CurlLibrary.reportsFrames, "libcurl before 8.3 reports no frames"),
            arguments: [
                "refuses_and_counts", "leaves_and_counts_by_no_error", "leaves_and_counts_by_enhance_your_calm",
            ]
        )
        func sendsAnAlwaysRefusedRequestAtMostFourTimes(_ behaviour: String) async throws {
            let transport = try Self.transport()
            let error = await #expect(throws: TransportError.self) {
                try await transport.whole(try Self.request(behaviour))
            }
            // The server has not answered, so no response is malformed.
            #expect(error?.code == .connectionLost && error?.remedy != nil, "\(String(describing: error))")
            let file = "\(try TestServer.frames().path("folder"))/\(behaviour)"
            let count = FileManager.default.contents(atPath: file)?.count ?? 0
            #expect((1...4).contains(count), "\(count)")
            // The next request does not wait for a connection without a response.
            let start = ContinuousClock.now
            await #expect(throws: TransportError.self) { try await transport.whole(try Self.request(behaviour)) }
            #expect(ContinuousClock.now - start < .seconds(10))
        }

        @Test func doesNotReuseAConnectionThatAcceptsNoStreams() async throws {
            let transport = try Self.transport()
            var request = try Self.request("takes_no_streams")
            if !CurlLibrary.reportsFrames { request.options.idleTimeout = .seconds(3) }
            // The first request of a connection is sent before the server reports that it accepts no streams.
            for number in 0..<3 {
                let result = await Self.result(transport, request)
                // Without reports, this stays unknown until the connection has stalled.
                if case .failure(let error) = result, number == 1, !CurlLibrary.reportsFrames {
                    #expect(error.code == .timedOut)
                } else {
                    #expect(Int(try result.get().text) != nil)
                }
            }
        }

        // MARK: HTTP/1.1 with an HTTP/2 status line

        @Test func aStatusLineDoesNotMakeAConnectionHTTP2() async throws {
            let transport = try Self.transport()
            var request = try Self.request("mislabelled")
            request.url = "https://localhost:\(try TestServer.frames().port("mislabelled"))/"
            for _ in 0..<3 {
                let result = await Self.result(transport, request)
                if case .success(let response) = result { #expect(response.text.hasSuffix(" 1")) }
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    /// Limits the cases of a suite that run at the same time. Each measures time, and one Python server answers them all.
    private struct Turns: SuiteTrait, TestTrait, TestScoping {
        private actor Queue {
            private var free: Int
            private var waiting: [CheckedContinuation<Void, Never>] = []

            init(_ count: Int) { free = count }

            func enter() async {
                if free == 0 { return await withCheckedContinuation { waiting.append($0) } }
                free -= 1
            }

            func leave() {
                if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
            }
        }

        let isRecursive = true
        private let queue: Queue

        init(_ count: Int) { queue = Queue(count) }

        func provideScope(
            for test: Test,
            testCase: Test.Case?,
            performing function: @Sendable () async throws -> Void
        ) async throws {
            await queue.enter()
            let result: Result<Void, any Error>
            do { result = .success(try await function()) } catch { result = .failure(error) }
            await queue.leave()
            try result.get()
        }
    }

    extension Trait where Self == Turns {
        /// - Parameter count: The number of cases that run at the same time.
        fileprivate static func atMost(_ count: Int) -> Self { Turns(count) }
    }
#endif
