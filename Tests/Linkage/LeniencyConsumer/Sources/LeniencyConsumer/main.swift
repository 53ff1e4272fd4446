import Mimeograph
import MimeographJSON
import MimeographLeniency

struct Team: Codable {
    @LossyArray var names: [String]
    @LosslessValue var size: Int
    @DefaultTrue var isOpen: Bool
}

let team = try JSONFormat().decode(Team.self, from: #"{"names":["Ada",7],"size":"2"}"#.utf8)
print("leniency: \(team.names), \(team.$names.skippedCount), \(team.size), \(team.isOpen)")
