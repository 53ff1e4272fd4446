internal import Mimeograph

/// Compresses chunk by chunk.
final class Deflater: IncrementalParser {
    private let stream: ZLibStream

    init(_ wrapper: ZLibWrapper, level: CompressionLevel) throws(SerializationError) {
        do throws(ZLibStream.Failure) {
            stream = try ZLibStream(deflating: wrapper, level: Int32(level.rawValue))
        } catch {
            throw Self.noMemory()
        }
    }

    /// Compresses a whole body.
    static func whole(
        _ body: Span<UInt8>,
        wrapper: ZLibWrapper,
        level: CompressionLevel
    ) throws(SerializationError) -> [UInt8] {
        let deflater = try Deflater(wrapper, level: level)
        var output: [UInt8] = []
        // Text shrinks to less than a half; what does not gets more room when it needs it.
        try deflater.run(body, isLast: true, pieceSize: max(body.count / 2, 256), into: &output)
        return output
    }

    func consume(_ chunk: Span<UInt8>, into elements: inout [[UInt8]]) throws(SerializationError) {
        var output: [UInt8] = []
        try run(chunk, isLast: false, pieceSize: Self.pieceSize, into: &output)
        if !output.isEmpty { elements.append(output) }
    }

    func finish(into elements: inout [[UInt8]]) throws(SerializationError) {
        var output: [UInt8] = []
        try run([UInt8]().span, isLast: true, pieceSize: Self.pieceSize, into: &output)
        if !output.isEmpty { elements.append(output) }
    }

    private func run(
        _ input: Span<UInt8>,
        isLast: Bool,
        pieceSize: Int,
        into output: inout [UInt8]
    ) throws(SerializationError) {
        var position = 0
        var outcome = ZLibStream.Outcome.needsRoom
        while outcome == .needsRoom {
            do throws(ZLibStream.Failure) {
                outcome = try stream.step(
                    input,
                    from: &position,
                    to: input.count,
                    into: &output,
                    room: pieceSize,
                    isLast: isLast
                )
            } catch {
                // Deflating cannot find its input invalid.
                throw Self.noMemory()
            }
        }
    }

    /// In bytes of output.
    private static let pieceSize = 16 << 10

    private static func noMemory() -> SerializationError {
        SerializationError(.sourceFailed, "There is no memory for zlib.", remedy: "Free some memory, and try again.")
    }
}
