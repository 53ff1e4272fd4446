public import Mimeograph
public import MimeographImage
import TestSupport

/// A comparison of all ways to read a picture: whole, in chunks, and by its first bytes.
public struct PictureAgreement: Sendable {
    /// The result of one way to read.
    private enum Outcome: Equatable {
        case image(Image)
        case failure(SerializationError.Code)

        var image: Image? { if case .image(let image) = self { image } else { nil } }
        var code: SerializationError.Code? { if case .failure(let code) = self { code } else { nil } }
    }

    private let codec: any ImageCodec
    private let limits: DecodingLimits

    /// Makes a comparison for a codec.
    public init(_ codec: any ImageCodec, limits: DecodingLimits = DecodingLimits(outputBytes: 1 << 20, pixels: 1 << 14))
    {
        self.codec = codec
        self.limits = limits
    }

    /// The options with which pictures are read. Each is also used with partial images allowed.
    public static let options: [ImageReadingOptions] = [
        ImageReadingOptions(appliesOrientation: false), .standard, .rgba8, ImageReadingOptions(metadataBytes: 0),
        ImageReadingOptions(pixelFormat: .exactly(.rgb8), maxPixelSize: 2),
        ImageReadingOptions(pixelFormat: .exactly(.grayAlpha16.premultiplied), metadataBytes: 20),
        ImageReadingOptions(maxPixelSize: 2, frames: .first),
    ]

    /// Returns the differences between the ways to read a body; empty if there are none.
    ///
    /// - Parameters:
    ///   - options: The options to compare, with and without orientation applied. Each is also used with partial images allowed.
    ///   - seed: The seed for random chunk boundaries.
    public func disagreements(
        about body: [UInt8],
        _ options: [ImageReadingOptions] = options,
        seed: UInt64 = 1
    ) -> [String] {
        var found: [String] = []
        for options in options {
            var partial = options
            partial.allowsPartialImages = true
            let strict = compare(body, options, seed, &found)
            let lenient = compare(body, partial, seed, &found)
            if options == .standard {
                compareLayout(body, options, strict, seed, &found)
                compareLayout(body, partial, lenient, seed, &found)
            }
            if let image = strict.image, lenient != .image(image), !(lenient.image?.isPartial ?? false) {
                found.append("allowing partial images changes a whole one: \(words(lenient))")
            }
            if strict.image?.isPartial == true { found.append("the image is partial although the options forbid it") }
            if strict.image == nil, lenient.image?.isPartial == false {
                found.append("strict reading fails, but lenient reading gives a whole image")
            }
            if !options.appliesOrientation, options.pixelFormat == .native, options.maxPixelSize == nil {
                compareInformation(body, strict, lenient, seed, &found)
            }
        }
        return found
    }

    private func compare(
        _ body: [UInt8],
        _ options: ImageReadingOptions,
        _ seed: UInt64,
        _ found: inout [String]
    ) -> Outcome {
        let whole = outcome { () throws(SerializationError) in
            try ImageResponseSerializer(options: options, codecs: [codec])
                .read(body.span, head: ResponseHead(status: 200, fields: fields), limits: limits)
        }
        let uncut = stream(body, [body.count], options)
        // The documentation says that a JPEG decoded at a smaller scale may differ.
        let isScaled = options.maxPixelSize != nil && codec.format == .jpeg
        if isScaled ? !isAlike(uncut.outcome, whole) : uncut.outcome != whole {
            found.append("\(label(options)): \(words(whole)) at once, \(words(uncut.outcome)) in chunks")
        }
        var generator = SeededGenerator(seed: seed)
        var cuts: [[Int]] = [
            (0..<4).map { _ in Int.random(in: 0...body.count, using: &generator) }.sorted() + [body.count]
        ]
        if body.count < 4_096 { cuts.append(Array(1..<max(2, body.count + 1))) }
        if body.count < 32_768 { cuts.append(Array(stride(from: 7, to: body.count, by: 7)) + [body.count]) }
        for ends in cuts {
            let cut = stream(body, ends, options)
            if cut.outcome != uncut.outcome || cut.updates != uncut.updates {
                let way = "cut into \(ends.count) chunks"
                found.append("\(label(options)): \(words(uncut.outcome)) uncut, \(words(cut.outcome)) \(way)")
            }
        }
        return whole
    }

