import FuzzerSupport
import Mimeograph
public import MimeographImage

/// Checks that hold for every body read as an image.
public struct ImageCheck {
    private let codec: any ImageCodec
    /// The lossless encoding of the format; nil if there is none.
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

    /// Makes a check of the bodies of one codec.
    public init(_ codec: any ImageCodec, writing encoding: (any ImageEncoding)? = nil) {
        self.codec = codec
        self.encoding = encoding
    }

    /// Ends the process if a check fails for these bytes.
    public func check(_ input: [UInt8]) {
        for options in options {
            let (whole, code) = read(input, options)
            if let whole { checkShape(whole, options) }
            let (uncut, uncutCode) = updates(input[...], [input[...]], options)
            // A JPEG is decoded at a reduced scale only if the whole body is there. Decoding in chunks takes more memory.
            let isScaled = codec.format == .jpeg && options.maxPixelSize != nil
            require(
                code == uncutCode || (isScaled && uncutCode == .limitExceeded),
                "at once: \(code?.rawValue ?? "read"), in chunks: \(uncutCode?.rawValue ?? "read")"
            )
            if case .image(let image)? = uncut.last, let whole {
                let isSame = image == whole || (isScaled && (whole.isPartial || image == reduced(input, options)))
                require(isSame, "read in chunks the picture differs from the one read at once")
            }
            for cuts in Cuts.some(of: input) {
                let (cut, cutCode) = updates(input[...], cuts.chunks(of: input), options)
                let isSame = cut == uncut && cutCode == uncutCode
                require(isSame, "cut at \(cuts.sizes.prefix(40)), the result differs from the uncut result")
            }
            if let whole, options == .standard { checkWriting(whole) }
            if options == .rgba8, let whole, let native = read(input, .standard).image {
                require(whole == native.converted(to: .rgba8), "another pixel format gives another picture")
            }
        }
        checkInformation(input)
    }

    /// Checks that the information in the first bytes agrees with the picture, and so do its errors.
    private func checkInformation(_ input: [UInt8]) {
        let (image, code) = read(input, ImageReadingOptions(appliesOrientation: false))
        do throws(SerializationError) {
            guard let info = try codec.info(from: input.span, isWhole: true, limits: limits) else {
                disagree("a whole body gives no information")
            }
            guard let image else { return }
            let isSame =
                (info.width, info.height, info.pixelFormat) == (image.width, image.height, image.format)
                && info.orientation == image.metadata.orientation && info.resolution == image.metadata.resolution
            require(isSame, "information: \(info), picture: \(image.width) by \(image.height), \(image.format)")
        } catch {
            require(error, fits: input, codes: codes)
            // A picture that is too large is rejected before the bytes after its header are read; information allocates nothing.
            require(
                error.code == code || code == .limitExceeded,
                "the information fails with \(error.code), the picture with \(code?.rawValue ?? "no error")"
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

    /// A head with the media type, so that the codec reads a body whatever its first bytes are.
    private var head: ResponseHead {
        ResponseHead(status: 200, fields: ["Content-Type": codec.format.mediaTypes.first?.description ?? ""])
    }

    /// Returns the picture that chunks of a JPEG give if it is to be reduced: it is decoded at its stored size, then reduced.
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
        require(image.width * image.height <= limits.pixels, "the picture has \(image.width) by \(image.height) pixels")
        require(image.pixels.count == image.height * image.bytesPerRow, "the rows do not have the declared length")
        require(!image.isPartial || options.allowsPartialImages, "an image is partial although the options forbid it")
        if let side = options.maxPixelSize { require(max(image.width, image.height) <= side, "the image is too large") }
        if case .exactly(let format) = options.pixelFormat { require(image.format == format, "it is \(image.format)") }
    }

    /// Checks that the image can be written in its own format with all frames, and reads the same.
    private func checkWriting(_ image: Image, as encoding: some ImageEncoding) throws(SerializationError) {
        let again = try ImageResponseSerializer(codecs: [codec]).read(image.encoded(as: encoding))
        let format = PixelFormat(image.format.channels)
        let isSame =
            image.frames.map { $0.converted(to: format).pixels } == again.frames.map { $0.converted(to: format).pixels }
        require(isSame, "written in its own format, the picture differs")
        require(
            image.frames.count == 1 || image.frames.map(\.duration) == again.frames.map(\.duration),
            "written in its own format, the durations of its frames differ"
        )
    }

    /// Checks that the image can be written with its metadata, and reads the same.
    private func checkWriting(_ image: Image) {
        do throws(SerializationError) {
            let plain = image.firstFrame
            let bytes = try plain.encoded(as: .png(level: 1))
            let again = try ImageResponseSerializer().read(bytes)
            // PNG has straight alpha only.
            let straight = image.converted(to: PixelFormat(image.format.channels, depth: image.format.depth))
            // An opaque picture's palette needs no alpha.
            require(
                again.converted(to: straight.format).pixels == straight.pixels,
                "the image read differs from the image written"
            )
            _ = try plain.encoded(as: .jpeg)
            try encoding.map { (encoding) throws(SerializationError) in try checkWriting(image, as: encoding) }
        } catch {
            disagree("the image read cannot be written: \(error)")
        }
    }
}
