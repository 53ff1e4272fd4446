import Mimeograph

/// What a coding made of some bytes.
enum Outcome {
    case success([UInt8])
    case failure(SerializationError)

    init(_ work: () throws(SerializationError) -> [UInt8]) {
        do throws(SerializationError) {
            self = .success(try work())
        } catch {
            self = .failure(error)
        }
    }

    init(of parser: any IncrementalParser<[UInt8]>, chunks: [ArraySlice<UInt8>]) {
        self.init { () throws(SerializationError) in
            var parser = parser
            var pieces: [[UInt8]] = []
            for chunk in chunks { try parser.consume(chunk.span, into: &pieces) }
            try parser.finish(into: &pieces)
            return Array(pieces.joined())
        }
    }

    var exceedsExpansion: Bool {
        guard case .failure(let error) = self else { return false }
        return error.limit?.limit == .expansionRatio
    }
}

extension Outcome: Equatable {
    static func == (one: Outcome, other: Outcome) -> Bool {
        switch (one, other) {
        case (.success(let one), .success(let other)): one == other
        case (.failure(let one), .failure(let other)):
            one.code == other.code && one.message == other.message && one.location == other.location
        default: false
        }
    }
}
