public import Mimeograph

/// Event streams for a registry: events while they arrive, their data as any `Decodable` type, and events to send.
///
/// ```swift
/// let serializers = try SerializerRegistry {
///     JSONPlugin()
///     EventStreamPlugin(data: JSONFormat())
/// }
/// for try await event in try serializers.stream(ServerSentEvent.self, from: chunks, head: head) { … }
/// for try await message in try serializers.stream(Message.self, from: chunks, head: head) { … }
/// ```
/// It reads and writes `text/event-stream`.
public struct EventStreamPlugin: SerializerPlugin {
    /// How the data of an event becomes a value; nil where only events themselves are wanted.
    public var format: EventStreamFormat?

    /// Makes the plugin for events as they are.
    public init() {}

    /// Makes the plugin for events, and for values that their data stands for.
    ///
    /// - Parameter data: What decodes the data, such as `JSONFormat()`; or `registry.format(for:)`, which is what a registry
    ///   has for a media type.
    public init(data: some CodableFormat) { format = EventStreamFormat(data: data) }

    /// Makes the plugin with a format of which more is said, such as which events it decodes.
    public init(format: EventStreamFormat) { self.format = format }

    /// Registers `event-stream` (``ServerSentEvent``, read while they arrive), `event-list` (an array of them, read whole),
    /// `event-list-writer` (an array of them, written), and `event-stream-data` (any `Decodable`, read while they arrive).
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            stream: EventStreamResponseSerializer(),
            options: RegistrationOptions(id: "event-stream")
        )
        // No Accept field names it: a caller that wants a whole body must not be sent one that need not end.
        try registry.register(
            EventListResponseSerializer(),
            options: RegistrationOptions(id: "event-list", acceptsEmptyInput: true, advertises: [])
        )
        try registry.register(
            writer: EventListRequestSerializer(),
            options: RegistrationOptions(id: "event-list-writer")
        )
        if let format {
            try registry.register(stream: format, options: RegistrationOptions(id: "event-stream-data"))
        }
    }
}

extension SerializerPlugin where Self == EventStreamPlugin {
    /// Event streams, as events.
    public static var eventStream: EventStreamPlugin { EventStreamPlugin() }

    /// Event streams, as events and as values that their data stands for.
    public static func eventStream(data: some CodableFormat) -> EventStreamPlugin { EventStreamPlugin(data: data) }
}
