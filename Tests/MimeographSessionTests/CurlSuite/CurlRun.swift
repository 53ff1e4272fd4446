import Foundation
import Mimeograph
import MimeographSession

/// The run of one case: it sends the requests of the command line and keeps what the session delivers.
struct CurlRun {
    private let testCase: CurlCase
    private let commandLine: CurlCommandLine
    private let folder: String
    private let body: CurlBody

    /// The pieces on the standard output.
    private(set) var standardOutput: [CurlOutput] = []
    /// The pieces in files, by path.
    private(set) var files: [String: [CurlOutput]] = [:]
    /// The files of cookies.
    private(set) var cookieFiles: Set<String> = []
    /// The error of the last transfer; nil if it succeeded.
    private(set) var error: SessionError?

    /// Makes a run.
    init(_ testCase: CurlCase, _ commandLine: CurlCommandLine, _ body: CurlBody, folder: String) {
        self.testCase = testCase
        self.commandLine = commandLine
        self.body = body
        self.folder = folder
    }

    /// Makes the files that a case asks for.
    static func makeFiles(of testCase: CurlCase) throws {
        for file in testCase.parts("client", numbered: "file") {
            guard let path = file.attributes["name"] else { continue }
            guard path.hasPrefix("/") else { throw CurlBody.Failure(reason: "the case writes outside its folder") }
            let url = URL(fileURLWithPath: path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(file.bytes).write(to: url)
        }
    }

    /// The path of the file that curl's runner lets the first transfer write.
    static func output(of testCase: CurlCase, in folder: String) -> String { "\(folder)/curl\(testCase.number).out" }

    /// Carries out all transfers.
    mutating func carryOut() async throws {
        // Groups that connect to the same servers in the same way share connections, as curl's transfers do.
        var routes: [CurlRoutes.Servers: CurlRoutes] = [:]
        defer { for shared in routes.values { shared.end() } }
        var environment: [String: String] = [:]
        for line in testCase.part("client", "setenv")?.lines ?? [] where !line.hasPrefix("#") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count > 1 { environment[String(parts[0])] = String(parts[1]) }
        }
        for (index, group) in commandLine.groups.enumerated() {
            let servers = CurlRoutes.Servers(group)
            let shared = routes[servers] ?? CurlRoutes(servers)
            routes[servers] = shared
            try await carryOut(group, isFirst: index == 0, environment, shared)
        }
    }

    private mutating func carryOut(
        _ group: CurlCommandLine.Group,
        isFirst: Bool,
        _ environment: [String: String],
        _ routes: CurlRoutes
    ) async throws {
        let settings = CurlSettings(
            group: group,
            environment: environment,
            folder: folder,
            expectsTimeout: testCase.part("verify", "errorcode")?.lines.first == "28"
        )
        var outputs = CurlTarget.targets(group)
        let options = isFirst ? testCase.part("client", "command")?.attributes["option"] ?? "" : "no-output,no-include"
        if !options.contains("no-output"), testCase.part("verify", "stdout") == nil || options.contains("force-output")
        {
            outputs.insert(.file(Self.output(of: testCase, in: folder)), at: 0)
        }
        let includesHeads = !options.contains("no-include") || group.has("include") || group.has("head")
        let uploads = group.all("upload-file")
        if let file = group.last("dump-header"), file != "-" { files[file.replacing("//", with: "/")] = nil }
        // curl does not begin a transfer if it cannot write the file of its tag.
        if let file = group.last("etag-save"), let slash = file.lastIndex(of: "/"),
            !group.has("create-dirs"), !FileManager.default.fileExists(atPath: String(file[..<slash]))
        {
            return
        }
        var configuration: SessionConfiguration?
        var key: String?
        for (index, pattern) in group.all("url").enumerated() {
            let target =
                index < outputs.count ? outputs[index] : group.has("remote-name-all") ? .remoteName : .standardOutput
            let files = index < uploads.count ? CurlGlob(uploads[index])?.expansions.map(\.text) ?? [] : [nil]
            for file in files {
                for url in CurlGlob(pattern)?.expansions ?? [] {
                    let path = target.path(url, group)
                    let length = path.flatMap { FileManager.default.contents(atPath: $0)?.count } ?? 0
                    let request = try CurlRequest(url.text, upload: file, group, body, outputLength: length)
                    let newKey = "\(request.url.origin) \(String(describing: request.credential?.username))"
                    if key != newKey || configuration == nil {
                        configuration = try settings.configuration(request, configuration?.cookies)
                        key = newKey
                    }
                    guard let configuration else { continue }
                    // curl's transfers share connections and cookies, but not the challenges that they have answered.
                    let session = SessionManager(configuration: SessionConfiguration(), transport: routes)
                    defer { session.invalidate(cancelling: true) }
                    let transfer = CurlCaseTransfer(
                        session: session,
                        request: request,
                        configuration: configuration,
                        group: group,
                        path: path,
                        mayChooseName: target == .remoteName && group.has("remote-header-name"),
                        includesHeads: includesHeads
                    )
                    let result = await transfer.carryOut()
                    append(
                        result,
                        heads: routes.takeHeads(),
                        path,
                        group,
                        includesHeads,
                        request,
                        isDiscarded: target == .nothing
                    )
                }
            }
        }
        if let storage = configuration?.cookies {
            storage.save()
            cookieFiles.insert(settings.cookieFile)
        }
    }

