/// A part of a picture's file: a chunk of a PNG, a segment of a JPEG, a block of a GIF, an entry of a TIFF.
public protocol PicturePart {
    /// The content of the part, without its marker and length.
    var content: [UInt8] { get set }
}

/// Mutations of a file's structure that keep its markers, lengths and checksums correct. A damaged transfer never makes such
/// changes, but a hostile sender does.
public enum StructuralMutation {
    /// Returns a copy of the parts with one to three changes. A change drops, doubles, moves, lengthens or shortens a part,
    /// changes one of its bytes, or inserts a spare one.
    public static func mutate<Part: PicturePart>(
        _ parts: [Part],
        spare: [Part],
        using generator: inout some RandomNumberGenerator
    ) -> [Part] {
        var parts = parts
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
            guard let at = parts.indices.randomElement(using: &generator) else { break }
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: parts.remove(at: at)
            case 1: parts.insert(parts[at], at: Int.random(in: 0...parts.count, using: &generator))
            case 2:
                let moved = parts.remove(at: at)
                parts.insert(moved, at: Int.random(in: 0...parts.count, using: &generator))
            case 3: resize(&parts[at].content, using: &generator)
            case 4, 5:
                guard let byte = parts[at].content.indices.randomElement(using: &generator) else { break }
                parts[at].content[byte] =
                    Bool.random(using: &generator)
                    ? .random(in: 0...255, using: &generator)
                    : parts[at].content[byte] ^ 1 << UInt8.random(in: 0..<8, using: &generator)
            default:
                guard let added = spare.randomElement(using: &generator) else { break }
                parts.insert(added, at: Int.random(in: 0...parts.count, using: &generator))
            }
        }
        return parts
    }

    private static func resize(_ content: inout [UInt8], using generator: inout some RandomNumberGenerator) {
        let change = Int.random(in: 1...4, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: content.removeLast(min(change, content.count))
        case 1: content.removeFirst(min(change, content.count))
        case 2: content += (0..<change).map { _ in UInt8.random(in: 0...255, using: &generator) }
        default: content.removeAll()
        }
    }
}
