import Mimeograph

/// Writes a property list to the tape of an encoding.
struct PropertyListEncodingSink: PropertyListSink {
    let context: PropertyListEncodingContext
    /// Where each open container begins, and its elements or members so far.
    private var open: [(start: Int, count: Int)] = []

    init(context: PropertyListEncodingContext) { self.context = context }

    private mutating func append(_ word: PropertyListWord) {
        if !open.isEmpty { open[open.count - 1].count += 1 }
        context.append(word)
    }

    mutating func appendNull() { append(PropertyListWord(.null)) }
    mutating func append(_ value: Bool) { append(PropertyListWord(value ? .true : .false)) }
    mutating func append(_ value: Int64) { append(context.store.word(of: value)) }

    mutating func append(_ value: UInt64) {
        append(Int64(exactly: value).map { context.store.word(of: $0) } ?? context.store.word(.uint64, value))
    }

    mutating func append(_ value: Double) { append(context.store.word(.real, value.bitPattern)) }
    mutating func append(date seconds: Double) { append(context.store.word(.date, seconds.bitPattern)) }
    mutating func append(_ uid: PropertyList.UID) { append(PropertyListWord(.uid, low: Int(uid.index))) }
    mutating func append(data: Span<UInt8>) { append(word(.data, of: data)) }
    mutating func append(string utf8: Span<UInt8>) { append(word(.string, of: utf8)) }
    /// A key is counted with its value.
    mutating func append(key utf8: Span<UInt8>) { context.append(word(.string, of: utf8)) }

    mutating func begin(_ kind: PropertyListContainer) {
        if !open.isEmpty { open[open.count - 1].count += 1 }
        open.append((context.words.count, 0))
        context.begin()
    }

    mutating func end(_ kind: PropertyListContainer) {
        guard let (start, count) = open.popLast() else { return }
        context.end(kind, from: start, count: count)
    }

    private func word(_ tag: PropertyListWord.Tag, of bytes: Span<UInt8>) -> PropertyListWord {
        // SAFETY: the buffer is only read, during the call.
        unsafe bytes.withUnsafeBufferPointer { unsafe context.store.word(tag, of: UnsafeRawBufferPointer($0)) }
    }
}
