/// What a serializer says after it looked at the head and the first bytes of a body.
public enum Inspection: Hashable, Sendable {
    /// The body may be handed to this serializer.
    case accept
    /// The body is not this serializer's; the next one is asked. The reason stands in the trace.
    case decline(reason: String)
}
