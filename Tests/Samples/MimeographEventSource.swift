private struct Piece: Codable, Sendable { var text: String }
private let prompt = ["prompt": "Tea?"]
