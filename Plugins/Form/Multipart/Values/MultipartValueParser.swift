import Mimeograph

/// Puts parts together, one at a time, and makes an element of each.
struct MultipartValueParser<Element: Sendable>: IncrementalParser {
    private var parser: MultipartParser
    private let type: MediaType
    private let limits: DecodingLimits
    private let makeElement: @Sendable (MultipartHead, [UInt8], MediaType?) throws(SerializationError) -> Element
    /// The part that is being read.
    private var head = MultipartHead(fields: [:])
    private var bytes: [UInt8] = []
    private var partNumber = 0

    init(
        as mediaType: MediaType?,
        options: MultipartReadingOptions,
        limits: DecodingLimits,
        makeElement: @escaping @Sendable (MultipartHead, [UInt8], MediaType?) throws(SerializationError) -> Element
    ) throws(SerializationError) {
        type = try MultipartParser.known(mediaType)
        parser = try MultipartParser(type: type, options: options, limits: limits)
        self.limits = limits
        self.makeElement = makeElement
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [Element]) throws(SerializationError) {
        var pieces: [MultipartElement] = []
        var failure: SerializationError?
        do throws(SerializationError) { try parser.consume(chunk, into: &pieces) } catch { failure = error }
        // What came before the failure is delivered before it.
        for piece in pieces { try take(piece, into: &elements) }
        if let failure { throw failure }
    }

    mutating func finish(into elements: inout [Element]) throws(SerializationError) {
        var pieces: [MultipartElement] = []
        try parser.finish(into: &pieces)
    }

    private mutating func take(_ piece: MultipartElement, into elements: inout [Element]) throws(SerializationError) {
        switch piece {
        case .head(let head):
            self.head = head
            partNumber += 1
        case .bytes(let chunk):
            guard chunk.count <= limits.inputBytes - bytes.count else {
                throw inPart(.limitExceeded(.inputBytes, allowed: limits.inputBytes))
            }
            bytes += chunk
        case .end:
            defer { bytes = [] }
            do throws(SerializationError) {
                elements.append(try makeElement(head, bytes, head.contentType(in: type)))
            } catch {
                throw inPart(error)
            }
        }
    }

    /// The same error with a message that says which part it is about.
    private func inPart(_ error: SerializationError) -> SerializationError {
        var error = error
        error.message = "Part \(partNumber): \(error.message)"
        return error
    }
}
