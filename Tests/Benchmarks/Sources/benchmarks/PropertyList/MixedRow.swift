import Foundation

/// A row of the suite's lists, with all of its fields.
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
