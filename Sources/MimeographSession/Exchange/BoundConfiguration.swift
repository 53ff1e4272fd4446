/// A configuration as a request has it bound: one object, where a copy of the value would be one of each of its parts.
final class BoundConfiguration: Sendable {
    let value: SessionConfiguration

    init(_ value: SessionConfiguration) { self.value = value }
}
