import Mimeograph
import MimeographSession
import Testing

@testable import mimeo

/// The session's configuration from the options of a request.
@Suite struct RequestOptionsTests {
    private func configuration(_ words: [String]) throws -> SessionConfiguration {
        let arguments = try Arguments(words, declared: GetCommand.options)
        let writer = RecordingWriter()
        let console = Console(output: writer, errorOutput: writer, readInput: { _ throws(FileError) in [] })
        return try RequestOptions.configuration(arguments, console)
    }

    /// The bytes of a field are sent unchanged. A name and a password must be valid text.
    @Test func bytesOfAFileStayAsTheyAre() throws {
        func options(_ words: [String], _ input: [UInt8]) throws -> RequestOptions {
            let arguments = try Arguments(["http://a/"] + words, declared: GetCommand.options)
            let writer = RecordingWriter()
            let console = Console(output: writer, errorOutput: writer, readInput: { _ throws(FileError) in input })
            return try RequestOptions(arguments, console)
        }
        let tag = Array("\"caf".utf8) + [0xE9, 0x22]
        let given = try options(["-H", "@-"], Array("If-None-Match: ".utf8) + tag)
        #expect(given.fields["If-None-Match"] == String(opaque: tag))
        #expect(try options(["-u", "@-"], Array("ada:pä".utf8)).credential?.password == "pä")
        #expect(throws: UsageError.self) { try options(["-u", "@-"], Array("ada:pa".utf8) + [0xDF]) }
    }

    @Test func timesAreThoseOfTheSession() throws {
        let standard = try configuration([])
        #expect(standard.options.connectTimeout == .seconds(30))
        #expect(standard.options.idleTimeout == .seconds(60))
        #expect(standard.resourceTimeout == nil)
        let given = try configuration(["--connect-timeout", "1.5", "--idle-timeout=2", "--max-time", "1e3"])
        #expect(given.options.connectTimeout == .milliseconds(1500))
        #expect(given.options.idleTimeout == .seconds(2))
        #expect(given.resourceTimeout == .seconds(1000))
        let none = try configuration(["--connect-timeout", "0", "--idle-timeout", "0", "--max-time", "0"])
        #expect(none.options.connectTimeout == nil)
        #expect(none.options.idleTimeout == nil)
        #expect(none.resourceTimeout == nil)
    }

    @Test func redirectsAndRetriesAreThoseOfTheSession() throws {
        #expect(try configuration([]).redirects.limit == 20)
        #expect(try configuration(["--max-redirects", "3"]).redirects.limit == 3)
        #expect(try configuration(["--retry", "0"]).interceptors.isEmpty)
        let interceptors = try configuration(["--retry", "3"]).interceptors
        #expect((interceptors.first as? RetryPolicy)?.limit == 3)
    }

    @Test func digestsAndStatusesAreThoseOfTheSession() throws {
        #expect(try configuration([]).digests == .verified)
        #expect(try configuration(["--digest"]).digests == .required)
        #expect(try configuration([]).securityPolicy.stapledStatus == .ignored)
        #expect(try configuration(["--stapled-status"]).securityPolicy.stapledStatus == .required)
    }

    @Test func proxiesAreThoseOfTheSession() throws {
        #expect(try configuration([]).proxies == .none)
        #expect(try configuration(["--proxy", "none"]).proxies == .none)
        let proxy = TransportOptions.Proxy(url: "http://proxy.example:3128", username: "ada", password: "a b")
        #expect(try configuration(["--proxy", "ada:a%20b@proxy.example:3128"]).proxies == .fixed(proxy))
    }

    @Test(
        arguments: [
            (200, nil), (304, nil), (400, .refused), (404, .refused), (499, .refused), (500, .serverFailed),
            (599, .serverFailed),
        ] as [(Int, ExitCode?)]
    )
    func statusesAreExitStatuses(_ status: Int, _ code: ExitCode?) { #expect(ExitCode(status: status) == code) }

    @Test(
        arguments: [
            (.invalidURL, .wrongUsage), (.fileNotWritable, .wrongUsage), (.downloadMoveFailed, .wrongUsage),
            (.destinationExists, .wrongUsage),
            (.serialization, .badBody), (.limitExceeded, .badBody), (.timedOut, .noResponse), (.tlsFailed, .noResponse),
            (.digestMismatch, .badBody), (.digestMissing, .badBody),
            (.untrustedServer, .noResponse), (.tooManyRedirects, .noResponse), (.unacceptableStatus, .refused),
        ] as [(SessionError.Code, ExitCode)]
    )
    func errorsAreExitStatuses(_ code: SessionError.Code, _ expected: ExitCode) {
        #expect(ExitCode(SessionError(code, "x")) == expected)
    }

    @Test(
        arguments: [
            (401, "WWW-Authenticate", "Bearer", "--header 'Authorization: …'"),
            (405, "Allow", "GET, HEAD", "It allows GET, HEAD."),
            (406, "X", "x", "--header 'Accept: …'"), (407, "X", "x", "--proxy http://NAME:PASSWORD@HOST:PORT"),
            (415, "X", "x", "--header 'Content-Type: …'"), (429, "Retry-After", "9", "(Retry-After: 9)"),
            (503, "X", "x", "use --retry"), (500, "X", "x", "The server has an error"),
        ] as [(Int, String, String, String)]
    )
    func aRefusalSaysWhatHelps(_ status: Int, _ name: String, _ value: String, _ remedy: String) throws {
        let writer = RecordingWriter()
        let console = Console(output: writer, errorOutput: writer, readInput: { _ throws(FileError) in [] })
        let reporter = Reporter(console, try Settings(try Arguments([], declared: [])))
        var head = ResponseHead(status: status)
        head.fields[name] = value
        reporter.report(refusal: head, nil)
        #expect(writer.text.contains(remedy), "\(writer.text)")
        #expect(writer.text.split(separator: "\n").count == 1)
    }
}
