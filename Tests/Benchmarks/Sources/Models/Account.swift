/// A user, as in the response of a web service.
package struct Account: ModelCodable, Equatable, Sendable {
    let id: Int64
    let login: String
    let name: String
    let email: String?
    let company: String?
    let isAdministrator: Bool
    let followers: Int
    let score: Double
    let roles: [String]
    let createdAt: String
    let address: Address

    struct Address: ModelCodable, Equatable, Sendable {
        let street: String
        let city: String
        let postalCode: String
    }
}
