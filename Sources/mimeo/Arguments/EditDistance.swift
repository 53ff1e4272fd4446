/// Finds the name that somebody may have meant.
enum EditDistance {
    /// The candidate with the fewest changes from `word`, if these are few for a word of that length.
    static func nearest(to word: String, among candidates: [String]) -> String? {
        guard word.count <= 64 else { return nil }
        let ranked = candidates.map { (name: $0, distance: between(Array(word), Array($0))) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, word.count / 3) ? best.name : nil
    }

    /// How many characters must be inserted, removed or replaced to make one word of the other (Levenshtein).
    static func between(_ one: [Character], _ two: [Character]) -> Int {
        var previous = Array(0...two.count)
        for (row, character) in one.enumerated() {
            var current = [row + 1]
            for (column, other) in two.enumerated() {
                let replaced = previous[column] + (character == other ? 0 : 1)
                current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
            }
            previous = current
        }
        return previous[two.count]
    }
}