    private mutating func append(
        _ result: CurlCaseTransfer.Result,
        heads: [ResponseHead],
        _ path: String?,
        _ group: CurlCommandLine.Group,
        _ includesHeads: Bool,
        _ request: CurlRequest,
        isDiscarded: Bool
    ) {
        error = result.error
        let path = result.path ?? path
        if request.offset > 0, let path, files[path] == nil, let data = FileManager.default.contents(atPath: path) {
            files[path] = [.bytes([UInt8](data))]
        }
        // A retried transfer replaces its file, if that has bytes of a body.
        let hasBody = !group.has("fail") && heads.dropLast().contains { $0.fields["Content-Length"] != "0" }
        let isRetried = path != nil && group.has("retry") && (result.metrics?.retryCount ?? 0) > 0 && hasBody
        let heads = isRetried ? heads.suffix(1 + (result.metrics?.redirectCount ?? 0)) : heads
        let headPieces = heads.map { CurlOutput.head($0) }
        let trailers: [CurlOutput] = result.trailers.lines.isEmpty ? [] : [.trailers(result.trailers)]
        if let file = group.last("dump-header") { write(headPieces + trailers, to: file == "-" ? nil : file) }
        var pieces = includesHeads ? headPieces : []
        if !result.body.isEmpty { pieces.append(.bytes(result.body)) }
        if includesHeads { pieces += trailers }
        if let path {
            let path = path.replacing("//", with: "/")
            // A further transfer replaces the file, unless it continues it.
            if request.offset == 0 { files[path] = nil }
            if group.has("remove-on-error"), error != nil { pieces = [] }
            // curl leaves the file as it is if the entity tag still matches.
            if heads.last?.status != 304 || includesHeads { write(pieces, to: path) }
        } else if !isDiscarded {
            write(pieces, to: nil)
        }
        if let format = group.last("write-out") {
            standardOutput.append(.bytes(Array(CurlWriteOut.text(format, result, request).utf8)))
        }
        if let file = group.last("etag-save") {
            let tag = heads.last?.fields["ETag"] ?? ""
            let line = CurlOutput.bytes(tag.isEmpty ? [] : Array("\(tag)\n".utf8))
            if file == "-" { standardOutput.append(line) } else { files[file] = [line] }
        }
    }

    private mutating func write(_ pieces: [CurlOutput], to path: String?) {
        if let path { files[path.replacing("//", with: "/"), default: []] += pieces } else { standardOutput += pieces }
    }
}

/// The target of a transfer's output.
enum CurlTarget: Equatable {
    case standardOutput
    case nothing
    case file(String)
    /// A file with the last component of the URL as its name.
    case remoteName

    /// Returns the targets that the options name, in order.
    static func targets(_ group: CurlCommandLine.Group) -> [CurlTarget] {
        group.options.compactMap { option in
            switch option.name {
            case "output":
                option.value == "-" ? .standardOutput : option.value == "/dev/null" ? .nothing : .file(option.value)
            case "out-null": .nothing
            case "no-remote-name": .standardOutput
            case "remote-name": .remoteName
            default: nil
            }
        }
    }

    /// Returns the path for a URL; nil for the standard output.
    func path(_ url: CurlGlob.Expansion, _ group: CurlCommandLine.Group) -> String? {
        let folder = group.last("output-dir").map { $0.hasSuffix("/") ? $0 : "\($0)/" } ?? ""
        return switch self {
        case .standardOutput, .nothing: nil
        case .file(let name): (name.hasPrefix("/") ? "" : folder) + url.name(name)
        case .remoteName: folder + CurlURL(url.text).fileName
        }
    }
}
