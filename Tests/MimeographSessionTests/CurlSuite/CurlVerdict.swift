import Foundation
import Mimeograph
import MimeographSession

/// The result of a case.
enum CurlVerdict: Sendable {
    case passes
    case differs(String)
    case isLeftOut(String)

    /// Runs a case against a server of its own.
    static func of(_ file: URL) async -> CurlVerdict {
        do {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent("curl-\(UUID().uuidString)").path
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let closed = try CurlSocket.onLoopback(isListening: false)
            defer { closed.socket.close() }
            let server = try CurlServer()
            defer { server.stop() }
            let testCase = try CurlCase(
                file,
                CurlVariables(port: server.port, closedPort: closed.port, folder: folder)
            )
            return try await of(testCase, server, folder)
        } catch let error as CurlBody.Failure {
            return .isLeftOut(error.reason)
        } catch {
            return .differs("the runner failed: \(error)")
        }
    }

    private static func of(_ testCase: CurlCase, _ server: CurlServer, _ folder: String) async throws -> CurlVerdict {
        let line = testCase.part("client", "command")?.lines.joined(separator: " ") ?? ""
        let body = CurlBody(input: testCase.part("client", "stdin")?.bytes ?? [])
        try CurlRun.makeFiles(of: testCase)
        let commandLine = try CurlCommandLine(CurlCommandLine.arguments(line), contents: body.contents)
        if let reason = CurlSupport.inapplicability(of: testCase, commandLine) { return .isLeftOut(reason) }
        server.start(testCase)
        var run = CurlRun(testCase, commandLine, body, folder: folder)
        try await run.carryOut()
        server.stop()
        let problem = problem(of: testCase, run, commandLine, server.requests, folder)
        return problem.map { .differs($0) } ?? .passes
    }

    private static func problem(
        of testCase: CurlCase,
        _ run: CurlRun,
        _ commandLine: CurlCommandLine,
        _ requests: [[UInt8]],
        _ folder: String
    ) -> String? {
        let exitCode = testCase.part("verify", "errorcode").flatMap { $0.lines.first }.flatMap { Int($0) } ?? 0
        if !CurlErrors.matches(run.error?.code, exitCode) {
            let error = run.error.map { "the error \($0.code) (\($0.message))" } ?? "no error"
            return "\(error), expected the exit code \(exitCode)"
        }
        if let expected = testCase.part("verify", "protocol"),
            let difference = CurlProtocol(testCase).difference(requests, expected.bytes)
        {
            return difference
        }
        if let difference = dataDifference(testCase, run, folder) { return "data: \(difference)" }
        let hasUnknownOutput = !CurlWriteOut.isKnown(commandLine)
        if !hasUnknownOutput, let expected = testCase.part("verify", "stdout"),
            let difference = CurlOutput.difference(run.standardOutput, expected.bytes.withoutEmptyMark)
        {
            return "standard output: \(difference)"
        }
        for file in testCase.parts("verify", numbered: "file") {
            guard let path = file.attributes["name"] else { continue }
            if hasUnknownOutput, path.contains("/stdout") || run.files[path] == nil { continue }
            if let difference = fileDifference(file, path, testCase, run) { return "\(path): \(difference)" }
        }
        for path in testCase.part("verify", "notexists")?.lines ?? [] where run.files[path] != nil {
            return "\(path) exists"
        }
        return nil
    }

    private static func dataDifference(_ testCase: CurlCase, _ run: CurlRun, _ folder: String) -> String? {
        let data = testCase.part("reply", "data")
        if data?.attributes["nocheck"] == "yes" { return nil }
        let checks = testCase.parts("reply", numbered: "datacheck")
        let expected = checks.isEmpty ? data?.bytes ?? [] : checks.flatMap(\.bytes)
        if expected.isEmpty { return nil }
        let path = CurlRun.output(of: testCase, in: folder)
        guard let pieces = run.files[path] else {
            let option = testCase.part("client", "command")?.attributes["option"] ?? ""
            return option.contains("no-output") || testCase.part("verify", "stdout") != nil ? nil : "no output"
        }
        let difference = CurlOutput.difference(pieces, expected)
        // curl writes a head line by line, and so a part of a head that it then rejects.
        let isRejected = run.error != nil && pieces.isEmpty
        return isRejected ? nil : difference
    }

    private static func fileDifference(
        _ file: CurlCase.Part,
        _ path: String,
        _ testCase: CurlCase,
        _ run: CurlRun
    ) -> String? {
        if let pieces = run.files[path] { return CurlOutput.difference(pieces, file.bytes) }
        if run.cookieFiles.contains(path) { return cookieDifference(path, file) }
        if path.hasSuffix("/stdout\(testCase.number)") { return CurlOutput.difference(run.standardOutput, file.bytes) }
        if path.hasSuffix("/stderr\(testCase.number)") { return nil }
        guard let data = FileManager.default.contents(atPath: path) else { return "the file is missing" }
        return [UInt8](data) == file.bytes ? nil : "the file is \([UInt8](data).shown), expected \(file.bytes.shown)"
    }

    /// Returns whether two lines have the same cookie. The letters of its domain may be capitals. Its path may end with a slash,
    /// which curl removes, and its expiry may differ by two minutes, because a limit counts from now on.
    private static func isSame(_ one: String, _ other: String) -> Bool {
        var (columns, others) = (
            one.split(separator: "\t", omittingEmptySubsequences: false),
            other.split(separator: "\t", omittingEmptySubsequences: false)
        )
        guard columns.count == 7, others.count == 7, let end = Int(columns[4]), let otherEnd = Int(others[4]),
            abs(end - otherEnd) <= 120
        else { return false }
        if others[2].count > 1, others[2].hasSuffix("/") { others[2].removeLast() }
        columns[4] = others[4]
        if columns[0].lowercased() == others[0].lowercased() { columns[0] = others[0] }
        return columns == others
    }

    /// Compares the cookies of two files, in any order.
    private static func cookieDifference(_ path: String, _ file: CurlCase.Part) -> String? {
        func cookies(_ bytes: [UInt8]) -> Set<String> {
            Set(
                bytes.linesWithEnds.map { String(decoding: $0.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self) }
                    .filter { !$0.isEmpty && (!$0.hasPrefix("#") || $0.hasPrefix("#HttpOnly_")) }
            )
        }
        var expected = cookies(file.bytes)
        var extra: [String] = []
        for cookie in cookies([UInt8](FileManager.default.contents(atPath: path) ?? Data())).sorted() {
            if let same = expected.first(where: { isSame($0, cookie) }) {
                expected.remove(same)
            } else {
                extra.append(cookie)
            }
        }
        return extra.isEmpty && expected.isEmpty ? nil : "the cookies \(extra) instead of \(expected.sorted())"
    }
}

extension [UInt8] {
    /// The bytes of an expected output, without the mark that stands for no output.
    fileprivate var withoutEmptyMark: [UInt8] {
        starts(with: "%EMPTY".utf8) ? Array(dropFirst("%EMPTY\n".utf8.count)) : self
    }
}
