import Mimeograph

/// What a coding made of some bytes.
struct Outcome {
    /// What came out, before an error too where the parser hands it on.
    private(set) var bytes: [UInt8] = []
    private(set) var error: SerializationError?

    init(_ work: () throws(SerializationError) -> [UInt8]) {
        do throws(SerializationError) {
            bytes = try work()
        } catch {
            self.error = error
        }
    }

    init(of parser: any IncrementalParser<[UInt8]>, chunks: [ArraySlice<UInt8>]) {
        var parser = parser
        var pieces: [[UInt8]] = []
        do throws(SerializationError) {
            for chunk in chunks { try parser.consume(chunk.span, into: &pieces) }
            try parser.finish(into: &pieces)
        } catch {
            self.error = error
        }
        bytes = Array(pieces.joined())
    }

    var exceedsExpansion: Bool { error?.limit?.limit == .expansionRatio }
}

extension Outcome: Equatable {
    static func == (one: Outcome, other: Outcome) -> Bool {
        one.bytes == other.bytes && one.hasSameEnd(as: other)
    }

    /// Whether both succeeded, or failed for the same reason at the same place.
    func hasSameEnd(as other: Outcome) -> Bool {
        error?.code == other.error?.code && error?.message == other.error?.message
            && error?.location == other.error?.location
    }
}
