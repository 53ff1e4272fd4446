import CLibWebP
import Mimeograph
import MimeographImage

/// A plan for decoding a picture whose head is known. Creating it checks the limits.
struct WebPPlan {
    /// The layout of libwebp's output.
    let layout: PixelFormat
    /// The size of libwebp's output.
    let size: (width: Int, height: Int)
    /// Whether that is smaller than the stored size.
    let isScaled: Bool
    /// The layout of the picture. libwebp may write alpha in addition, only to show whether there is any.
    let result: PixelFormat
    /// Whether the picture may contain alpha that the file does not announce.
    private let hidesAlpha: Bool
    /// Whether libwebp's scaler weights colors by that alpha, if there is any.
    private let weighsAlpha: Bool
    /// The limits with the reservations for the picture.
    let reserved: ImageLimits?
    /// Whether the picture is not passed to libwebp; see ``WebPFrame/isRefused``.
    var isRefused = false

    var bytesPerRow: Int { size.width * layout.bytesPerPixel }

    /// Plans a still picture.
    ///
    /// - Parameter scaling: Whether libwebp may reduce it.
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
        // For lossy pictures, libwebp's scaler lets colors of transparent pixels bleed. The serializer reduces them instead and
        // weights colors by alpha.
        isScaled = scaling && wanted != stored && (frame.isLossless || !container.hasAlpha)
        // The scaler weights the colors of a lossless picture by its alpha, even if it is not announced. The smaller picture
        // shows whether there is any.
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

    /// Checks the memory for prefix codes against the limits, too. Returns false if more bytes of the picture are needed for
    /// that.
    mutating func checkTables(_ frame: WebPFrame, _ body: Span<UInt8>) throws(SerializationError) -> Bool {
        guard let reserved else { return true }
        let outcome = try frame.checkTables(body, beside: reserved)
        isRefused = outcome == .corrupt
        return outcome != .truncated
    }

    /// Plans a frame of an animation.
    ///
    /// - Parameters:
    ///   - layout: The layout of the canvas.
    ///   - native: The layout that the file announces.
    init(_ frame: WebPFrame, layout: PixelFormat, native: PixelFormat) {
        self.layout = layout
        result = layout
        hidesAlpha = frame.hidesAlpha(in: native)
        weighsAlpha = false
        size = (frame.width, frame.height)
        isScaled = false
        // The animation has reserved memory for all of its frames.
        reserved = nil
        isRefused = frame.isRefused
    }

    /// Returns the layout of libwebp's output. libwebp can add opaque alpha. Other layouts are converted
    /// afterwards, because reducing weights colors by alpha.
    static func layout(_ native: PixelFormat, _ options: ImageReadingOptions) -> PixelFormat {
        let wanted = options.format(for: native)
        let isWanted = wanted.channels == .rgba && wanted.depth == .eight && options.decodesAlpha(of: native)
        return native.channels.hasAlpha || isWanted ? .rgba8 : .rgb8
    }

    /// Makes rows opaque if the picture may contain alpha that the file does not announce.
    ///
    /// - Parameter rows: The rows, or nil for all of them.
    @unsafe func hideAlpha(in pixels: UnsafeMutablePointer<UInt8>, bytesPerRow: Int, rows: Range<Int>? = nil) {
        guard hidesAlpha, !weighsAlpha, layout == .rgba8 else { return }
        // SAFETY: the caller has rows of the plan's size with four bytes a pixel, the last of which is alpha.
        for row in rows ?? 0..<size.height {
            let start = unsafe pixels + row * bytesPerRow
            // Nearly all pictures are opaque, and reading is several times as fast as writing.
            let raw = UnsafeRawPointer(start)
            var common = UInt32.max
            for column in 0..<size.width {
                common &= unsafe raw.loadUnaligned(fromByteOffset: column * 4, as: UInt32.self)
            }
            if UInt32(littleEndian: common) >> 24 == 0xFF { continue }
            for column in 0..<size.width { unsafe start[column * 4 + 3] = 0xFF }
        }
    }

    /// Whether libwebp's scaler has weighted colors by unannounced alpha.
    func hasWeighed(_ frame: ImageFrame) -> Bool {
        weighsAlpha && stride(from: 3, to: frame.pixels.count, by: 4).contains { frame.pixels[$0] != 0xFF }
    }

    /// Returns the memory of libwebp's scaler: the sums of a row for four channels, and an output row.
    private static func scalerBytes(_ width: Int) -> Int { width * 48 + 4_096 }
}

