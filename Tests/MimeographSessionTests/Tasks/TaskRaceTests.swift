import Mimeograph
import MimeographSessionTesting
import MimeographSupport
import TestSupport
import Testing

@testable import MimeographSession

/// Tests of decisions on one thread that another thread changes before they take effect.
@Suite(.within(minutes: 5))
struct TaskRaceTests {
    /// An observer that invalidates its session as soon as a request begins.
    private final class Invalidation: RequestObserver {
        let session = Locked<SessionManager?>(nil)

        func observation(of request: ObservedRequest) -> (any RequestObservation)? {
            session.withLock { $0 }?.invalidate(cancelling: true)
            return nil
        }
    }

    @Test func aTaskSuspendedAndResumedAtOnceContinues() async throws {
        let transport = ScriptedTransport()
        transport.on("*", .init(chunks: Array(repeating: [1], count: 50)))
        let session = session(transport)
        for _ in 0..<300 {
            let task = session.dataTask(
                RequestMessage(method: .put, url: "http://h/", body: streamed([[1], [2], [3]]))
            )
            await withTaskGroup(of: Void.self) { group in
                for isResuming in [false, true, false, true] {
                    group.addTask {
                        for _ in 0..<20 { if isResuming { task.resume() } else { task.suspend() } }
                    }
                }
            }
            task.resume()
            #expect(try await task.value.value.count == 50)
        }
    }

    /// A session that is invalidated while it creates a task cancels the task before the caller gets its object.
    @Test func aTaskCancelledDuringItsCreationReportsItsStartFirst() async {
        for round in 0..<2000 {
            let observer = Invalidation()
            let session = session(ScriptedTransport()) { $0.observer = observer }
            observer.session.withLock { $0 = session }
            let events = session.events
            let task = session.dataTask(RequestMessage(url: "http://h/"))
            #expect(await code { try await task.value } == .cancelled)
            var names: [String] = []
            for await event in events {
                switch event {
                case .started: names.append("started")
                case .completed: names.append("completed")
                case .invalidated: names.append("invalidated")
                default: break
                }
            }
            #expect(names == ["started", "completed", "invalidated"], "round \(round)")
            if names.first != "started" { return }
        }
    }

    @Test(arguments: [true, false]) func theEndOfASessionIsItsLastEvent(_ isCancelling: Bool) async throws {
        for _ in 0..<300 {
            let transport = ScriptedTransport()
            transport.on("*", .init(chunks: [[1], [2]]))
            let session = session(transport)
            let events = session.events
            let tasks = await withTaskGroup(of: SessionTask<ValueResponse<[UInt8]>>?.self) { group in
                for _ in 0..<8 { group.addTask { session.dataTask(RequestMessage(url: "http://h/")) } }
                group.addTask {
                    let response = try? await session.response(for: RequestMessage(url: "http://h/"))
                    _ = try? await response?.body.collect()
                    return nil
                }
                group.addTask {
                    await Task.yield()
                    session.invalidate(cancelling: isCancelling)
                    return nil
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for task in tasks { _ = await task?.result }
            var running: Set<Int> = []
            var hasEnded = false
            for await event in events {
                #expect(!hasEnded)
                switch event {
                case .started(let task, _, _): running.insert(task)
                case .completed(let task, _, _, _, _): running.remove(task)
                case .invalidated: hasEnded = true
                default: break
                }
            }
            #expect(hasEnded && session.activeCount == 0)
            #expect(running.isEmpty)
        }
    }
}
