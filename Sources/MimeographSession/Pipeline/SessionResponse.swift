public import Mimeograph

/// A response whose body is still to come.
public struct SessionResponse: Sendable {
    /// The status and the fields; `url` is where it came from in the end, without user, password and fragment.
    public let head: ResponseHead
    /// The body. Whoever does not read it to its end ends the exchange by dropping it.
    public let body: SessionBody
    let control: TransferState

    /// How the request went so far.
    public var metrics: ExchangeMetrics { control.metrics }
}

/// A response that was read to its end, and what was made of it.
public struct ValueResponse<Value: Sendable>: Sendable {
    /// The value.
    public let value: Value
    /// The status and the fields.
    public let head: ResponseHead
    /// How the request went.
    public let metrics: ExchangeMetrics
}
