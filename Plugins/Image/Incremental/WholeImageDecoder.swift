import Mimeograph

/// Decodes at its end a body whose codec needs all of it.
struct WholeImageDecoder: IncrementalParser {
    let codec: any ImageCodec
    let options: ImageReadingOptions
    let limits: DecodingLimits
    private var body: [UInt8] = []

    init(_ codec: any ImageCodec, options: ImageReadingOptions, limits: DecodingLimits) {
        self.codec = codec
        self.options = options
        self.limits = limits
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        try limits.check(.inputBytes, body.count + chunk.count)
        body += [UInt8](chunk)
    }

    mutating func finish(into elements: inout [ImageUpdate]) throws(SerializationError) {
        let image = try codec.decode(body.span, options: options, limits: limits)
        if let info = try info() { elements.append(.info(info)) }
        elements.append(.image(try image.finished(options, limits: limits, source: codec.format)))
    }

    /// What the body tells. Where only the first frame is wanted, and decoded, it may be that the others cannot be counted.
    private func info() throws(SerializationError) -> ImageInfo? {
        do throws(SerializationError) {
            return try codec.info(from: body.span, isWhole: true, limits: limits)
        } catch {
            guard options.frames == .first else { throw error }
            return try codec.info(from: body.span, isWhole: false, limits: limits)
        }
    }
}
