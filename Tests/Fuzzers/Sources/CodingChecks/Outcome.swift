package import Mimeograph

/// The result of a coding.
package struct Outcome {
    /// The output, including the part before an error if the parser returns it.
    package private(set) var bytes: [UInt8] = []
    package private(set) var error: SerializationError?

    package init(_ work: () throws(SerializationError) -> [UInt8]) {
        do throws(SerializationError) {
            bytes = try work()
        } catch {
            self.error = error
        }
    }

    package init(of parser: any IncrementalParser<[UInt8]>, chunks: [ArraySlice<UInt8>]) {
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

    package var exceedsExpansion: Bool { error?.limit?.limit == .expansionRatio }
}

extension Outcome: Equatable {
    package static func == (one: Outcome, other: Outcome) -> Bool {
        one.bytes == other.bytes && one.hasSameEnd(as: other)
    }

    /// Returns whether both succeeded, or failed for the same reason at the same position.
    package func hasSameEnd(as other: Outcome) -> Bool {
        error?.code == other.error?.code && error?.message == other.error?.message
            && error?.location == other.error?.location
    }

    /// Returns whether both succeeded with the same bytes, or both failed and one output is a prefix of the other.
    func isAlike(_ other: Outcome) -> Bool {
        guard endsAlike(other) else { return false }
        if error == nil { return bytes == other.bytes }
        return bytes.starts(with: other.bytes) || other.bytes.starts(with: bytes)
    }

    /// Returns whether both succeeded, or both failed. The reasons must be the same unless one has exceeded a limit.
    func endsAlike(_ other: Outcome) -> Bool {
        if error?.limit != nil || other.error?.limit != nil { return error != nil && other.error != nil }
        return hasSameEnd(as: other)
    }
}
