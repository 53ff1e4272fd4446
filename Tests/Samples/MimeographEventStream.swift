import MimeographEventStream

private let price = Price(amount: 1)
private var event: ServerSentEvent { ServerSentEvent(data: "") }
