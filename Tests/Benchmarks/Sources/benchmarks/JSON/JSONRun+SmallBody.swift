import Foundation
import Harness
import Mimeograph
import MimeographJSON

extension JSONRun {
    /// What a small response costs: about 300 bytes to one struct.
    mutating func decodeSmallBody() throws {
        let bytes = Array(Account.sample.utf8)
        let data = Data(bytes)
        let format = JSONFormat()
        let decoder = JSONDecoder()
        guard try format.decode(Account.self, from: bytes) == decoder.decode(Account.self, from: data) else {
            throw BrokenEngine("the small body is not decoded as Foundation decodes it")
        }
        let engines = [
            Benchmark(Engine.ours, bytes: bytes.count) { try? format.decode(Account.self, from: bytes) },
            Benchmark(Engine.foundation, bytes: bytes.count) { try? decoder.decode(Account.self, from: data) },
        ]
        let results = Benchmark.measure(hasPeers ? engines : [engines[0]])
        report.add(table: "An object of \(bytes.count) bytes to a Decodable struct", results)
        // The fastest round, as for the ratios: whatever else the machine does can only add to it.
        report.add(Target("json.small.decode-us", results[0].minimum / 1000, .atMost, 1.5))
    }
}

/// A user as a web service would give it.
private struct Account: Codable, Equatable {
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

    struct Address: Codable, Equatable {
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
