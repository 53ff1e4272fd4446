/// Random changes of inputs, to check that no bytes make a parser trap.
public enum Mutation {
    /// Returns a copy of `input` with one to four changes: a byte replaced, inserted or removed, a bit flipped, a run repeated or
    /// removed, or a piece of `dictionary` inserted.
    public static func mutate(
        _ input: [UInt8],
        dictionary: [[UInt8]] = [],
        using generator: inout some RandomNumberGenerator
    ) -> [UInt8] {
        var bytes = input
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: 0...bytes.count, using: &generator)
            let end = min(bytes.count, place + Int.random(in: 1...16, using: &generator))
            switch Int.random(in: 0..<7, using: &generator) {
            case 0 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &generator)
            case 1: bytes.insert(.random(in: 0...255, using: &generator), at: place)
            case 2 where place < bytes.count: bytes.remove(at: place)
            case 3 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 5: bytes.removeSubrange(place..<end)
            default:
                if let piece = dictionary.randomElement(using: &generator) {
                    bytes.insert(contentsOf: piece, at: place)
                }
            }
        }
        return bytes
    }
}
