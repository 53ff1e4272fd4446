/// Several sources, one after the other, each held to the length it declares.
struct JoinedBodySource: BodySource {
    let sources: [any BodySource]
    let length: Int?

    init(_ sources: [any BodySource]) {
        self.sources = sources
        length = Int(sumOf: sources.map(\.length))
    }

    func makeReader() -> any BodyReader { Reader(sources: sources) }

    private struct Reader: BodyReader {
        let sources: [any BodySource]
        /// The source that is read, or that is to be opened next.
        var index = 0
        var current: (any BodyReader)?
        var count = DeclaredLength(nil)

        mutating func read(into buffer: inout OutputSpan<UInt8>) throws(SerializationError) {
            while !buffer.isFull, index < sources.count {
                guard var reader = current else {
                    count = DeclaredLength(sources[index].length)
                    current = try sources[index].makeReader()
                    continue
                }
                // Out of the property while it is used: a reader that is a struct would be copied otherwise.
                current = nil
                let before = buffer.count
                try reader.read(into: &buffer)
                if buffer.count > before {
                    try count.add(buffer.count - before)
                    current = reader
                } else {
                    try count.finish()
                    index += 1
                }
            }
        }
    }
}

/// Holds what is read to the length that was declared.
struct DeclaredLength {
    private let length: Int?
    private var count = 0

    init(_ length: Int?) { self.length = length }

    /// Throws where there are more bytes than were declared.
    mutating func add(_ more: Int) throws(SerializationError) {
        guard let length else { return }
        count += more
        if count > length { throw mismatch("at least \(count)") }
    }

    /// Throws where there were fewer.
    func finish() throws(SerializationError) {
        if let length, count != length { throw mismatch("\(count)") }
    }

    private func mismatch(_ actual: String) -> SerializationError {
        SerializationError(
            .lengthMismatch,
            "A part of the body was declared to have \(length ?? 0) bytes and has \(actual).",
            remedy: "Declare the right length, or none."
        )
    }
}

extension Int {
    /// The sum of lengths; nil where one is unknown, negative, or the sum is too large for an `Int`.
    init?(sumOf lengths: some Sequence<Int?>) {
        var total = 0
        for length in lengths {
            guard let length, length >= 0 else { return nil }
            let (sum, overflow) = total.addingReportingOverflow(length)
            guard !overflow else { return nil }
            total = sum
        }
        self = total
    }
}