    /// Checks that reading with a pixel format gives the same as reading as stored and converting.
    private func compareLayout(
        _ body: [UInt8],
        _ options: ImageReadingOptions,
        _ native: Outcome,
        _ seed: UInt64,
        _ found: inout [String]
    ) {
        guard let image = native.image else { return }
        var generator = SeededGenerator(seed: seed)
        let some = [PixelFormat.everyLayout.randomElement(using: &generator) ?? .rgba8]
        for format in seed == Self.everyLayout ? PixelFormat.everyLayout : some {
            var options = options
            options.pixelFormat = .exactly(format)
            let read = outcome { () throws(SerializationError) in
                try ImageResponseSerializer(options: options, codecs: [codec])
                    .read(body.span, head: ResponseHead(status: 200, fields: fields), limits: limits)
            }
            // More bytes per pixel may exceed the limits.
            if read == .image(image.converted(to: format)) || read.code == .limitExceeded { continue }
            found.append(
                "\(label(options)): \(words(read)), but converted \(words(.image(image.converted(to: format))))"
            )
        }
    }

    /// The seed that makes a comparison use all pixel formats instead of one.
    public static let everyLayout = UInt64.max

    /// Checks that the information in the first bytes agrees with the picture.
    private func compareInformation(
        _ body: [UInt8],
        _ strict: Outcome,
        _ lenient: Outcome,
        _ seed: UInt64,
        _ found: inout [String]
    ) {
        let info: ImageInfo
        do throws(SerializationError) {
            guard let told = try codec.info(from: body.span, isWhole: true, limits: limits) else {
                found.append("a whole body gives no information")
                return
            }
            info = told
        } catch {
            // A picture that is too large is rejected before the bytes after its header are read; information allocates nothing.
            for outcome in [strict, lenient] where outcome.code != error.code && outcome.code != .limitExceeded {
                found.append("the information fails with \(error.code), the picture is \(words(outcome))")
            }
            return
        }
        if strict.code == .unsupportedMediaType {
            found.append("the information is \(info), but the picture is not supported")
        }
        if let image = strict.image ?? lenient.image {
            let facts = "\(info.width) by \(info.height), \(info.pixelFormat), \(info.orientation)"
            if (info.width, info.height) != (image.width, image.height) || info.pixelFormat != image.format {
                found.append("the information is \(facts), the picture is \(words(.image(image)))")
            }
            // Metadata after damage is not read with the pixels.
            let mayLack = image.isPartial && image.metadata.orientation == .up
            if info.orientation != image.metadata.orientation, !mayLack {
                found.append("the information is \(facts), the picture's orientation \(image.metadata.orientation)")
            }
            if info.resolution != image.metadata.resolution {
                found.append(
                    "the information has \(resolution(info.resolution)), the picture \(resolution(image.metadata.resolution))"
                )
            }
            if !image.isPartial, let count = info.frameCount, count != image.frames.count {
                found.append("the information counts \(count) frames, the picture has \(image.frames.count)")
            }
        }
        var generator = SeededGenerator(seed: seed)
        for length in [body.count] + (0..<6).map({ _ in Int.random(in: 0...body.count, using: &generator) }) {
            let prefix = body.span.extracting(first: length)
            do throws(SerializationError) {
                guard let early = try codec.info(from: prefix, isWhole: false, limits: limits) else { continue }
                if (early.width, early.height) != (info.width, info.height) {
                    let sizes = "\(early.width) by \(early.height), all \(info.width) by \(info.height)"
                    found.append("\(length) bytes give \(sizes)")
                }
                // In a PNG transparency follows the size, and later frames of a GIF may need channels that the first does not.
                let isGrowing = ["GIF", "PNG"].contains(codec.format.name)
                if early.pixelFormat != info.pixelFormat, !isGrowing || !hasRoom(info.pixelFormat, early.pixelFormat) {
                    found.append("\(length) bytes give \(early.pixelFormat), all bytes \(info.pixelFormat)")
                }
            } catch {
                found.append("\(length) bytes give \(error.code), all bytes \(info.width) by \(info.height)")
            }
        }
        for case .info(let told) in stream(body, [body.count], .standard).updates {
            let isSame = (told.width, told.height, told.pixelFormat) == (info.width, info.height, info.pixelFormat)
            if !isSame { found.append("the stream's information is \(told), the body's \(info)") }
        }
    }

