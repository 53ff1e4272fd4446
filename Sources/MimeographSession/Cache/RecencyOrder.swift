/// Keys in the order in which they were used last.
///
/// Each use costs the same, however many keys there are: it writes a line into a log, in which older lines of the same key are
/// passed over. The log is written anew when most of it is such lines.
struct RecencyOrder<Key: Hashable & Sendable>: Sendable {
    private struct Line: Sendable {
        let key: Key
        let number: Int
    }

    /// The number of each key's last line.
    private var latest: [Key: Int] = [:]
    private var log: [Line] = []
    /// How many lines at the beginning of the log are done with.
    private var done = 0
    private var counter = 0

    /// How many keys there are.
    var count: Int { latest.count }
    /// How many lines the log has, those that are passed over too.
    var lines: Int { log.count }

    /// Makes a key the one that was used last; one that is not there is added.
    mutating func use(_ key: Key) {
        counter += 1
        latest[key] = counter
        log.append(Line(key: key, number: counter))
        guard log.count > 2 * latest.count + 32 else { return }
        log = log[done...].filter { latest[$0.key] == $0.number }
        done = 0
    }

    mutating func remove(_ key: Key) { latest[key] = nil }

    /// Removes the key that was not used for longest.
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
