package import Mimeograph

/// One run of a library that encodes or decodes a content coding.
package protocol CodingStream: AnyObject {
    /// The error of the library.
    associatedtype Failure: Error

    /// Calls the library once. It reads input and writes output until one of the two is used up or the stream ends.
    ///
    /// - Parameters:
    ///   - input: Input bytes. No pointer to them may be kept.
    ///   - output: Room for at least one byte. No pointer to it may be kept.
    ///   - isLast: When encoding, whether no input follows.
    @unsafe func call(
        reading input: UnsafeBufferPointer<UInt8>,
        writing output: UnsafeMutableBufferPointer<UInt8>,
        isLast: Bool
    ) -> CodingCall<Failure>
}

/// The result of one call of a library.
package struct CodingCall<Failure: Error> {
    /// The number of bytes of input that were read.
    let read: Int
    /// The number of bytes of output that were written.
    let written: Int
    let outcome: Result<CodingOutcome, Failure>

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
    ///   - position: The offset in the input at which to begin. It is moved to the end of the bytes that were read.
    ///   - end: The offset in the input at which to stop.
    ///   - output: The array to which output is appended.
    ///   - room: The largest number of bytes to append, at least one.
    ///   - isLast: When encoding, whether no input follows `end`.
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
        // SAFETY: the library reads bytes of the span and writes bytes of the array, both only during the closures, and `count`
        // is the number of bytes that it wrote.
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            unsafe input.extracting(range).withUnsafeBufferPointer { source in
                let output = unsafe UnsafeMutableBufferPointer(rebasing: buffer[..<room])
                call = unsafe self.call(reading: source, writing: output, isLast: isLast)
                count = call.written
            }
        }
        position += call.read
        // The first piece becomes the array itself, so output that fits in one piece is not copied.
        if output.isEmpty { output = piece } else { output.append(contentsOf: piece) }
        return try call.outcome.get()
    }
}

/// The outcome of a step of a stream.
package enum CodingOutcome: Hashable {
    /// All input is read, and all output of it is written.
    case needsInput
    /// The room for output is used up; there may be more output.
    case needsRoom
    /// The stream has ended. Input may follow it.
    case ended
}

/// An encoder of a content coding, which takes the input chunk by chunk.
package final class EncodingParser<Stream: CodingStream>: IncrementalParser {
    private let stream: Stream
    private let library: String

    /// - Parameter library: The name of the stream's library, for errors.
    package init(_ stream: Stream, library: String) {
        self.stream = stream
        self.library = library
    }

    /// Encodes a whole body.
    ///
    /// - Parameter likelySize: The number of bytes to make room for at a time.
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
                // When encoding, no input is invalid.
                throw .noMemory(for: library)
            }
        }
    }
}

/// In bytes of output.
private let pieceSize = 16 << 10
