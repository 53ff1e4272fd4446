/// Texts that Swift considers equal but formats do not: a letter with the same marks in every order.
public enum Spellings {
    /// Marks of different combining classes, so that all orders have the same canonical form. Source: Unicode Standard Annex #15.
    private static let marks: [Unicode.Scalar] = [
        "\u{334}", "\u{31B}", "\u{345}", "\u{323}", "\u{327}", "\u{301}", "\u{315}", "\u{35C}", "\u{35D}",
    ]

    /// Returns that many texts, at most 362,880.
    public static func texts(_ count: Int) -> [String] {
        var texts: [String] = []
        var order = Array(marks)
        // Heap's algorithm for permutations, without recursion.
        var counters = [Int](repeating: 0, count: order.count)
        var place = 0
        func text() -> String { String(String.UnicodeScalarView(["a"] + order)) }
        texts.append(text())
        while place < order.count, texts.count < count {
            if counters[place] < place {
                order.swapAt(place % 2 == 0 ? 0 : counters[place], place)
                texts.append(text())
                counters[place] += 1
                place = 0
            } else {
                counters[place] = 0
                place += 1
            }
        }
        return texts
    }
}
