import CLibWebP
import Mimeograph
import MimeographImage

/// How a picture is decoded whose head is known. To make a plan checks the limits.
struct WebPPlan {
    /// The layout that libwebp makes.
    let layout: PixelFormat
    /// The size that libwebp makes.
    let size: (width: Int, height: Int)
    /// Whether that is less than what is stored.
    let isScaled: Bool
    /// The layout of the picture: libwebp makes alpha beside it only to show whether there is any.
    let result: PixelFormat
    /// Whether the picture may hold alpha, and the file announces none.
    private let hidesAlpha: Bool
    /// Whether libwebp's scaler weighs colours by that alpha, if there is any.
    private let weighsAlpha: Bool
    /// What is reserved for it.
    let reserved: ImageLimits?
    /// Whether libwebp is not to see the picture; see ``WebPFrame/isRefused``.
    var isRefused = false

    var bytesPerRow: Int { size.width * layout.bytesPerPixel }

    /// Plans a picture that is no frame of an animation.
    ///
    /// - Parameter scaling: Whether libwebp may make it smaller.
    init(
        _ frame: WebPFrame,
        _ container: WebPContainer,
        _ options: ImageReadingOptions,
        _ limits: DecodingLimits,
        scaling: Bool = true
    ) throws(SerializationError) {
        hidesAlpha = frame.hidesAlpha(in: container.pixelFormat)
        let stored = (frame.width, frame.height)
        let wanted = options.size(for: frame.width, frame.height)
        // libwebp's scaler lets the colour of what is transparent shine through in lossy pictures: they are made smaller by the
        // serializer, which weighs colours by alpha.
        isScaled = scaling && wanted != stored && (frame.isLossless || !container.hasAlpha)
        // The scaler weighs the colours of a lossless picture by its alpha, announced or not. Whether there is any is seen in the
        // smaller picture.
        weighsAlpha = isScaled && hidesAlpha && frame.isLossless
        result = Self.layout(container.pixelFormat, options)
        layout = weighsAlpha ? .rgba8 : result
        size = isScaled ? wanted : stored
        var imageLimits = ImageLimits(limits)
        let location = SourceLocation(offset: frame.data.lowerBound)
        try imageLimits.reserve(width: frame.width, height: frame.height, bytesPerPixel: 0, at: location)
        let bytesPerPixel = max(layout.bytesPerPixel, options.bytesPerPixel(for: container.pixelFormat))
        try imageLimits.reserve(bytes: ImageLimits.product(size.width * size.height, bytesPerPixel), at: location)
        try imageLimits.reserve(bytes: frame.workingBytes, at: location)
        if isScaled { try imageLimits.reserve(bytes: Self.scalerBytes(wanted.width), at: location) }
        reserved = imageLimits
    }

    /// Holds what libwebp takes for prefix codes to the limits, too; whether all of the picture is there that tells that, or is corrupt.
    mutating func checkTables(_ frame: WebPFrame, _ body: Span<UInt8>) throws(SerializationError) -> Bool {
        guard let reserved else { return true }
        let outcome = try frame.checkTables(body, beside: reserved)
        isRefused = outcome == .corrupt
        return outcome != .truncated
    }

    /// Plans a frame of an animation.
    ///
    /// - Parameters:
    ///   - layout: That of the canvas.
    ///   - native: That which the file announces.
    init(_ frame: WebPFrame, layout: PixelFormat, native: PixelFormat) {
        self.layout = layout
        result = layout
        hidesAlpha = frame.hidesAlpha(in: native)
        weighsAlpha = false
        size = (frame.width, frame.height)
        isScaled = false
        // The whole animation has its own.
        reserved = nil
        isRefused = frame.isRefused
    }

    /// libwebp makes opaque alpha of none. What else is wanted is made afterwards, and reducing weighs colours by alpha.
    static func layout(_ native: PixelFormat, _ options: ImageReadingOptions) -> PixelFormat {
        let wanted = options.format(for: native)
        let isWanted = wanted.channels == .rgba && wanted.depth == .eight && options.decodesAlpha(of: native)
        return native.channels.hasAlpha || isWanted ? .rgba8 : .rgb8
    }

