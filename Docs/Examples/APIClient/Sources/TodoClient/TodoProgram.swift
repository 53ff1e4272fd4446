import Mimeograph
import MimeographServer
public import MimeographSession

/// The program: parses a command, sends it to the service, and prints the result.
public struct TodoProgram: Sendable {
    private let environment: [String: String]
    private let transport: any Transport
    private let retries: RetryPolicy
    private let output: @Sendable (String) -> Void
    private let complaints: @Sendable (String) -> Void

    /// Makes the program.
    ///
    /// - Parameters:
    ///   - environment: The environment variables, with `TODO_URL` and `TODO_KEY`.
    ///   - transport: The transport for the requests.
    ///   - retries: The retry policy.
    ///   - output: Called with each line of the result.
    ///   - complaints: Called with each error message.
    public init(
        environment: [String: String],
        transport: any Transport = PlatformTransport.make(),
        retries: RetryPolicy = RetryPolicy(),
        output: @escaping @Sendable (String) -> Void,
        complaints: @escaping @Sendable (String) -> Void
    ) {
        self.environment = environment
        self.transport = transport
        self.retries = retries
        self.output = output
        self.complaints = complaints
    }

    /// Runs the command in the arguments, without the program's name.
    public func run(_ arguments: [String]) async -> Outcome {
        do {
            let command = try TodoCommand(arguments)
            if command == .help {
                output(TodoCommand.usage)
                return .success
            }
            try await perform(command)
            return .success
        } catch let misuse as TodoCommand.Misuse {
            complaints("todo: \(misuse.message); see todo help")
            return .usage
        } catch let error as SessionError {
            complaints("todo: \(Self.explanation(of: error))")
            return Outcome(error)
        } catch {
            complaints("todo: \(error)")
            return .failure
        }
    }

    private func perform(_ command: TodoCommand) async throws {
        let service = try TodoService(
            baseURL: environment["TODO_URL"] ?? "http://127.0.0.1:8080/",
            key: environment["TODO_KEY"],
            transport: transport,
            retries: retries
        )
        switch command {
        case .list(let done): for item in try await service.items(done: done) { output(Self.line(item)) }
        case .show(let id): output(Self.line(try await service.item(id)))
        case .add(let title): output(Self.line(try await service.add(title)))
        case .setDone(let id, let isDone): output(Self.line(try await service.setDone(isDone, of: id)))
        case .delete(let id): try await service.delete(id)
        case .watch(let count):
            var left = count ?? .max
            for try await change in try await service.changes() {
                output("\(Self.printable(change.kind))\t\(Self.line(change.item))")
                left -= 1
                // Leaving the loop releases the stream, which ends the exchange.
                if left == 0 { return }
            }
        case .help: break
        }
    }

    private static func line(_ item: TodoItem) -> String {
        "\(item.id)\t[\(item.isDone ? "x" : " ")]\t\(printable(item.title))"
    }

    /// Returns the service's explanation of the failure, or else the session's.
    private static func explanation(of error: SessionError) -> String {
        guard let problem = error.decodedBody as? ProblemDetails, let text = problem.detail ?? problem.title else {
            return "\(error)"
        }
        return printable(text)
    }

    /// Replaces characters that a terminal could interpret as commands.
    private static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        return String(result)
    }
}
