/// What to do with a message that has a Content-Encoding already.
public enum ExistingContentEncoding: Hashable, Sendable {
    /// Throw: somebody has set the field by mistake, or has compressed the body before.
    case refuse
    /// Leave the body and the field as they are.
    case leave
    /// Apply the coding on top of the others and name it last, which is the order of RFC 9110 §8.4.
    case append
    /// Take the field for wrong: apply the coding and name it alone.
    case replace
}
