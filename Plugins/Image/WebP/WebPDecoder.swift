import Mimeograph
import MimeographImage

/// A parser that decodes a WebP while it arrives.
///
/// The bytes are buffered, because Exif data comes after the pixels and libwebp needs all bytes of a lossless picture. An error
/// in the pixels is reported at the end of the file, as for a whole body.
struct WebPDecoder: IncrementalParser {
    private let options: ImageReadingOptions
    private let limits: DecodingLimits
    private var body: [UInt8] = []
    /// The number of bytes that must have arrived before the head is read again.
    private var enough = 12
    private var head: WebPContainer?
    private var still: WebPStill?
    private var isDone = false

    init(options: ImageReadingOptions, limits: DecodingLimits) {
        self.options = options
        self.limits = limits
    }

    mutating func consume(_ chunk: Span<UInt8>, into elements: inout [ImageUpdate]) throws(SerializationError) {
        if isDone { return }
        // Bytes within the limit are read first, so the limit is reached at the same byte however the body is split.
        let allowed = chunk.extracting(first: max(0, limits.inputBytes - body.count))
        body += [UInt8](allowed)
        let isTooMuch = allowed.count < chunk.count
        if head == nil, body.count >= enough || isTooMuch { try look(into: &elements) }
        if let head, body.count >= head.end { return try complete(into: &elements) }
        try still?.advance(body.span, isLast: isTooMuch, into: &elements)
        if isTooMuch { throw .limitExceeded(.inputBytes, allowed: limits.inputBytes) }
    }

    mutating func finish(into elements: inout [ImageUpdate]) throws(SerializationError) {
        if isDone { return }
        if head == nil { try look(into: &elements) }
        try complete(into: &elements)
    }

    private mutating func look(into elements: inout [ImageUpdate]) throws(SerializationError) {
        let found = try WebPContainer(body.span, .firstPicture) { (_, _) throws(SerializationError) in }
        guard let found, let frame = found.frames.first else {
            enough = body.count + body.count / 16 + 1
            return
        }
        head = found
        if found.isAnimation { return }
        let plan = try WebPPlan(frame, found, options, limits)
        elements.append(.info(found.info(body.span, isWhole: false)))
        still = try WebPStill(frame, plan, wanted: options.format(for: found.pixelFormat), limits)
    }

    /// Completes the picture from all bytes that have arrived.
    private mutating func complete(into elements: inout [ImageUpdate]) throws(SerializationError) {
        try still?.advance(body.span, isLast: true, into: &elements)
        still?.finish(body.span, into: &elements)
        guard let still, let picture = still.picture else {
            let codec = WebPCodec()
            let image = try codec.decode(body.span, options: options, limits: limits)
            if still == nil, let info = try codec.info(from: body.span, isWhole: true, limits: limits) {
                elements.append(.info(info))
            }
            return end(with: try image.finished(options, limits: limits, source: .webp), &elements)
        }
        let container = try WebPContainer(body.span, .all) { (_, _) throws(SerializationError) in }
        let damage = container?.damage ?? still.failure
        if let damage, !options.allowsPartialImages || damage.code == .decoderMemory { throw damage }
        let metadata = container?.metadata(body.span, atMost: options.metadataBytes) ?? ImageMetadata()
        var image = Image(picture, metadata: metadata)
        image.isPartial = damage != nil
        end(with: try image.finished(options, limits: limits, source: .webp), &elements)
    }

    private mutating func end(with image: Image, _ elements: inout [ImageUpdate]) {
        isDone = true
        still = nil
        body = []
        elements.append(.image(image))
    }
}

/// A still picture that is decoded while it arrives.
final class WebPStill {
    let canvas: ImageCanvas
    private let frame: WebPFrame
    private var plan: WebPPlan
    /// Whether the prefix codes of the picture have been checked against the limits.
    private var isChecked = false
    private let run: WebPRun
    private var outcome = WebPOutcome.needsBytes
    private var bytesRead = 0
    private var rowsDecoded = 0
    private var rowsReported = 0

    /// The rows of an update, and the smallest number of new bytes for which libwebp is called.
    private static let rowsTogether = 16
    private static let bytesTogether = 4_096

