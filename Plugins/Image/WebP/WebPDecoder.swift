import Mimeograph
import MimeographImage

/// Decodes a WebP while it arrives.
///
/// The bytes are gathered, because Exif data stand behind the pixels and libwebp needs all of a lossless picture. What is wrong
/// with the pixels is told at the end of the file, as it is where the file comes at once.
struct WebPDecoder: IncrementalParser {
    private let options: ImageReadingOptions
    private let limits: DecodingLimits
    private var body: [UInt8] = []
    /// How many bytes there must be before the head is read again.
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
        // What fits is read first, so that a limit is met at the same byte however the body was cut.
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

    /// Looks for the head of the first picture.
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

    /// Makes the picture of all bytes that there are.
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
    /// Whether the prefix codes of the picture are known to be within the limits.
    private var isChecked = false
    private let run: WebPRun
    private var outcome = WebPOutcome.needsBytes
    private var bytesRead = 0
    private var rowsDecoded = 0
    private var rowsReported = 0

    /// The rows of an update, and the least bytes that libwebp is called for.
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
        // Rows are reported as they are stored. Those of a picture that is made smaller while it is decoded are not there.
        let size = plan.bytesPerRow * plan.size.height
        canvas = ImageCanvas(
            width: plan.size.width,
            height: plan.size.height,
            format: plan.layout,
            wanted: wanted,
            lastPass: 0,
            room: plan.isScaled ? 0 : limits.outputBytes - size - frame.workingBytes
        )
        // SAFETY: the canvas holds the rows, and lives as long as the run: both are this object's.
        run = try unsafe WebPRun(plan, into: canvas.pixels, bytesPerRow: plan.bytesPerRow)
    }

    /// The picture as it is; nil if it must be decoded at its stored size, because libwebp's scaler has weighed its colours by alpha
    /// that is not announced.
    var picture: ImageFrame? {
        // SAFETY: the canvas has rows of the plan's size. libwebp may have written rows again that were reported.
        unsafe plan.hideAlpha(in: canvas.pixels, bytesPerRow: plan.bytesPerRow)
        let frame = canvas.frame
        return plan.hasWeighed(frame) ? nil : frame.converted(to: plan.result)
    }

    /// What is wrong with the pixels, where all bytes of them were there.
    var failure: SerializationError? { outcome.failure(frame) }

    /// Decodes what has arrived, where it is worth it: libwebp begins anew in the middle of some lossless pictures.
    ///
    /// - Parameters:
    ///   - body: All that has arrived.
    ///   - isLast: Whether nothing follows.
    /// - Throws: ``SerializationError/Code/limitExceeded`` for what the picture would have libwebp allocate.
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
            // libwebp would not come to the pixels, either.
            if !isChecked, !isLast, data.count < frame.data.count { return }
        }
        outcome = run.update(data)
        rowsDecoded = outcome == .whole ? plan.size.height : min(run.rows, plan.size.height)
        report(into: &elements)
    }

    /// Decodes a picture at once whose bytes are all there, where that is another thing than to decode it piece by piece: a
    /// damaged one, and a lossless one that has taken bits that were not there yet for those that follow.
    func finish(_ body: Span<UInt8>, into elements: inout [ImageUpdate]) {
        let isEarly = frame.isLossless && bytesRead < frame.data.count
        guard body.count >= frame.data.upperBound, outcome != .noMemory, outcome != .whole || isEarly else { return }
        let data = body.extracting(frame.data)
        // SAFETY: the canvas has room for the rows of the plan, and the run does not read or write while this does.
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
