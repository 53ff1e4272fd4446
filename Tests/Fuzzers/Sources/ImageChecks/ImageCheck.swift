import FuzzerSupport
import Mimeograph
public import MimeographImage

/// What is true of every body that is read as an image.
public struct ImageCheck {
    private let codec: any ImageCodec
    private let budget = DecodeBudget(inputBytes: 1 << 16, outputBytes: 1 << 20, pixels: 1 << 16)
    private let options: [ImageReadingOptions] = [
        .standard, .rgba8,
        ImageReadingOptions(pixelFormat: .exactly(.rgba16.premultiplied), maxPixelSize: 5, allowsPartialImages: true),
        ImageReadingOptions(pixelFormat: .exactly(.gray8), appliesOrientation: false, metadataBytes: 0),
    ]
    private let codes: Set<SerializationError.Code> = [
        .syntax, .truncated, .limitExceeded, .decoderMemory, .unsupportedMediaType,
    ]

    /// Checks bodies that one codec reads.
    public init(_ codec: any ImageCodec) { self.codec = codec }

    /// Ends the process where something is not true of these bytes.
    public func check(_ input: [UInt8]) {
        for options in options {
            let whole = read(input, options)
            if let whole { checkShape(whole, options) }
            let uncut = updates(input[...], [input[...]], options)
            if case .image(let image)? = uncut.last, let whole, !whole.isPartial {
                // A JPEG that is made smaller is decoded at a smaller scale only where all of it is there.
                let isSame = image == whole || (codec.format == .jpeg && image == reduced(input, options))
                require(isSame, "in pieces it is another picture than at once")
            }
            for cuts in Cuts.some(of: input) {
                let cut = updates(input[...], cuts.chunks(of: input), options)
                require(cut == uncut, "cut at \(cuts.sizes.prefix(40)) it is another thing than uncut")
            }
            if let whole, options == .standard { checkWriting(whole) }
        }
        do throws(SerializationError) {
            _ = try codec.info(from: input.span, isWhole: true, budget: budget)
        } catch {
            require(error, fits: input, codes: codes)
        }
    }

    private func read(_ input: [UInt8], _ options: ImageReadingOptions) -> Image? {
        do throws(SerializationError) {
            let serializer = ImageResponseSerializer(options: options, codecs: [codec])
            return try serializer.read(input, head: ResponseHead(status: 200), budget: budget)
        } catch {
            require(error, fits: input, codes: codes)
            return nil
        }
    }

    /// What pieces make of a JPEG that is to be smaller: it is decoded as it is stored, and changed after that.
    private func reduced(_ input: [UInt8], _ options: ImageReadingOptions) -> Image? {
        guard let side = options.maxPixelSize, case .exactly(let format) = options.pixelFormat else { return nil }
        var stored = options
        stored.maxPixelSize = nil
        stored.appliesOrientation = false
        stored.pixelFormat = .exactly(format.isPremultiplied ? .rgba8.premultiplied : .rgba8)
        guard let image = read(input, stored)?.fitting(maxPixelSize: side) else { return nil }
        return (options.appliesOrientation ? image.upright() : image).converted(to: format)
    }

    private func updates(
        _ input: ArraySlice<UInt8>,
        _ chunks: [ArraySlice<UInt8>],
        _ options: ImageReadingOptions
    ) -> [ImageUpdate] {
        var decoder = ImageDecoder(options: options, codecs: [codec], budget: budget)
        var updates: [ImageUpdate] = []
        do throws(SerializationError) {
            for chunk in chunks { try decoder.consume(chunk.span, into: &updates) }
            try decoder.finish(into: &updates)
        } catch {
            require(error, fits: Array(input), codes: codes)
        }
        return updates
    }

    private func checkShape(_ image: Image, _ options: ImageReadingOptions) {
        require(image.width * image.height <= budget.pixels, "\(image.width) by \(image.height) pixels came out")
        require(image.pixels.count == image.height * image.bytesPerRow, "the rows are not as long as they say")
        require(!image.isPartial || options.allowsPartialImages, "an image is partial, and nobody allowed that")
        if let side = options.maxPixelSize { require(max(image.width, image.height) <= side, "it is too large") }
        if case .exactly(let format) = options.pixelFormat { require(image.format == format, "it is \(image.format)") }
    }

    /// What was read can be written, and is read as the same.
    private func checkWriting(_ image: Image) {
        do throws(SerializationError) {
            var plain = image.firstFrame
            plain.metadata = ImageMetadata()
            let bytes = try plain.encoded(as: .png(level: 1))
            let again = try ImageResponseSerializer().read(bytes)
            // PNG has straight alpha only.
            let straight = image.converted(to: PixelFormat(image.format.channels, depth: image.format.depth))
            // Where everything is opaque, a palette needs no alpha.
            require(
                again.converted(to: straight.format).pixels == straight.pixels,
                "what was written is not what is read"
            )
            _ = try plain.encoded(as: .jpeg)
        } catch {
            disagree("an image that was read cannot be written: \(error)")
        }
    }
}
