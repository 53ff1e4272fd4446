/// A row of the table of orders.
package struct Order: ModelCodable, Sendable {
    let id: Int
    let name: String
    let email: String
    let city: String
    let amount: Double
    let quantity: Int
    let active: Bool
    let created: String
    let note: String?
    let score: Double
}

/// A row of the table of numbers.
package struct Reading: ModelCodable, Sendable {
    let time: Int
    let x: Double
    let y: Double
    let z: Double
    let flags: Int
}

/// A row of the table of long texts.
package struct Article: ModelCodable, Sendable {
    let id: Int
    let title: String
    let body: String
}
