import Foundation

/// A row of the lists that the suite makes, with every field of it.
struct MixedRow: Codable {
    var identifier: Int
    var name: String
    var comment: String
    var latitude: Double
    var balance: Int64
    var isActive: Bool
    var created: Date
    var tags: [String]
    var digest: Data?
    var owner: Owner?

    struct Owner: Codable {
        var uid: Int
        var role: String
    }
}