    /// Makes rows opaque if the file announces no alpha, and the picture may hold some.
    ///
    /// - Parameter rows: Which ones; nil for all of them.
    @unsafe func hideAlpha(in pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, rows: Range<Int>? = nil) {
        guard hidesAlpha, !weighsAlpha, layout == .rgba8 else { return }
        // SAFETY: the caller has rows of the plan's size, with four bytes a pixel, of which alpha is the last.
        for row in rows ?? 0..<size.height {
            let start = unsafe pixels + row * bytesPerRow
            // Nearly all pictures are opaque, and to read is several times as fast as to write.
            let raw = UnsafeRawPointer(start)
            var common = UInt32.max
            for column in 0..<size.width {
                common &= unsafe raw.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self)
            }
            if UInt32(littleEndian: common) >> 24 == 0xFF { continue }
            for column in 0..<size.width { unsafe start[column * 4 + 3] = 0xFF }
        }
    }

    /// Whether libwebp's scaler has weighed colours by alpha that is not announced.
    func hasWeighed(_ frame: ImageFrame) -> Bool {
        weighsAlpha && stride(from: 3, to: frame.pixels.count, by: 4).contains { frame.pixels[$0] != 0xFF }
    }

    /// The sums of a row, which libwebp's scaler keeps for four channels, and a row as it came out.
    private static func scalerBytes(_ width: Int) -> Int { width * 48 + 4_096 }
}

extension WebPFrame {
    /// Whether it may hold alpha that its file does not announce. Each pixel of a lossless picture has alpha, also where a bit in
    /// its head says that it is opaque. Source: RFC 9649 §3.4.
    func hidesAlpha(in native: PixelFormat) -> Bool { !native.channels.hasAlpha && (isLossless || hasAlpha) }

    /// What libwebp takes beside the pixels and the tables of ``checkTables(_:beside:)``: for a lossless picture all of it with 4 bytes a
    /// pixel, for alpha beside a lossy one the plane as it is coded, which may be as much, and as it is, and for a lossy one some rows.
    var workingBytes: Int {
        let pixels = ImageLimits.product(width, height)
        let rows = ImageLimits.product(width, 128) + 65_536
        return rows + ImageLimits.product(pixels, isLossless ? 4 : isAlphaLossless ? 5 : hasAlpha ? 2 : 0)
    }
}

/// What came of decoding a picture.
enum WebPOutcome {
    case whole
    /// What is there is decoded, and it is not all.
    case needsBytes
    case corrupt
    case noMemory

    fileprivate init(_ status: VP8StatusCode) {
        switch status {
        case VP8_STATUS_OK: self = .whole
        case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: self = .needsBytes
        case VP8_STATUS_OUT_OF_MEMORY: self = .noMemory
        default: self = .corrupt
        }
    }

    /// The error for a picture of which all bytes were there; nil where it is whole.
    func failure(_ frame: WebPFrame) -> SerializationError? {
        switch self {
        case .whole: return nil
        case .noMemory: return .imageNeedsMemory(.webp)
        case .needsBytes, .corrupt:
            let sentence = "A picture of the WebP is corrupt: libwebp cannot decode all of it"
            return WebPContainer.corrupt(sentence, at: frame.data.lowerBound)
        }
    }
}

/// Decodes pictures with libwebp; the only code that calls its decoder.
///
/// libwebp has two decoders, for pictures that are there and for pictures that arrive, and the second refuses some damaged lossy
/// ones that the first decodes. So that a picture is one thing however it comes, it is whole where either decodes it. From libwebp 1.6 on
/// the first reports corrupt alpha as a lack of memory, so there the second decides.
enum WebPReader {
    /// Decodes a picture by both decoders, in the order that leaves of a damaged one what had arrived before the damage.
    ///
    /// - Parameter isWhole: Whether all bytes of it are there.
    @unsafe static func decodePartly(
        _ data: Span<UInt8>,
        isWhole: Bool,
        _ plan: WebPPlan,
        into pixels: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int
    ) throws(SerializationError) -> WebPOutcome {
        if plan.isRefused { return .corrupt }
        defer { unsafe plan.hideAlpha(in: pixels, bytesPerRow: bytesPerRow) }
        let outcome = try unsafe WebPRun(plan, into: pixels, bytesPerRow: bytesPerRow).update(data)
        guard isWhole, outcome == .needsBytes || outcome == .corrupt else { return outcome }
        let other = unsafe decodeAtOnce(data, plan, into: pixels, bytesPerRow: bytesPerRow)
        return other == .noMemory ? outcome : other
    }

