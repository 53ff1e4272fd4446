import Mimeograph
import MimeographEventSource
import MimeographEventStream
import MimeographJSON
import MimeographSession

/// Follows a stream of events.
enum EventsCommand: Command {
    static let name = "events"
    static let summary = "Follows a stream of events, and connects again when it ends."
    static let operands = "URL [FILE|-]"
    static let details = """
        Each event is shown when it is there: its type, its data, its id. What happens to the connection goes to standard error. When the
        stream ends or is lost it connects again, as browsers do: after the time that the server says, else 3 seconds, and longer
        each time, up to a minute; it sends the id of the last event, so that the server goes on behind it. It ends when the server
        has nothing more (status 204), with Ctrl-C, and with an error where the response is no stream of events.

        With a body, of --data, --form or FILE, it sends POST, and does so once unless --repeat says that it may be sent again.

        Exit status: 1 an event is bad, 3 the stream was lost for good, 4 the server refuses, 5 the server failed.
        """

    static var options: [OptionDeclaration] {
        let foreign: Set = ["log", "curl", "retry"]
        return RequestBody.options + RequestOptions.sending.filter { !foreign.contains($0.name) } + TrustOptions.all + [
            OptionDeclaration("count", .required("N"), help: "Ends after N events."),
            OptionDeclaration("last-event-id", .required("ID"), help: "Goes on behind the event of this id."),
            OptionDeclaration(
                "reconnect",
                .required("N"),
                help: "Connects again at most N times without an event in between; 0 never. Default without a limit."
            ),
            OptionDeclaration("repeat", help: "Sends a POST again when its stream ends."),
            OptionDeclaration("until", .required("DATA"), help: "Ends at the event of this data, for example [DONE]."),
            Settings.coloring,
        ]
    }

    static func run(_ arguments: Arguments, console: Console) throws -> ExitCode {
        let settings = try Settings(arguments)
        let options = try RequestOptions(arguments, console)
        let registry = try Formats.registry(settings)
        let body = try RequestBody(arguments, settings, console, registry, hasBody: true, fields: options.fields)
        let count = try number(arguments, "count")
        let reporter = Reporter(console, settings)
        do {
            let client = try RequestClient(options, registry, console)
            defer {
                client.session.invalidate(cancelling: true)
                reporter.save(client.configuration.cookies)
            }
            let source = try client.events(body, arguments, reconnection: reconnection(arguments))
            return try show(source, atMost: count, ValuePrinter(settings, console), reporter)
        } catch let error as SessionError {
            return reporter.report(error)
        }
    }

    private static func reconnection(_ arguments: Arguments) throws(UsageError) -> EventSource.Reconnection {
        let limit = try number(arguments, "reconnect")
        if limit == 0 { return .none }
        var rules = EventSource.Reconnection(limit: limit)
        if arguments.has("repeat") { rules.methods.insert(.post) }
        return rules
    }

    private static func number(_ arguments: Arguments, _ name: String) throws(UsageError) -> Int? {
        guard let text = arguments.values[name] else { return nil }
        guard let number = Int(text), number >= 0 else { throw UsageError("--\(name) takes a number, not \(text)") }
        return number
    }

    /// Shows each event when it is there, until there are no more, or the output cannot be written to.
    private static func show(
        _ source: EventSource,
        atMost limit: Int?,
        _ printer: ValuePrinter,
        _ reporter: Reporter
    ) throws -> ExitCode {
        let pull = EventPull(source)
        var count = 0
        while reporter.console.output.failure == nil, count < limit ?? .max {
            let news = Waiting.wait { await pull.next() }
            switch news {
            case .state(let state): reporter.remark("\(state)")
            case .event(let event):
                printer.write(event.json, to: reporter.console.output)
                count += 1
            case .failure(let error): throw error
            case .end: return .success
            }
        }
        return .success
    }
}

extension RequestClient {
    /// The source of the events that the options ask for.
    ///
    /// - Throws: ``SessionError`` where the body cannot be written.
    fileprivate func events(
        _ body: RequestBody,
        _ arguments: Arguments,
        reconnection: EventSource.Reconnection
    ) throws(SessionError) -> EventSource {
        let content: RequestContent
        do throws(SerializationError) { content = try body.content() } catch { throw SessionError(error) }
        var method = HTTPMethod.post
        if case .none = body { method = .get }
        var manager = manager
        // A stream may have any number of them, and none is shown.
        manager.configuration.onInterimResponse = nil
        return EventSource(
            manager,
            // A user in the URL would be the only one that is sent; the option is the later word.
            options.credential == nil ? options.url : options.url.withoutUser,
            method: method,
            content,
            query: options.query,
            headers: options.fields,
            lastEventID: arguments.values["last-event-id"] ?? "",
            terminator: arguments.values["until"],
            reconnection: reconnection
        )
    }
}

/// What a source says and gives, in the order in which it happens.
private actor EventPull {
    enum News: Sendable {
        case state(EventSource.State)
        case event(ServerSentEvent)
        case failure(SessionError)
        case end
    }

    private let news: AsyncStream<News>
    private var iterator: AsyncStream<News>.Iterator
    private let work: [Task<Void, Never>]
    private let gate = AsyncGate(isOpen: false)

    init(_ source: EventSource) {
        let (news, continuation) = AsyncStream.makeStream(of: News.self)
        self.news = news
        iterator = news.makeAsyncIterator()
        let gate = gate
        let states = source.states
        work = [
            Task {
                for await state in states {
                    switch state {
                    case .waiting, .open: continuation.yield(.state(state))
                    case .idle, .connecting, .closed: continue
                    }
                }
            },
            Task {
                do throws(SessionError) {
                    for try await event in source.events() {
                        continuation.yield(.event(event))
                        // The next one is asked for when this one was shown.
                        await gate.wait()
                        gate.close()
                    }
                    continuation.yield(.end)
                } catch {
                    continuation.yield(.failure(error))
                }
            },
        ]
    }

    deinit { for task in work { task.cancel() } }

    func next() async -> News {
        var iterator = iterator
        let next = await iterator.next(isolation: self) ?? .end
        self.iterator = iterator
        if case .event = next { gate.open() }
        return next
    }
}
