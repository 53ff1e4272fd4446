/// A user, as in the response of a web service.
struct Account: Codable, Equatable, Sendable {
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

    struct Address: Codable, Equatable, Sendable {
        let street: String
        let city: String
        let postalCode: String
    }

    static let sample = """
        {"id":583231,"login":"ada-lovelace","name":"Ada Lovelace","email":"ada@analytical.example","company":null,\
        "isAdministrator":false,"followers":8192,"score":97.25,"roles":["author","reviewer"],\
        "createdAt":"2026-01-25T18:44:36Z","address":{"street":"12 St James's Square","city":"London",\
        "postalCode":"SW1Y 4JH"}}
        """
}
