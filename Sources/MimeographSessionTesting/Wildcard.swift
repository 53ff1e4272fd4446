/// Patterns in which `*` stands for any characters, none included.
enum Wildcard {
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let (pattern, text) = (Array(pattern.utf8), Array(text.utf8))
        var (at, place) = (0, 0)
        // Where the last star was, and where in the text what it stands for ends so far.
        var star: (at: Int, place: Int)?
        while place < text.count {
            if at < pattern.count, pattern[at] == UInt8(ascii: "*") {
                star = (at, place)
                at += 1
            } else if at < pattern.count, pattern[at] == text[place] {
                at += 1
                place += 1
            } else if let last = star {
                star = (last.at, last.place + 1)
                (at, place) = (last.at + 1, last.place + 1)
            } else {
                return false
            }
        }
        return pattern[at...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