    /// Decodes a picture whose bytes are all there.
    ///
    /// - Parameters:
    ///   - data: Its chunks.
    ///   - pixels: Where its first pixel goes; there is room for all rows.
    @unsafe static func decode(
        _ data: Span<UInt8>,
        _ plan: WebPPlan,
        into pixels: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int
    ) -> WebPOutcome {
        if plan.isRefused { return .corrupt }
        defer { unsafe plan.hideAlpha(in: pixels, bytesPerRow: bytesPerRow) }
        let outcome = unsafe decodeAtOnce(data, plan, into: pixels, bytesPerRow: bytesPerRow)
        guard outcome != .whole else { return outcome }
        do throws(SerializationError) {
            return try unsafe WebPRun(plan, into: pixels, bytesPerRow: bytesPerRow).update(data)
        } catch {
            return .noMemory
        }
    }

    /// Decodes a picture whose bytes are all there by the decoder for those.
    ///
    /// - Parameters:
    ///   - data: Its chunks.
    ///   - pixels: Where its first pixel goes; there is room for all rows.
    @unsafe static func decodeAtOnce(
        _ data: Span<UInt8>,
        _ plan: WebPPlan,
        into pixels: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int
    ) -> WebPOutcome {
        if plan.isRefused { return .corrupt }
        var configuration = unsafe WebPDecoderConfig()
        guard unsafe configure(&configuration, plan, pixels, bytesPerRow) else { return .noMemory }
        // SAFETY: libwebp reads within the count, writes within the rows that the configuration names, and keeps neither pointer.
        return unsafe data.withUnsafeBufferPointer { bytes in
            WebPOutcome(unsafe WebPDecode(bytes.baseAddress, bytes.count, &configuration))
        }
    }

    /// - Returns: Whether the library that is loaded has the interface of its header.
    fileprivate static func configure(
        _ configuration: inout WebPDecoderConfig,
        _ plan: WebPPlan,
        _ pixels: UnsafeMutablePointer<UInt8>,
        _ bytesPerRow: Int
    ) -> Bool {
        guard unsafe WebPInitDecoderConfig(&configuration) != 0 else { return false }
        unsafe configuration.output.colorspace = plan.layout == .rgba8 ? MODE_RGBA : MODE_RGB
        unsafe configuration.output.is_external_memory = 1
        // The sides are at most 16,383, those of a canvas 2^24, and the limits have allowed their product.
        unsafe configuration.output.u.RGBA.rgba = pixels
        unsafe configuration.output.u.RGBA.stride = Int32(clamping: bytesPerRow)
        unsafe configuration.output.u.RGBA.size = bytesPerRow * (plan.size.height - 1) + plan.bytesPerRow
        if plan.isScaled {
            unsafe configuration.options.use_scaling = 1
            unsafe configuration.options.scaled_width = Int32(clamping: plan.size.width)
            unsafe configuration.options.scaled_height = Int32(clamping: plan.size.height)
        }
        return true
    }
}

/// One run of libwebp's incremental decoder; the only code that sees its state.
@safe final class WebPRun {
    // SAFETY: made in `init` and released in `deinit`, the run before its configuration.
    private let configuration: UnsafeMutablePointer<WebPDecoderConfig>
    private let state: OpaquePointer

    /// Starts a run that writes to these rows; the caller keeps them while this object lives.
    @unsafe init(
        _ plan: WebPPlan,
        into pixels: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int
    ) throws(SerializationError) {
        let configuration = UnsafeMutablePointer<WebPDecoderConfig>.allocate(capacity: 1)
        unsafe configuration.initialize(to: WebPDecoderConfig())
        guard unsafe WebPReader.configure(&configuration.pointee, plan, pixels, bytesPerRow),
            let state = unsafe WebPIDecode(nil, 0, configuration)
        else {
            unsafe configuration.deallocate()
            throw .imageNeedsMemory(.webp)
        }
        unsafe self.configuration = configuration
        unsafe self.state = state
    }

    deinit {
        unsafe WebPIDelete(state)
        unsafe configuration.deallocate()
    }

    /// Decodes as much as the bytes of the picture allow.
    ///
    /// - Parameter data: All that there are, from the first on.
    func update(_ data: Span<UInt8>) -> WebPOutcome {
        // SAFETY: libwebp reads within the count, and it is given the address anew before it reads again.
        unsafe data.withUnsafeBufferPointer { bytes in
            WebPOutcome(unsafe WebPIUpdate(state, bytes.baseAddress, bytes.count))
        }
    }

    /// How many rows are there, from the first on.
    var rows: Int {
        var last: Int32 = 0
        let start = unsafe WebPIDecGetRGB(state, &last, nil, nil, nil)
        return unsafe start == nil ? 0 : max(0, Int(last))
    }
}
