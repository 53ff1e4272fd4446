import Mimeograph

/// Decodes at its end a body whose codec needs all of it.
struct WholeImageDecoder: IncrementalParser {
    let codec: any ImageCodec
    let options: ImageReadingOptions
    let budget: DecodeBudget
    private var body: [UInt8] = []

    init(_ codec: any ImageCodec, options: ImageReadingOptions, budget: DecodeBudget) {
        self.codec = codec
        self.options = options
        self.budget = budget
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        try budget.check(.inputBytes, body.count + chunk.count)
        body += [UInt8](chunk)
    }

    mutating func finish(into elements: inout [ImageUpdate]) throws(SerializationError) {
        let image = try codec.decode(body.span, options: options, budget: budget)
        if let info = try info() { elements.append(.info(info)) }
        elements.append(.image(try image.finished(options, budget: budget, source: codec.format)))
    }

    /// What the body tells. Where only the first frame is wanted, and decoded, it may be that the others cannot be counted.
    private func info() throws(SerializationError) -> ImageInfo? {
        do throws(SerializationError) {
            return try codec.info(from: body.span, isWhole: true, budget: budget)
        } catch {
            guard options.frames == .first else { throw error }
            return try codec.info(from: body.span, isWhole: false, budget: budget)
        }
    }
}
