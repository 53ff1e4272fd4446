import Foundation
import MimeographSession
import ModelStream
import Testing

/// The client with the service of this example, over a socket.
@Suite(
    .timeLimit(.minutes(1)),
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: Server.python)
            || ProcessInfo.processInfo.environment["CI"] == "true",
        "\(Server.python) is not here"
    )
)
struct ServerTests {
    let server: Server

    init() throws { server = try Server(key: "secret") }

    private func model(_ name: String, key: String = "secret") throws -> LanguageModel {
        try LanguageModel(name, baseURL: server.url, key: key)
    }

    @Test(arguments: ["echo", "busy"])
    func answers(name: String) async throws {
        let answer = await read(try model(name), "Why is tea brown?")
        #expect(answer.texts == ["Why", " is", " tea", " brown?"])
        #expect(answer.error == nil)
        #expect(try await server.log().count == (name == "busy" ? 2 : 1))
    }

    @Test(
        arguments: [
            ("full", "x y", ModelError.Code.busy, "All models are busy."), ("broken", "x y", .interrupted, nil),
            ("cut", "x y", .interrupted, nil), ("failing", "x y", .modelFailed, "The model failed."),
            ("long", "x y", .tooLong, nil), ("echo", "", .rejected, "The question is empty."),
        ] as [(String, String, ModelError.Code, String?)]
    )
    func failures(name: String, question: String, code: ModelError.Code, message: String?) async throws {
        let answer = await read(try model(name), question)
        #expect(answer.error?.code == code)
        if let message { #expect(answer.error?.message == message) }
    }

    @Test func aWrongKey() async throws {
        #expect(await read(try model("echo", key: "wrong"), "x").error?.code == .notPermitted)
    }

    /// The answer never ends, so the test ends only if the text arrives before the end, and the exchange ends with the task.
    @Test func cancelling() async throws {
        let model = try model("endless")
        let (texts, continuation) = AsyncStream.makeStream(of: String.self)
        let task = Task { () -> ModelError? in
            do throws(ModelError) {
                for try await text in try await model.answer(to: [Message("x y")]) { continuation.yield(text) }
                return nil
            } catch {
                return error
            }
        }
        for await text in texts.prefix(1) { #expect(text == "x") }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        #expect(try await server.sawClientLeave())
    }

    @Test func leavingTheLoop() async throws {
        for try await text in try await model("endless").answer(to: [Message("x y")]) where text == " y" { break }
        #expect(try await server.sawClientLeave())
    }
}

/// The service of this example, in its own process.
final class Server: Sendable {
    static let python = "/usr/bin/python3"
    let url: String
    private let input = Pipe()

    init(key: String) throws {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Server/server.py")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = ["-B", program.path, "0", key]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != 0x0A {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw CocoaError(.executableLoad) }
            line += data
        }
        url = String(decoding: line.dropLast(), as: UTF8.self)
    }

    // The server ends when its input does.
    deinit { try? input.fileHandleForWriting.close() }

    /// Returns the attempts, and the clients that left.
    func log() async throws -> [[String?]] {
        let body = try await SessionManager().data(for: .init(method: .get, url: "\(url)log")).value
        return try JSONDecoder().decode([[String?]].self, from: Data(body))
    }

    /// Waits until the server has noticed that a client has closed its connection, for at most 10 s.
    func sawClientLeave() async throws -> Bool {
        for _ in 0..<200 {
            if try await log().contains(["endless", "the client left"]) { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}
