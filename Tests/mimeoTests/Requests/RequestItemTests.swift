import Foundation
import LoopbackServer
import Mimeograph
import TestServers
import TestSupport
import Testing

@testable import mimeo

/// The parts of a request that words after the URL describe.
@Suite(.within(minutes: 5)) struct RequestItemTests {
    /// Returns the request that the server received.
    private func sent(_ words: [String], input: String = "") async throws -> ServedRequest {
        let target = RequestServer.unique("/request")
        let method = words[0]
        let run = await ToolRun.request([method, try RequestServer.url(target)] + words.dropFirst(), input: input)
        #expect(run.exitCode == .success, "\(run.errorOutput)")
        return try #require(try RequestServer.requests(for: target).last)
    }

    @Test(
        arguments: [
            (["name=Ada"], #"{"name":"Ada"}"#), (["a=1", "b:=1"], #"{"a":"1","b":1}"#),
            (
                ["a:=true", "b:=null", "c:=[1, \"x\"]", "d:={\"e\": -1.50}"],
                #"{"a":true,"b":null,"c":[1,"x"],"d":{"e":-1.50}}"#
            ),
            (["a="], #"{"a":""}"#), (["a=\\@b"], #"{"a":"@b"}"#), (["a\\=b=c"], #"{"a=b":"c"}"#),
            (["a\\:b=c"], #"{"a:b":"c"}"#), (["a=b=c"], #"{"a":"b=c"}"#), (["a=b:c@d"], #"{"a":"b:c@d"}"#),
            (["url=https://a.example/?b=c"], #"{"url":"https://a.example/?b=c"}"#), (["ü=é"], #"{"ü":"é"}"#),
        ] as [([String], String)]
    )
    func valuesAreAnObject(_ words: [String], _ body: String) async throws {
        let request = try await sent(["post"] + words)
        #expect(String(decoding: request.body, as: UTF8.self) == body)
        #expect(request.field("Content-Type") == "application/json")
    }

    @Test func fieldsAndParametersGoToTheirPlaces() async throws {
        let target = RequestServer.unique("/request")
        let words = ["get", try RequestServer.url(target), "X-A:1", "x-b: two", "page==2", "q==a b"]
        #expect(await ToolRun.request(words).exitCode == .success)
        let request = try #require(try RequestServer.requests(for: "\(target)&page=2&q=a+b").last)
        #expect(request.field("X-A") == "1" && request.field("x-b") == "two")
    }

    @Test func filesAreValues() async throws {
        try await RequestServer.withFolder { folder in
            try "a\nb".write(toFile: "\(folder)/text", atomically: false, encoding: .utf8)
            try "[1]".write(toFile: "\(folder)/json", atomically: false, encoding: .utf8)
            try "Bearer hush\n".write(toFile: "\(folder)/token", atomically: false, encoding: .utf8)
            let request = try await sent([
                "put", "a=@\(folder)/text", "b:=@\(folder)/json", "Authorization:@\(folder)/token",
            ])
            #expect(String(decoding: request.body, as: UTF8.self) == #"{"a":"a\nb","b":[1]}"#)
            #expect(request.field("Authorization") == "Bearer hush")
            let url = try RequestServer.url("/request")
            for word in ["a=@\(folder)/none", "a:=@\(folder)/none", "a@\(folder)/none"] {
                let run = await ToolRun.request(["post", url, word])
                #expect(
                    run.exitCode == .wrongUsage && run.errorOutput.contains("none: No such file"),
                    "\(run.errorOutput)"
                )
            }
            try Data([0xFF]).write(to: URL(fileURLWithPath: "\(folder)/bytes"))
            #expect(await ToolRun.request(["post", url, "a=@\(folder)/bytes"]).errorOutput.contains("it is not UTF-8"))
            // The name of the file contains a separator.
            try "{}".write(toFile: "\(folder)/a=b.json", atomically: false, encoding: .utf8)
            #expect(try await sent(["post", "\(folder)/a=b.json"]).body == Array("{}".utf8))
        }
    }

    @Test(arguments: [("PURGE", "PURGE"), ("lock", "LOCK"), ("GET", "GET"), ("delete", "DELETE")])
    func anyMethodIsSent(_ name: String, _ method: String) async throws {
        let target = RequestServer.unique("/request")
        let run = await ToolRun.request(["request", name, try RequestServer.url(target), "X-A:1"])
        #expect(run.exitCode == .success, "\(run.errorOutput)")
        let request = try #require(try RequestServer.requests(for: target).last)
        #expect(request.method == method && request.field("X-A") == "1")
    }

    @Test(arguments: ["gzip", "deflate", "br", "zstd"]) func bodiesAreCompressed(_ coding: String) async throws {
        try await RequestServer.withFolder { folder in
            let text = String(repeating: "tea and cake ", count: 1000)
            try text.write(toFile: "\(folder)/a.txt", atomically: false, encoding: .utf8)
            for body in [
                ["a=\(text)"], ["--form", "a=\(text)"], ["\(folder)/a.txt"], ["-d", "[\"\(text)\"]"],
                ["a@\(folder)/a.txt"],
            ] {
                let request = try await sent(["post", "--compress", coding] + body)
                #expect(request.field("Content-Encoding") == coding)
                let codings = try Formats.registry(Settings()).codings
                let plain = try codings[coding]?.decode(request.body.span, limits: DecodingLimits())
                #expect(
                    request.body.count < 1000
                        && plain.map { String(decoding: $0, as: UTF8.self).contains("tea") } == true
                )
            }
        }
    }

    @Test func optionsIsACommand() async throws {
        #expect(try await sent(["options"]).method == "OPTIONS")
    }
}
