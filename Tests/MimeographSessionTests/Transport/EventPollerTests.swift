#if os(Linux)
    import Glibc
    import Testing

    @testable import MimeographSession

    /// Tests of the sockets that stay registered between two exchanges.
    struct EventPollerTests {
        // Source: curl/multi.h.
        private static let input: Int32 = 1
        private static let inputAndOutput: Int32 = 3
        private static let nothing: Int32 = 4

        /// Two connected sockets.
        private struct Pair {
            let near: Int32
            let far: Int32

            init() throws {
                var ends: [Int32] = [-1, -1]
                // SAFETY: the array has room for both descriptors.
                let result = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
                try #require(result == 0)
                (near, far) = (ends[0], ends[1])
            }

            func send() {
                var byte: UInt8 = 0
                // SAFETY: the variable lives through the call.
                let count = unsafe write(far, &byte, 1)
                #expect(count == 1)
            }

            func receive() {
                var byte: UInt8 = 0
                // SAFETY: the variable lives through the call.
                let count = unsafe read(near, &byte, 1)
                #expect(count == 1)
            }
        }

        /// Waits, and checks the number of ready sockets and the events among them that libcurl wants.
        private static func wait(
            _ poller: inout EventPoller,
            ready: Int,
            wanted: [Int32],
            at location: SourceLocation = #_sourceLocation
        ) {
            let count = poller.wait(milliseconds: 0)
            var found: [Int32] = []
            for index in 0..<count {
                if let event = poller.event(at: index) { found.append(event.descriptor) }
            }
            #expect(count == ready, sourceLocation: location)
            #expect(found == wanted, sourceLocation: location)
        }

        private static func stop(_ poller: inout EventPoller, _ descriptor: Int32) {
            _ = poller.watch(descriptor, for: nothing, isQuiet: true)
        }

        private static func watch(_ poller: inout EventPoller, _ descriptor: Int32, for events: Int32 = input) {
            let isWatched = poller.watch(descriptor, for: events, isQuiet: true)
            #expect(isWatched)
        }

        @Test func aSocketThatIsWatchedAgainReportsItsInput() throws {
            guard var poller = EventPoller(wakeUp: -1) else { throw CancellationError() }
            let pair = try Pair()
            poller.open(pair.near)
            for _ in 0..<3 {
                Self.watch(&poller, pair.near)
                Self.wait(&poller, ready: 0, wanted: [])
                pair.send()
                Self.wait(&poller, ready: 1, wanted: [pair.near])
                pair.receive()
                Self.stop(&poller, pair.near)
            }
            Self.watch(&poller, pair.near, for: Self.inputAndOutput)
            Self.wait(&poller, ready: 1, wanted: [pair.near])
            poller.close(pair.near)
            close(pair.near)
            close(pair.far)
        }

        /// If the peer closes an idle connection, its end would otherwise wake the thread forever.
        @Test func anIdleSocketWakesOnce() throws {
            guard var poller = EventPoller(wakeUp: -1) else { throw CancellationError() }
            let pair = try Pair()
            poller.open(pair.near)
            Self.watch(&poller, pair.near)
            Self.stop(&poller, pair.near)
            pair.send()
            Self.wait(&poller, ready: 1, wanted: [])
            Self.wait(&poller, ready: 0, wanted: [])
            // The input is not lost: it is reported when it is wanted.
            Self.watch(&poller, pair.near)
            Self.wait(&poller, ready: 1, wanted: [pair.near])
            poller.close(pair.near)
            close(pair.near)
            close(pair.far)
        }

        /// A child process may still have a closed socket.
        @Test func aClosedSocketReportsNothing() throws {
            guard var poller = EventPoller(wakeUp: -1) else { throw CancellationError() }
            let pair = try Pair()
            poller.open(pair.near)
            Self.watch(&poller, pair.near)
            Self.stop(&poller, pair.near)
            let copy = dup(pair.near)
            poller.close(pair.near)
            close(pair.near)
            pair.send()
            Self.wait(&poller, ready: 0, wanted: [])
            close(copy)
            close(pair.far)
        }

        /// The system gives the number of a closed socket to the next one. libcurl opens some sockets by itself.
        @Test(arguments: [true, false], [true, false])
        func aNewSocketWithAnOldNumberReportsItsInput(_ wasReported: Bool, _ isReported: Bool) throws {
            guard var poller = EventPoller(wakeUp: -1) else { throw CancellationError() }
            let (old, new) = (try Pair(), try Pair())
            if wasReported { poller.open(old.near) }
            Self.watch(&poller, old.near)
            Self.stop(&poller, old.near)
            if wasReported { poller.close(old.near) }
            // Closes the old socket, and gives its number to the new one.
            #expect(dup2(new.near, old.near) == old.near)
            if isReported { poller.open(old.near) }
            Self.watch(&poller, old.near)
            new.send()
            Self.wait(&poller, ready: 1, wanted: [old.near])
            for descriptor in [old.near, old.far, new.near, new.far] { close(descriptor) }
        }
    }
#endif
