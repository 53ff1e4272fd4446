import Mimeograph
import MimeographServer
public import MimeographSession

/// The program: it understands a command, has the service carry it out, and says what came of it.
public struct TodoProgram: Sendable {
    private let environment: [String: String]
    private let transport: any Transport
    private let retries: RetryPolicy
    private let output: @Sendable (String) -> Void
    private let complaints: @Sendable (String) -> Void

    /// Makes the program.
    ///
    /// - Parameters:
    ///   - environment: Where `TODO_URL` and `TODO_KEY` are looked for.
    ///   - transport: What carries the requests.
    ///   - retries: Which failures are tried again, and when.
    ///   - output: Told each line of the result.
    ///   - complaints: Told what went wrong.
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

    /// Does what the arguments say; the first is the first after the program's name.
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
                // Leaving the loop drops the stream, and that ends the exchange.
                if left == 0 { return }
            }
        case .help: break
        }
    }

    private static func line(_ item: TodoItem) -> String {
        "\(item.id)\t[\(item.isDone ? "x" : " ")]\t\(printable(item.title))"
    }

    /// What the service says about the failure where it does, else what the session says.
    private static func explanation(of error: SessionError) -> String {
        guard let problem = error.decodedBody as? ProblemDetails, let text = problem.detail ?? problem.title else {
            return "\(error)"
        }
        return printable(text)
    }

    /// Text from elsewhere, without what a terminal would take for a command.
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
