/// A configuration as a request has it bound: one object, where a copy of the value would be one of each of its parts.
final class ConfigurationSnapshot: Sendable {
    let value: SessionConfiguration
    /// The origins that get what is secret in the configuration; nil where no base URL says which they are, and all do.
    let home: HomeOrigins?

    init(_ value: SessionConfiguration, home: HomeOrigins?) {
        self.value = value
        self.home = home
    }

    convenience init(_ value: SessionConfiguration) { self.init(value, home: nil) }
}
