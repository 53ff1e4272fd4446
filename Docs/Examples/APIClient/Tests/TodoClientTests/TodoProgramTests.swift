import Mimeograph
import MimeographSession
import MimeographSessionTesting
import Testing
import TodoClient

private let json: HeaderFields = ["Content-Type": "application/json"]
private let item = ScriptedAnswer(fields: json, body: #"{"id":7,"title":"Buy tea","done":false}"#)

@Suite struct TodoProgramTests {
    let transport = ScriptedTransport()

    @Test func list() async {
        transport.on(
            .get,
            "https://todo.example/v1/items",
            .init(fields: json, body: #"[{"id":1,"title":"Tea","done":true},{"id":2,"title":"Ü","done":false}]"#)
        )
        let run = await Run(["list"], by: transport)
        #expect(run.output == ["1\t[x]\tTea", "2\t[ ]\tÜ"])
        #expect(run.status == .success)
        #expect(transport.requests.map(\.fields).first?.contains("Accept") == true)
    }

    @Test(arguments: [("--done", "done=true"), ("--open", "done=false")])
    func listOfSome(option: String, query: String) async {
        transport.on("*", .init(fields: json, body: "[]"))
        let run = await Run(["list", option], by: transport)
        #expect(run.status == .success)
        #expect(transport.requests.map(\.url) == ["https://todo.example/v1/items?\(query)"])
    }

    @Test func show() async {
        transport.on(.get, "https://todo.example/v1/items/7", item)
        #expect(await Run(["show", "7"], by: transport).output == ["7\t[ ]\tBuy tea"])
    }

    @Test func add() async {
        transport.on(.post, "https://todo.example/v1/items", item)
        #expect(await Run(["add", "Buy", "tea"], by: transport).output == ["7\t[ ]\tBuy tea"])
        #expect(transport.requests.first?.body == Array(#"{"title":"Buy tea"}"#.utf8))
        #expect(transport.requests.first?.fields["Content-Type"] == "application/json")
    }

    @Test(arguments: [("done", "true"), ("reopen", "false")])
    func setDone(command: String, value: String) async {
        transport.on(.patch, "https://todo.example/v1/items/7", item)
        #expect(await Run([command, "7"], by: transport).status == .success)
        #expect(transport.requests.first?.body == Array(#"{"done":\#(value)}"#.utf8))
        #expect(transport.requests.first?.fields["Content-Type"] == "application/merge-patch+json")
    }

    @Test func delete() async {
        transport.on(.delete, "https://todo.example/v1/items/7", .init(status: 204))
        let run = await Run(["delete", "7"], by: transport)
        #expect(run.status == .success)
        #expect(run.output.isEmpty)
    }

    @Test func watch() async {
        let change = #"{"kind":"added","item":{"id":1,"title":"Tea","done":false}}"# + "\n"
        // The chunks are cut in the middle of a line, and contain more changes than requested.
        let bytes = Array((change + change + change).utf8)
        transport.on(
            .get,
            "https://todo.example/v1/changes",
            .init(fields: ["Content-Type": "application/x-ndjson"], chunks: [Array(bytes[..<20]), Array(bytes[20...])])
        )
        let run = await Run(["watch", "--count", "2"], by: transport)
        #expect(run.output == ["added\t1\t[ ]\tTea", "added\t1\t[ ]\tTea"])
        #expect(transport.openExchangeCount == 0)
        #expect(await Run(["watch"], by: transport).output.count == 3)
        #expect(transport.requests.allSatisfy { $0.options.idleTimeout == nil })
    }

    @Test func whatATerminalWouldObeyIsNotPrinted() async {
        transport.on("*", .init(fields: json, body: #"{"id":7,"title":"a\u001b[2Jb\nc\u202e","done":false}"#))
        #expect(await Run(["show", "7"], by: transport).output == ["7\t[ ]\ta\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}"])
    }

    @Test(arguments: [
        [], ["help"], ["--help"],
    ])
    func help(arguments: [String]) async {
        let run = await Run(arguments, by: transport)
        #expect(run.status == .success)
        #expect(run.output.first?.contains("todo list") == true)
    }

    @Test(arguments: [
        ["frob"], ["show"], ["show", "x"], ["show", "-1"], ["show", "1", "2"], ["add"], ["add", " "],
        ["list", "--all"],
        ["watch", "--count", "0"], ["delete", "../users/1"],
    ])
    func misuse(arguments: [String]) async {
        let run = await Run(arguments, by: transport)
        #expect(run.status == .usage)
        #expect(run.complaints.count == 1)
        #expect(transport.requests.isEmpty)
    }

    @Test func anAddressThatIsNone() async {
        #expect(await Run(["list"], by: transport, url: "todo.example").status == .usage)
    }
}