extension WebPFrame {
    /// Whether the picture may contain alpha that its file does not announce. Each pixel of a lossless picture has alpha, even if
    /// a bit in its head marks it as opaque. Source: RFC 9649 §3.4.
    func hidesAlpha(in native: PixelFormat) -> Bool { !native.channels.hasAlpha && (isLossless || hasAlpha) }

    /// The memory of libwebp besides the pixels and the tables of ``checkTables(_:beside:)``. A lossless picture takes 4 bytes a
    /// pixel. The alpha of a lossy picture takes its decoded plane, and its coded form, which may be as large as a lossless
    /// picture. All pictures take some rows.
    var workingBytes: Int {
        let pixels = ImageLimits.product(width, height)
        let rows = ImageLimits.product(width, 128) + 65_536
        return rows + ImageLimits.product(pixels, isLossless ? 4 : isAlphaLossless ? 5 : hasAlpha ? 2 : 0)
    }
}

enum WebPOutcome {
    case whole
    /// The bytes so far are decoded, and more are needed.
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

    /// Returns the error for a picture whose bytes were complete, or nil if it was decoded completely.
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

/// Functions that decode pictures with libwebp. Only this file calls its decoder.
///
/// libwebp has two decoders, for complete and for arriving pictures. The second one rejects some damaged lossy pictures that the
/// first one decodes. To make the result independent of how a picture arrives, it is valid if either decoder accepts it. From
/// libwebp 1.6 on, the first one reports corrupt alpha as a lack of memory, so the second one decides then.
enum WebPReader {
    /// Decodes a picture with both decoders. Their order preserves the rows of a damaged picture from before the damage.
    ///
    /// - Parameter isWhole: Whether all bytes of the picture have arrived.
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

    /// Decodes a picture whose bytes have all arrived.
    ///
    /// - Parameters:
    ///   - data: The chunks of the picture.
    ///   - pixels: The address of its first pixel, with room for all rows.
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

    /// Decodes a picture whose bytes have all arrived, with the decoder for complete pictures.
    ///
    /// - Parameters:
    ///   - data: The chunks of the picture.
    ///   - pixels: The address of its first pixel, with room for all rows.
    @unsafe static func decodeAtOnce(
        _ data: Span<UInt8>,
        _ plan: WebPPlan,
        into pixels: UnsafeMutablePointer<UInt8>,
        bytesPerRow: Int
    ) -> WebPOutcome {
        if plan.isRefused { return .corrupt }
        var configuration = unsafe WebPDecoderConfig()
        guard unsafe configure(&configuration, plan, pixels, bytesPerRow) else { return .noMemory }
        // SAFETY: libwebp reads within the count, writes within the configured rows, and keeps no pointer.
        return unsafe data.withUnsafeBufferPointer { bytes in
            WebPOutcome(unsafe WebPDecode(bytes.baseAddress, bytes.count, &configuration))
        }
    }

    /// - Returns: Whether the version of the loaded library matches its header.
    fileprivate static func configure(
        _ configuration: inout WebPDecoderConfig,
        _ plan: WebPPlan,
        _ pixels: UnsafeMutablePointer<UInt8>,
        _ bytesPerRow: Int
    ) -> Bool {
        guard unsafe WebPInitDecoderConfig(&configuration) != 0 else { return false }
        unsafe configuration.output.colorspace = plan.layout == .rgba8 ? MODE_RGBA : MODE_RGB
        unsafe configuration.output.is_external_memory = 1
        // The sides of a picture are at most 16,383, the sides of a canvas at most 2^24, and the limits have allowed their
        // product.
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

/// A run of libwebp's incremental decoder. Only this class accesses its state.
@safe final class WebPRun {
    // SAFETY: created in `init` and released in `deinit`, the run before its configuration.
    private let configuration: UnsafeMutablePointer<WebPDecoderConfig>
    private let state: OpaquePointer

    /// Starts a run that writes to these rows. The caller keeps them while this object lives.
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
    /// - Parameter data: All bytes that have arrived, from the first on.
    func update(_ data: Span<UInt8>) -> WebPOutcome {
        // SAFETY: libwebp reads within the count, and gets the address again before it reads again.
        unsafe data.withUnsafeBufferPointer { bytes in
            WebPOutcome(unsafe WebPIUpdate(state, bytes.baseAddress, bytes.count))
        }
    }

    /// The number of rows decoded so far.
    var rows: Int {
        var last: Int32 = 0
        let start = unsafe WebPIDecGetRGB(state, &last, nil, nil, nil)
        return unsafe start == nil ? 0 : max(0, Int(last))
    }
}
