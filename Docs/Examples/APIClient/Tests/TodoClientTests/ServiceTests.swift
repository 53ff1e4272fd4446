import Foundation
import MimeographSession
import Testing
import TodoClient

/// The program with the service of this example, over a socket.
@Suite(
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: Service.python)
            || ProcessInfo.processInfo.environment["CI"] == "true",
        "\(Service.python) is not here"
    )
)
struct ServiceTests {
    @Test func allCommands() async throws {
        let service = try Service(key: "secret")
        defer { service.stop() }
        func todo(_ arguments: String..., key: String = "secret") async -> Run {
            await Run(arguments, url: service.url, key: key)
        }
        #expect(await todo("list").output == [])
        #expect(await todo("add", "Buy", "tea & cake").output == ["1\t[ ]\tBuy tea & cake"])
        #expect(await todo("add", "Größe").output == ["2\t[ ]\tGröße"])
        #expect(await todo("done", "1").output == ["1\t[x]\tBuy tea & cake"])
        #expect(await todo("list").output == ["1\t[x]\tBuy tea & cake", "2\t[ ]\tGröße"])
        #expect(await todo("list", "--open").output == ["2\t[ ]\tGröße"])
        #expect(await todo("delete", "2").status == .success)
        #expect(await todo("show", "2").status == .notFound)
        let tooLong = await todo("add", String(repeating: "x", count: 81))
        #expect(tooLong.status == .refused)
        #expect(tooLong.complaints == ["todo: A title has at most 80 characters."])
        // The connection stays open after the fourth change; the client closes it.
        let watched = await todo("watch", "--count", "4")
        #expect(watched.output.map { $0.prefix { $0 != "\t" } } == ["added", "added", "changed", "deleted"])
        #expect(await todo("list", key: "wrong").status == .notPermitted)
    }

    @Test func aTokenThatEndsInBetween() async throws {
        let service = try Service(key: "secret")
        defer { service.stop() }
        // A token is valid for five requests.
        let client = try TodoService(baseURL: service.url, key: "secret")
        for _ in 0..<12 { #expect(try await client.items().isEmpty) }
    }

    @Test func aServiceThatIsNotThere() async throws {
        let service = try Service(key: nil)
        service.stop()
        #expect(await Run(["list"], url: service.url).status == .unavailable)
    }
}

/// The service of this example, in its own process.
private final class Service {
    static let python = "/usr/bin/python3"
    let url: String
    private let process = Process()
    private let input = Pipe()

    init(key: String?) throws {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Server/server.py")
        process.executableURL = URL(fileURLWithPath: Self.python)
        process.arguments = ["-B", program.path, "0"] + (key.map { [$0] } ?? [])
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

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
