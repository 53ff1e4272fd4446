/// A generator that returns the same sequence of numbers for the same seed.
///
/// Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (SplitMix64), 2014.
struct CaseGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Returns sorted offsets at which to split a body of that length. The same offset twice makes an empty chunk.
    mutating func cuts(of length: Int) -> [Int] {
        let count = Int.random(in: 0...min(12, length + 1), using: &self)
        return (0..<count).map { _ in Int.random(in: 0...length, using: &self) }.sorted()
    }

    /// Returns a copy of a body with one to four changes.
    mutating func mutated(_ body: [UInt8], with vocabulary: [[UInt8]]) -> [UInt8] {
        var bytes = body
        for _ in 0..<Int.random(in: 1...4, using: &self) {
            let index = Int.random(in: 0...bytes.count, using: &self)
            let end = min(bytes.count, index + Int.random(in: 1...24, using: &self))
            switch Int.random(in: 0..<8, using: &self) {
            case 0 where index < bytes.count: bytes[index] = .random(in: 0...255, using: &self)
            case 1 where index < bytes.count: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2: bytes.insert(.random(in: 0...255, using: &self), at: index)
            case 3: bytes.removeSubrange(index..<end)
            case 4: bytes.insert(contentsOf: bytes[index..<end], at: index)
            case 5: bytes.removeSubrange(end...)
            default:
                let piece = vocabulary.randomElement(using: &self) ?? [0xFF, 0xFE]
                bytes.insert(contentsOf: piece, at: index)
            }
        }
        return bytes
    }
}
