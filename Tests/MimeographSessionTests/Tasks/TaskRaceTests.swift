import Mimeograph
import MimeographSessionTesting
import TestSupport
import Testing

@testable import MimeographSession

/// What one thread decides, and another one changes before it is done.
@Suite(.within(minutes: 5))
struct TaskRaceTests {
    @Test func aTaskThatIsSuspendedAndResumedAtOnceGoesOn() async throws {
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