    /// Returns whether a pixel format can hold everything that another one holds.
    private func hasRoom(_ format: PixelFormat, _ other: PixelFormat) -> Bool {
        format.depth == other.depth && (format.channels.hasColor || !other.channels.hasColor)
            && (format.channels.hasAlpha || !other.channels.hasAlpha)
    }

    private var fields: HeaderFields { ["Content-Type": codec.format.mediaTypes.first?.description ?? ""] }

    private func outcome(_ read: () throws(SerializationError) -> Image) -> Outcome {
        do throws(SerializationError) { return .image(try read()) } catch { return .failure(error.code) }
    }

    private func stream(
        _ body: [UInt8],
        _ ends: [Int],
        _ options: ImageReadingOptions
    ) -> (outcome: Outcome, updates: [ImageUpdate]) {
        var decoder = ImageDecoder(
            options: options,
            codecs: [codec],
            type: codec.format.mediaTypes.first,
            limits: limits
        )
        var updates: [ImageUpdate] = []
        do throws(SerializationError) {
            var start = 0
            for end in ends {
                try decoder.consume(body.span.extracting(start..<end), into: &updates)
                start = end
            }
            try decoder.finish(into: &updates)
        } catch {
            return (.failure(error.code), updates)
        }
        guard case .image(let image)? = updates.last else { return (.failure(.init(rawValue: "nothing")), updates) }
        return (.image(image), updates)
    }

    private func resolution(_ resolution: ImageResolution?) -> String { resolution.map { "\($0)" } ?? "no resolution" }

    private func isAlike(_ first: Outcome, _ second: Outcome) -> Bool {
        guard let first = first.image, let second = second.image else { return first.code == second.code }
        return (first.width, first.height, first.format) == (second.width, second.height, second.format)
            && first.metadata == second.metadata && first.isPartial == second.isPartial
    }

    private func words(_ outcome: Outcome) -> String {
        switch outcome {
        case .failure(let code): return "\(code)"
        case .image(let image):
            let size = "\(image.width) by \(image.height)"
            let hash =
                image.frames.reduce(0) { $0 &* 31 &+ $1.pixels.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } } & 0xFFFF
            return
                "\(image.isPartial ? "a partial" : "a") picture of \(size), \(image.format), \(hash), \(image.metadata)"
        }
    }

    private func label(_ options: ImageReadingOptions) -> String {
        var words = options.allowsPartialImages ? "partial" : "strict"
        if case .exactly(let format) = options.pixelFormat { words += ", \(format)" }
        if options.maxPixelSize != nil { words += ", small" }
        return words + ", \(options.metadataBytes) bytes of metadata"
    }
}

extension PictureAgreement {
    /// Returns the failures when a picture that was read is written with its metadata.
    public func failuresToWrite(_ body: [UInt8]) -> [String] {
        let head = ResponseHead(status: 200, fields: fields)
        guard
            let image = try? ImageResponseSerializer(codecs: [codec]).read(body.span, head: head, limits: limits)
                .firstFrame
        else { return [] }
        var found: [String] = []
        do throws(SerializationError) {
            let written = try image.encoded(as: .png(level: 1))
            let again = try ImageResponseSerializer(codecs: [.png]).read(written)
            let straight = image.converted(to: PixelFormat(image.format.channels, depth: image.format.depth))
            if again.converted(to: straight.format).pixels != straight.pixels {
                found.append("writing changes the pixels")
            }
            if again.metadata.orientation != .up { found.append("writing changes the orientation") }
            _ = try ImageResponseSerializer(codecs: [.jpeg]).read(image.encoded(as: .jpeg))
        } catch {
            found.append("writing fails: \(error)")
        }
        return found
    }
}
