/// A collection of keys in the order of their last use.
///
/// Each use takes constant time: it appends a line to a log and makes older lines of the same key obsolete. The log is compacted
/// when most of its lines are obsolete.
struct RecencyOrder<Key: Hashable & Sendable>: Sendable {
    private struct Line: Sendable {
        let key: Key
        let number: Int
    }

    /// The number of each key's last line.
    private var latest: [Key: Int] = [:]
    private var log: [Line] = []
    /// The number of lines at the beginning of the log that are consumed.
    private var done = 0
    private var counter = 0

    /// The number of keys.
    var count: Int { latest.count }
    /// The number of lines in the log, including obsolete ones.
    var lines: Int { log.count }

    /// Makes a key the most recently used one, and adds it if it is missing.
    mutating func use(_ key: Key) {
        counter += 1
        latest[key] = counter
        log.append(Line(key: key, number: counter))
        guard log.count > 2 * latest.count + 32 else { return }
        log = log[done...].filter { latest[$0.key] == $0.number }
        done = 0
    }

    mutating func remove(_ key: Key) { latest[key] = nil }

    /// Removes the least recently used key.
    mutating func removeOldest() -> Key? {
        while done < log.count {
            let line = log[done]
            done += 1
            guard latest[line.key] == line.number else { continue }
            latest[line.key] = nil
            return line.key
        }
        return nil
    }
}
