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
        if let info = try codec.info(from: body.span, isWhole: true, budget: budget) { elements.append(.info(info)) }
        elements.append(.image(image.finished(options, source: codec.format)))
    }
}
