#if os(Linux)
    import Foundation
    import Mimeograph
    import MimeographSupport
    import TestServers
    import TestSupport
    import Testing

    @testable import MimeographSession

    /// Tests of uploads by task objects, over the transport that has threads for disks.
    @Suite(.needsOddServer, .within(minutes: 5))
    struct SuspendedUploadTests {
        /// A source of zeros that records whether a Swift task ever reads it.
        private struct Zeros: BodySource {
            let length: Int?
            let pieces = Counter()
            let readByTask = Counter()
            /// Called while the third piece is read.
            var onThird: @Sendable () -> Void = {}

            func makeReader() -> any BodyReader { Reader(source: self, left: length ?? 0) }

            struct Reader: BodyReader {
                let source: Zeros
                var left: Int

                mutating func read(into buffer: inout OutputSpan<UInt8>) {
                    // SAFETY: the task is not kept.
                    unsafe withUnsafeCurrentTask { if unsafe $0 != nil { source.readByTask.increment() } }
                    if source.pieces.increment() == 2 { source.onThird() }
                    let count = min(left, buffer.freeCapacity)
                    buffer.append(repeating: 0, count: count)
                    left -= count
                }
            }
        }

        @Test func aSuspendedSourceIsReadOnItsOwnThreads() async throws {
            let session = SessionManager(transport: CurlTransport())
            let started = Locked<SessionTask<ValueResponse<[UInt8]>>?>(nil)
            let source = Zeros(length: 3_000_000, onThird: { started.withLock { $0 }?.suspend() })
            var configuration = session.configuration
            configuration.startsTasks = false
            let request = RequestMessage(method: .put, url: try TestServer.odd("/echo"))
            let task = session.uploadTask(request, from: .stream(BodyStream(source)), configuration: configuration)
            started.withLock { $0 = task }
            // The closure holds the task, whose body holds the closure.
            defer { started.withLock { $0 = nil } }
            try await Task.sleep(for: .milliseconds(50))
            #expect(source.pieces.value == 0)
            task.resume()
            for _ in 0..<60_000 where !task.isSuspended { try await Task.sleep(for: .milliseconds(1)) }
            try await Task.sleep(for: .milliseconds(200))
            #expect(source.pieces.value == 3)
            task.resume()
            let response = try await task.value
            #expect(response.head.status == 200 && response.metrics.bytesSent == 3_000_000)
            #expect(source.pieces.value >= 12 && source.readByTask.value == 0)
        }

        @Test func aSuspendedUploadIsCancelled() async throws {
            let session = SessionManager(transport: CurlTransport())
            let source = Zeros(length: 30_000_000)
            let request = RequestMessage(method: .put, url: try TestServer.odd("/drip/1000000"))
            let task = session.uploadTask(request, from: .stream(BodyStream(source)))
            for _ in 0..<3000 where source.pieces.value == 0 { try await Task.sleep(for: .milliseconds(1)) }
            task.suspend()
            task.cancel()
            guard case .failure(let error) = await task.result else {
                Issue.record("The upload was not cancelled.")
                return
            }
            #expect(error.code == .cancelled)
        }
    }
#endif
