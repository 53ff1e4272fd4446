public import Mimeograph

/// A plugin for event streams: it streams events, decodes their data as any `Decodable` type, and writes events.
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
    /// The format that decodes the data of an event, or nil if only the events themselves are read.
    public var format: EventStreamFormat?

    /// Creates the plugin for events whose data is not decoded.
    public init() {}

    /// Creates the plugin for events and for values decoded from their data.
    ///
    /// - Parameter data: The format of the data, such as `JSONFormat()`, or the format of a registry for a media type,
    ///   `registry.format(for:)`.
    public init(data: some CodableFormat) { format = EventStreamFormat(data: data) }

    /// Creates the plugin with a format that has further settings, such as the types of the events that it decodes.
    public init(format: EventStreamFormat) { self.format = format }

    /// Registers `event-stream` to stream ``ServerSentEvent`` values, `event-list` to read an array of them, `event-list-writer`
    /// to write an array of them, and `event-stream-data` to stream any `Decodable` type.
    public func register(in registry: inout SerializerRegistry) throws(RegistryError) {
        try registry.register(
            stream: EventStreamResponseSerializer(),
            options: RegistrationOptions(id: "event-stream")
        )
        // The type is not advertised: a caller that requests a whole body must not get one that may never end.
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
    /// The plugin for events whose data is not decoded.
    public static var eventStream: EventStreamPlugin { EventStreamPlugin() }

    /// Returns the plugin for events and for values decoded from their data.
    public static func eventStream(data: some CodableFormat) -> EventStreamPlugin { EventStreamPlugin(data: data) }
}