    init(
        _ frame: WebPFrame,
        _ plan: WebPPlan,
        wanted: PixelFormat,
        _ limits: DecodingLimits
    ) throws(SerializationError) {
        self.frame = frame
        self.plan = plan
        // Rows are reported as stored. A picture that is scaled while it is decoded has no such rows.
        let size = plan.bytesPerRow * plan.size.height
        canvas = ImageCanvas(
            width: plan.size.width,
            height: plan.size.height,
            format: plan.layout,
            wanted: wanted,
            lastPass: 0,
            room: plan.isScaled ? 0 : limits.outputBytes - size - frame.workingBytes
        )
        // SAFETY: the canvas holds all rows and lives as long as the run: this object owns both.
        run = try unsafe WebPRun(plan, into: canvas.pixels, bytesPerRow: plan.bytesPerRow)
    }

    /// The picture as decoded so far. Nil if it must be decoded again at its stored size, because libwebp's scaler has weighted
    /// its colors by unannounced alpha.
    var picture: ImageFrame? {
        // SAFETY: the canvas has rows of the plan's size. libwebp may have rewritten rows that were reported.
        unsafe plan.hideAlpha(in: canvas.pixels, bytesPerRow: plan.bytesPerRow)
        let frame = canvas.frame
        return plan.hasWeighed(frame) ? nil : frame.converted(to: plan.result)
    }

    /// The error in the pixels, if all their bytes have arrived.
    var failure: SerializationError? { outcome.failure(frame) }

    /// Decodes the bytes that have arrived, if there are enough new ones: libwebp restarts in the middle of some lossless
    /// pictures.
    ///
    /// - Parameters:
    ///   - body: All bytes that have arrived.
    ///   - isLast: Whether no bytes follow.
    /// - Throws: ``SerializationError/Code/limitExceeded`` for memory that libwebp would allocate for the picture.
    func advance(
        _ body: Span<UInt8>,
        isLast: Bool,
        into elements: inout [ImageUpdate]
    ) throws(SerializationError) {
        guard outcome == .needsBytes else { return }
        let data = body.extracting(frame.data.clamped(to: 0..<body.count))
        let step = max(Self.bytesTogether, isChecked ? bytesRead / 16 : bytesRead)
        guard data.count > bytesRead, isLast || data.count == frame.data.count || data.count - bytesRead >= step else {
            return
        }
        bytesRead = data.count
        if !isChecked {
            isChecked = try plan.checkTables(frame, body)
            if plan.isRefused {
                outcome = .corrupt
                return
            }
            // With so few bytes, libwebp would not reach the pixels, either.
            if !isChecked, !isLast, data.count < frame.data.count { return }
        }
        outcome = run.update(data)
        rowsDecoded = outcome == .whole ? plan.size.height : min(run.rows, plan.size.height)
        report(into: &elements)
    }

    /// Decodes a complete picture again as a whole, if the result may differ from decoding in pieces: a damaged picture, and a
    /// lossless one whose decoder read bits before they had arrived.
    func finish(_ body: Span<UInt8>, into elements: inout [ImageUpdate]) {
        let isEarly = frame.isLossless && bytesRead < frame.data.count
        guard body.count >= frame.data.upperBound, outcome != .noMemory, outcome != .whole || isEarly else { return }
        let data = body.extracting(frame.data)
        // SAFETY: the canvas has room for the rows of the plan, and the run does not access them during the call.
        let other = unsafe WebPReader.decodeAtOnce(data, plan, into: canvas.pixels, bytesPerRow: plan.bytesPerRow)
        if other != .noMemory || outcome == .whole { outcome = other }
        if outcome == .whole { rowsDecoded = plan.size.height }
        report(into: &elements)
    }

    private func report(into elements: inout [ImageUpdate]) {
        if plan.isScaled { return }
        while rowsReported < rowsDecoded {
            let count = min(Self.rowsTogether, plan.size.height - rowsReported)
            guard rowsReported + count <= rowsDecoded else { break }
            // SAFETY: the canvas has rows of the plan's size.
            unsafe plan.hideAlpha(
                in: canvas.pixels,
                bytesPerRow: plan.bytesPerRow,
                rows: rowsReported..<rowsReported + count
            )
            canvas.record(pass: 0, first: rowsReported, count: count)
            rowsReported += count
        }
        canvas.moveUpdates(into: &elements)
    }
}
