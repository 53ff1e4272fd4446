import FuzzerSupport
import Mimeograph
public import MimeographImage

/// What is true of every body that is read as an image.
public struct ImageCheck {
    private let codec: any ImageCodec
    /// What writes the format without loss; nil where nothing does.
    private let encoding: (any ImageEncoding)?
    private let limits = DecodingLimits(inputBytes: 1 << 16, outputBytes: 1 << 20, pixels: 1 << 16)
    private let options: [ImageReadingOptions] = [
        .standard, .rgba8,
        ImageReadingOptions(pixelFormat: .exactly(.rgba16.premultiplied), maxPixelSize: 5, allowsPartialImages: true),
        ImageReadingOptions(pixelFormat: .exactly(.gray8), appliesOrientation: false, metadataBytes: 0),
    ]
    private let codes: Set<SerializationError.Code> = [
        .syntax, .truncated, .limitExceeded, .decoderMemory, .unsupportedMediaType,
    ]

    /// Checks bodies that one codec reads.
    public init(_ codec: any ImageCodec, writing encoding: (any ImageEncoding)? = nil) {
        self.codec = codec
        self.encoding = encoding
    }

    /// Ends the process where something is not true of these bytes.
    public func check(_ input: [UInt8]) {
        for options in options {
            let (whole, code) = read(input, options)
            if let whole { checkShape(whole, options) }
            let (uncut, uncutCode) = updates(input[...], [input[...]], options)
            // A JPEG that is made smaller is decoded at a smaller scale only where all of it is there. In pieces it takes more.
            let isScaled = codec.format == .jpeg && options.maxPixelSize != nil
            require(
                code == uncutCode || (isScaled && uncutCode == .limitExceeded),
                "at once it is \(code?.rawValue ?? "read"), in pieces \(uncutCode?.rawValue ?? "read")"
            )
            if case .image(let image)? = uncut.last, let whole {
                let isSame = image == whole || (isScaled && (whole.isPartial || image == reduced(input, options)))
                require(isSame, "in pieces it is another picture than at once")
            }
            for cuts in Cuts.some(of: input) {
                let (cut, cutCode) = updates(input[...], cuts.chunks(of: input), options)
                let isSame = cut == uncut && cutCode == uncutCode
                require(isSame, "cut at \(cuts.sizes.prefix(40)) it is another thing than uncut")
            }
            if let whole, options == .standard { checkWriting(whole) }
            if options == .rgba8, let whole, let native = read(input, .standard).image {
                require(whole == native.converted(to: .rgba8), "in another layout it is another picture")
            }
        }
        checkInformation(input)
    }

    /// What the first bytes tell is what the picture is, and what is wrong with them is wrong with it.
    private func checkInformation(_ input: [UInt8]) {
        let (image, code) = read(input, ImageReadingOptions(appliesOrientation: false))
        do throws(SerializationError) {
            guard let info = try codec.info(from: input.span, isWhole: true, limits: limits) else {
                disagree("a whole body tells nothing")
            }
            guard let image else { return }
            let isSame =
                (info.width, info.height, info.pixelFormat) == (image.width, image.height, image.format)
                && info.orientation == image.metadata.orientation && info.resolution == image.metadata.resolution
            require(isSame, "it is told to be \(info), and is \(image.width) by \(image.height), \(image.format)")
        } catch {
            require(error, fits: input, codes: codes)
            // A picture that is too large is refused before what stands behind it is read; information allocates nothing.
            require(
                error.code == code || code == .limitExceeded,
                "information fails with \(error.code), and the picture with \(code?.rawValue ?? "nothing")"
            )
        }
    }

    private func read(
        _ input: [UInt8],
        _ options: ImageReadingOptions
    ) -> (image: Image?, code: SerializationError.Code?) {
        do throws(SerializationError) {
            let serializer = ImageResponseSerializer(options: options, codecs: [codec])
            return (try serializer.read(input, head: head, limits: limits), nil)
        } catch {
            require(error, fits: input, codes: codes)
            return (nil, error.code)
        }
    }

    /// The media type, so that a body is taken for what it is to be whatever its first bytes are.
    private var head: ResponseHead {
        ResponseHead(status: 200, fields: ["Content-Type": codec.format.mediaTypes.first?.description ?? ""])
    }

    /// What pieces make of a JPEG that is to be smaller: it is decoded as it is stored, and changed after that.
    private func reduced(_ input: [UInt8], _ options: ImageReadingOptions) -> Image? {
        guard let side = options.maxPixelSize, case .exactly(let format) = options.pixelFormat else { return nil }
        var stored = options
        stored.maxPixelSize = nil
        stored.appliesOrientation = false
        stored.pixelFormat = .exactly(format.isPremultiplied ? .rgba8.premultiplied : .rgba8)
        guard let image = read(input, stored).image?.fitting(maxPixelSize: side) else { return nil }
        return (options.appliesOrientation ? image.upright() : image).converted(to: format)
    }

    private func updates(
        _ input: ArraySlice<UInt8>,
        _ chunks: [ArraySlice<UInt8>],
        _ options: ImageReadingOptions
    ) -> (updates: [ImageUpdate], code: SerializationError.Code?) {
        var decoder = ImageDecoder(
            options: options,
            codecs: [codec],
            type: codec.format.mediaTypes.first,
            limits: limits
        )
        var updates: [ImageUpdate] = []
        do throws(SerializationError) {
            for chunk in chunks { try decoder.consume(chunk.span, into: &updates) }
            try decoder.finish(into: &updates)
        } catch {
            require(error, fits: Array(input), codes: codes)
            return (updates, error.code)
        }
        return (updates, nil)
    }

    private func checkShape(_ image: Image, _ options: ImageReadingOptions) {
        require(image.width * image.height <= limits.pixels, "\(image.width) by \(image.height) pixels came out")
        require(image.pixels.count == image.height * image.bytesPerRow, "the rows are not as long as they say")
        require(!image.isPartial || options.allowsPartialImages, "an image is partial, and nobody allowed that")
        if let side = options.maxPixelSize { require(max(image.width, image.height) <= side, "it is too large") }
        if case .exactly(let format) = options.pixelFormat { require(image.format == format, "it is \(image.format)") }
    }

    /// What was read can be written in its own format, with all frames, and is read as the same.
    private func checkWriting(_ image: Image, as encoding: some ImageEncoding) throws(SerializationError) {
        let again = try ImageResponseSerializer(codecs: [codec]).read(image.encoded(as: encoding))
        let format = PixelFormat(image.format.channels)
        let isSame =
            image.frames.map { $0.converted(to: format).pixels } == again.frames.map { $0.converted(to: format).pixels }
        require(isSame, "written in its own format it is another picture")
        require(
            image.frames.count == 1 || image.frames.map(\.duration) == again.frames.map(\.duration),
            "written in its own format its frames are shown for another time"
        )
    }

    /// What was read can be written, with everything that was read beside it, and is read as the same.
    private func checkWriting(_ image: Image) {
        do throws(SerializationError) {
            let plain = image.firstFrame
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
            try encoding.map { (encoding) throws(SerializationError) in try checkWriting(image, as: encoding) }
        } catch {
            disagree("an image that was read cannot be written: \(error)")
        }
    }
}
