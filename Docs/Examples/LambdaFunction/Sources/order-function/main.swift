import AWSLambdaRuntime
import LambdaCoders
import MimeographJSON

/// The event.
struct Order: Decodable {
    struct Line: Decodable {
        var article: String
        var count: Int
        var price: Double
    }

    var customer: String
    var lines: [Line]
}

/// The result.
struct Receipt: Encodable {
    var customer: String
    var total: Double
}

let json = JSONFormat()
let runtime = LambdaRuntime(
    encoder: FormatEncoder<JSONFormat, Receipt>(json),
    decoder: FormatDecoder(json)
) { (order: Order, _: LambdaContext) -> Receipt in
    Receipt(customer: order.customer, total: order.lines.reduce(0) { $0 + Double($1.count) * $1.price })
}
try await runtime.run()
