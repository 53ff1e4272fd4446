package import Mimeograph

/// One run of a library that applies or undoes a coding.
package protocol CodingStream: AnyObject {
    /// What makes it fail.
    associatedtype Failure: Error

    /// Calls the library once: it reads input and writes output until one of the two is used up or the stream ends.
    ///
    /// - Parameters:
    ///   - input: Some bytes, of which no pointer may be kept.
    ///   - output: Room for one byte at least, likewise.
    ///   - isLast: When a coding is applied, that no input follows.
    @unsafe func call(
        reading input: UnsafeBufferPointer<UInt8>,
        writing output: UnsafeMutableBufferPointer<UInt8>,
        isLast: Bool
    ) -> CodingCall<Failure>
}

/// What a call of a library did.
package struct CodingCall<Failure: Error> {
    /// Bytes of input that it has read.
    let read: Int
    /// Bytes of output that it has written.
    let written: Int
    /// How it ended.
    let outcome: Result<CodingOutcome, Failure>

    /// Makes the description of a call.
    package init(read: Int, written: Int, outcome: Result<CodingOutcome, Failure>) {
        self.read = read
        self.written = written
        self.outcome = outcome
    }
}

extension CodingStream {
    /// Reads input and writes output until one of the two is used up or the stream ends.
    ///
    /// - Parameters:
    ///   - input: Some bytes.
    ///   - position: Where in them to begin; it is moved behind what was read.
    ///   - end: Where in them to stop.
    ///   - output: Gets the output at its end.
    ///   - room: The most bytes to append, more than zero.
    ///   - isLast: When a coding is applied, that no input follows `end`.
    package func step(
        _ input: Span<UInt8>,
        from position: inout Int,
        to end: Int,
        into output: inout [UInt8],
        room: Int,
        isLast: Bool = false
    ) throws(Failure) -> CodingOutcome {
        let range = position..<end
        var call = CodingCall<Failure>(read: 0, written: 0, outcome: .success(.needsRoom))
        // SAFETY: the library reads bytes that the span holds and writes bytes that the array provides, both only during the
        // closures, and `count` is what it wrote.
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            unsafe input.extracting(range).withUnsafeBufferPointer { source in
                let output = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<room])
                call = unsafe self.call(reading: source, writing: output, isLast: isLast)
                count = call.written
            }
        }
        position += call.read
        // The first piece is the array itself, so that what fits in one is not copied.
        if output.isEmpty { output = piece } else { output.append(contentsOf: piece) }
        return try call.outcome.get()
    }
}

/// How a step of a stream ended.
package enum CodingOutcome: Hashable {
    /// All input is read, and all output that it makes is written.
    case needsInput
    /// There is no more room for output; there may be more of it.
    case needsRoom
    /// The stream has come to its end. There may be input behind it.
    case ended
}

/// Applies a coding chunk by chunk.
package final class EncodingParser<Stream: CodingStream>: IncrementalParser {
    private let stream: Stream
    private let library: String

    /// - Parameter library: What an error calls the library of the stream.
    package init(_ stream: Stream, library: String) {
        self.stream = stream
        self.library = library
    }

    /// Applies the coding to a whole body.
    ///
    /// - Parameter likelySize: How many bytes to make room for at a time.
    package func whole(_ body: Span<UInt8>, likelySize: Int) throws(SerializationError) -> [UInt8] {
        var output: [UInt8] = []
        try run(body, isLast: true, pieceSize: max(likelySize, 256), into: &output)
        return output
    }

    package func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
        var output: [UInt8] = []
        try run(chunk, isLast: false, pieceSize: pieceSize, into: &output)
        if !output.isEmpty { elements.append(output) }
    }

    package func finish(into elements: inout [[UInt8]]) throws(SerializationError) {
        var output: [UInt8] = []
        try run([UInt8]().span, isLast: true, pieceSize: pieceSize, into: &output)
        if !output.isEmpty { elements.append(output) }
    }

    private func run(
        _ input: Span<UInt8>,
        isLast: Bool,
        pieceSize: Int,
        into output: inout [UInt8]
    ) throws(SerializationError) {
        var position = 0
        var outcome = CodingOutcome.needsRoom
        while outcome == .needsRoom {
            do throws(Stream.Failure) {
                outcome = try stream.step(
                    input,
                    from: &position,
                    to: input.count,
                    into: &output,
                    room: pieceSize,
                    isLast: isLast
                )
            } catch {
                // No input is invalid when a coding is applied.
                throw .noMemory(for: library)
            }
        }
    }
}

/// In bytes of output.
private let pieceSize = 16 << 10
