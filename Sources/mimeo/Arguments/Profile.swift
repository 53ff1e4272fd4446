import Foundation
import Mimeograph
import MimeographSession

/// A profile: the base URL of a service, and the options of each request to it.
///
/// It is a file in the folder `mimeo/profiles` of the user's configuration. Each line is an option without its dashes:
///
/// ```
/// base = https://api.github.com/
/// header = Accept: application/vnd.github+json
/// bearer-command = gh auth token
/// pin = sha256/…
/// ```
struct Profile {
    /// The URL that paths are appended to.
    let base: String
    /// The command that prints the token, or nil.
    let tokenCommand: String?
    /// The options.
    let arguments: Arguments
    /// Whether other users can read a secret in the file.
    let isExposed: Bool

    /// The longest time that the command for the token may take, in seconds.
    static let commandTimeout = 60.0
    private static let fileLimit = 1 << 16

    /// Reads the profile with that name.
    ///
    /// - Throws: ``UsageError`` for an invalid name or line, ``FileError`` for a file that cannot be read.
    init(named name: String, _ console: Console) throws {
        let isName = name.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "-_.".utf8.contains($0)
        }
        guard isName, let first = name.utf8.first, first != UInt8(ascii: ".") else {
            throw UsageError("a profile is named by letters, digits, - and _, such as @github")
        }
        let home = console.environment["HOME"] ?? ""
        let folder = console.environment["XDG_CONFIG_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.config"
        let path = "\(folder)/mimeo/profiles/\(name)"
        guard FileReading.isRegular(path) else {
            throw UsageError("there is no profile \(name); describe it in the file \(path), with a line base = URL")
        }
        let text = String(decoding: try FileReading.read(path: path, atMost: Self.fileLimit), as: UTF8.self)
        var base: String?
        var command: String?
        var words: [String] = []
        for (index, line) in text.parts(at: "\n").enumerated() {
            let trimmed = line.trimmingCharacters(in: .whitespaces)
            if trimmed.isEmpty || trimmed.hasPrefix("#") { continue }
            let parts = trimmed.parts(at: "=", most: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            switch parts[0] {
            case "base": base = parts.last
            case "bearer-command": command = parts.last
            default:
                // The value is not shown, because it may be a secret.
                guard Self.allowed.contains(where: { $0.name == parts[0] }) else {
                    throw UsageError(
                        "line \(index + 1) of \(path): \(parts[0].visible(atMost: 40)) is not an option of a request"
                    )
                }
                words.append(parts.count == 2 ? "--\(parts[0])=\(parts[1])" : "--\(parts[0])")
            }
        }
        guard let base, (try? RequestURL(base)) != nil else {
            throw UsageError("the profile \(name) has no line such as base = https://api.example.com/")
        }
        self.base = base
        tokenCommand = command
        let given = try Arguments(words, declared: Self.allowed)
        arguments = given
        let secrets = ["user", "header", "proxy", "certificate", "query"].flatMap { option in
            given.lists[option] ?? given.values[option].map { [$0] } ?? []
        }
        let holdsSecret = given.values["user"] != nil || secrets.contains(where: HiddenValues.holdsSecret(inWord:))
        isExposed = holdsSecret && FileReading.isReadableByOthers(path)
    }

    /// The options that a profile may set.
    private static let allowed =
        RequestOptions.sending.filter { !["curl", "log"].contains($0.name) } + TrustOptions.all

    /// Replaces `@name` and the path after it by a URL, and adds the options of the profile that the command line lacks.
    ///
    /// - Returns: The arguments unchanged if they name no profile.
    /// - Throws: ``UsageError`` or ``FileError``.
    static func expanded(_ arguments: Arguments, _ console: Console) throws -> Arguments {
        let operands = arguments.operands
        // A profile takes the place of the URL, which is the first operand of most commands.
        let command = Tool.commands.first { $0.name == operands.first && $0 is any UsesProfiles.Type }
        let index = command == nil ? 0 : command == AnyRequestCommand.self ? 2 : 1
        guard operands.count > index, operands[index].beginsWithBytes(of: "@") else { return arguments }
        let profile = try Profile(named: String(operands[index].dropFirst()), console)
        if profile.isExposed {
            console.errorOutput.write(
                "mimeo: other users can read the secrets of the profile \(operands[index]); run chmod 600 on its file\n"
            )
        }
        // The path may be missing: `mimeo @name page==2`.
        var items = operands.dropFirst(index + 1)
        let path = items.first.map(RequestItems.isValue) ?? true ? "" : items.removeFirst()
        var words = Array(operands[..<index]) + [try profile.url(path)] + items
        var expanded = arguments
        expanded.addDefaults(profile.arguments)
        if index == 0 {
            let hasBody = arguments.has("data") || items.contains(where: RequestItems.isOfBody)
            words.insert(hasBody ? PostCommand.name : GetCommand.name, at: 0)
        }
        if let command = profile.tokenCommand, !["user", "bearer", "curl"].contains(where: arguments.has) {
            expanded.addDefaults(field: "Authorization: Bearer \(try token(command))")
        }
        return expanded.withOperands(words)
    }

    /// Returns the base URL with a path appended.
    ///
    /// - Throws: ``UsageError`` for a URL of another server, which must not receive the credentials.
    private func url(_ path: String) throws(UsageError) -> String {
        let beginning = path.prefix { !"/?#".contains($0) }
        if beginning.utf8.last == UInt8(ascii: ":"), path.dropFirst(beginning.count).beginsWithBytes(of: "//") {
            guard let url = try? RequestURL(path), (try? RequestURL(base))?.hasSameOrigin(as: url) == true else {
                throw UsageError("the URL is of another server than the profile; write a path, or omit the profile")
            }
            return path
        }
        if path.isEmpty { return base }
        if path.hasPrefix("?") { return base + path }
        return (base.hasSuffix("/") ? String(base.dropLast()) : base) + (path.hasPrefix("/") ? path : "/\(path)")
    }

    /// Runs a command of the shell, and returns the first line that it prints.
    private static func token(_ command: String) throws(UsageError) -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        let pipe = Pipe()
        process.standardOutput = pipe
        do { try process.run() } catch { throw UsageError("the bearer-command of the profile could not be run") }
        let watch = DispatchWorkItem { process.terminate() }
        DispatchQueue.global().asyncAfter(deadline: .now() + commandTimeout, execute: watch)
        let printed = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        watch.cancel()
        let line = String(decoding: printed, as: UTF8.self).parts(at: "\n").first.map(String.init) ?? ""
        guard process.terminationStatus == 0, !line.isEmpty else {
            throw UsageError("the bearer-command of the profile printed no token")
        }
        return line
    }
}

/// A command whose URL may begin with a profile.
protocol UsesProfiles: Command {}
