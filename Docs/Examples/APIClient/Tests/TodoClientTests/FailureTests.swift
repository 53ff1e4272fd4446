import Mimeograph
import MimeographSession
import MimeographSessionTesting
import Testing
import TodoClient

/// The exit status of failures, and the retries before them.
@Suite struct FailureTests {
    let transport = ScriptedTransport()

    @Test(arguments: [
        (400, Outcome.refused), (401, .notPermitted), (403, .notPermitted), (404, .notFound), (410, .notFound),
        (422, .refused), (429, .tryAgain), (500, .unavailable), (503, .tryAgain), (505, .unavailable),
    ])
    func statuses(status: Int, exit: Outcome) async {
        transport.on("*", .init(status: status))
        let run = await Run(["show", "7"], by: transport)
        #expect(run.status == exit)
        #expect(run.complaints.count == 1)
    }

    @Test(arguments: [
        (TransportError.Code.cannotConnect, Outcome.unavailable), (.hostNotFound, .unavailable), (.timedOut, .tryAgain),
        (.tlsFailed, .unavailable), (.invalidResponse, .misunderstood), (.other, .failure),
    ])
    func errors(code: TransportError.Code, exit: Outcome) async {
        transport.on("*", .failure(TransportError(code, "It did not work.")))
        #expect(await Run(["show", "7"], by: transport).status == exit)
    }

    @Test(arguments: [
        ("application/json", "{\"id\":"), ("application/json", "{}"), ("text/html", "<html>"),
    ])
    func whatCannotBeUnderstood(type: String, body: String) async {
        transport.on("*", .init(fields: ["Content-Type": type], body: body))
        #expect(await Run(["show", "7"], by: transport).status == .misunderstood)
    }

    @Test func theServiceSaysWhy() async {
        transport.on(
            "*",
            .init(
                status: 422,
                fields: ["Content-Type": "application/problem+json"],
                body: #"{"title":"Too long","detail":"A title has at most 80 characters."}"#
            )
        )
        let run = await Run(["add", "…"], by: transport)
        #expect(run.status == .refused)
        #expect(run.complaints == ["todo: A title has at most 80 characters."])
    }

    @Test func aFailureThatPasses() async {
        transport.on("*", call: 1, .failure(TransportError(.connectionLost, "The connection broke.")))
        transport.on("*", call: 2, .init(status: 503))
        transport.on("*", .init(fields: ["Content-Type": "application/json"], body: "[]"))
        #expect(await Run(["list"], by: transport).status == .success)
        #expect(transport.requests.count == 3)
    }

    @Test func whatCouldBeDoneTwiceIsNotTriedAgain() async {
        transport.on("*", .init(status: 503))
        #expect(await Run(["add", "Tea"], by: transport).status == .tryAgain)
        #expect(transport.requests.count == 1)
    }

    @Test func aStreamThatBreaksOff() async {
        transport.on(
            "*",
            .init(
                fields: ["Content-Type": "application/x-ndjson"],
                chunks: [Array((#"{"kind":"added","item":{"id":1,"title":"Tea","done":false}}"# + "\n").utf8)],
                failure: TransportError(.connectionLost, "The connection broke.")
            )
        )
        let run = await Run(["watch"], by: transport)
        #expect(run.output.count == 1)
        #expect(run.status == .unavailable)
    }
}
