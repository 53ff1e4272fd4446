/// A record of a small web service. Its instructions are counted.
package struct Customer: ModelCodable, Sendable {
    let id: Int
    let name: String
    let email: String?
    let isActive: Bool
    let balance: Double
    let visits: Int
    let tags: [String]
    let createdAt: String
    let address: Address

    struct Address: ModelCodable, Sendable {
        let city: String
        let postalCode: String
    }
}
