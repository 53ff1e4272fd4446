import CMimeographImage
import Mimeograph

/// A run of libjpeg that writes one JPEG.
@safe final class JPEGWriter {
    // SAFETY: opened in `init`, closed in `deinit`, and passed only to functions of the C layer.
    private let state: OpaquePointer

    init() throws(SerializationError) {
        guard let state = unsafe mimeograph_jpeg_writer_open() else { throw .imageNeedsMemory(.jpeg) }
        unsafe self.state = state
    }

    deinit { unsafe mimeograph_jpeg_writer_close(state) }

    /// The longest content of a segment. Source: ITU-T T.81 §B.1.1.4: two bytes of length, which include themselves.
    private static let longestSegment = 65_533
    /// The longest side in pixels. Source: libjpeg's JPEG_MAX_DIMENSION, a little below the 65,535 of ITU-T T.81 §B.2.2.
    private static let longestSide = 65_500

    func write(_ image: Image, as encoding: JPEGEncoding) throws(SerializationError) -> [UInt8] {
        let frame = try image.onlyFrame(for: .jpeg)
        guard max(frame.width, frame.height) <= Self.longestSide else {
            throw SerializationError(
                .unencodableValue,
                "The image is \(frame.width) by \(frame.height) pixels, but a JPEG has at most 65,500 columns and rows.",
                remedy: "Make the image smaller first, or write a PNG."
            )
        }
        let opaque = frame.flattened(over: encoding.background)
        var layout = mimeograph_jpeg_layout()
        layout.width = UInt32(frame.width)
        layout.height = UInt32(frame.height)
        layout.channels = Int32(opaque.format.channels.count)
        layout.quality = Int32(min(max(encoding.quality, 1), 100))
        layout.horizontal_subsampling = encoding.subsampling == .none ? 1 : 2
        layout.vertical_subsampling = encoding.subsampling == .both ? 2 : 1
        layout.is_progressive = encoding.isProgressive ? 1 : 0
        layout.optimizes_coding = encoding.optimizesCoding ? 1 : 0
        layout.density_x = 1
        layout.density_y = 1
        if encoding.includesMetadata { describe(image.metadata.resolution, &layout) }
        try check(unsafe mimeograph_jpeg_writer_start(state, &layout))
        if encoding.includesMetadata { try add(image, hasColor: opaque.format.channels.hasColor) }
        // SAFETY: the layout describes the rows and pixels, and the frame holds as many.
        let status = unsafe opaque.pixels.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map { unsafe mimeograph_jpeg_writer_write(state, $0, opaque.bytesPerRow) } ?? 0
        }
        try check(status)
        var count = 0
        // SAFETY: the writer owns the `count` bytes, which are copied while it lives.
        return unsafe [UInt8](UnsafeBufferPointer(start: mimeograph_jpeg_writer_bytes(state, &count), count: count))
    }

    /// Source: ITU-T T.871 §10.1: dots per inch or per centimeter, in 16 bits.
    private func describe(_ resolution: ImageResolution?, _ layout: inout mimeograph_jpeg_layout) {
        guard let resolution else { return }
        var (across, down) = (resolution.horizontal, resolution.vertical)
        if let perInch = resolution.perInch, resolution.unit != .centimeter { (across, down) = perInch }
        guard across >= 0.5, down >= 0.5, across < 65_535, down < 65_535 else { return }
        layout.density_unit =
            switch resolution.unit {
            case .aspectRatio: 0
            case .inch, .meter: 1
            case .centimeter: 2
            }
        layout.density_x = UInt16(across + 0.5)
        layout.density_y = UInt16(down + 0.5)
    }

    private func add(_ image: Image, hasColor: Bool) throws(SerializationError) {
        if let exif = image.exifToWrite(atMost: Self.longestSegment - 6) {
            try add(0xE1, Array("Exif\0\0".utf8) + exif)
        }
        if let profile = image.metadata.iccProfile, !profile.isEmpty, ICCProfile.fits(profile, color: hasColor) {
            // Source: ICC.1:2022 annex B.4: pieces numbered from 1, each with the number of pieces.
            let most = Self.longestSegment - 14
            let pieces = (profile.count + most - 1) / most
            if pieces <= 255 {
                for piece in 0..<pieces {
                    let content = profile[piece * most..<min(profile.count, (piece + 1) * most)]
                    try add(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(piece + 1), UInt8(pieces)] + content)
                }
            }
        }
        for text in image.metadata.texts {
            // Comments of a JPEG have no keywords.
            let comment = text.keyword.hasSameBytes(as: "Comment") ? text.value : "\(text.keyword): \(text.value)"
            try add(0xFE, Self.beginning(of: comment))
        }
    }

    /// Returns as many whole characters of Unicode as a segment holds. Readers take text with an incomplete character for ISO
    /// 8859-1.
    private static func beginning(of text: String) -> [UInt8] {
        var bytes = Array(text.utf8.prefix(longestSegment + 1))
        guard bytes.count > longestSegment else { return bytes }
        // Continuation bytes of a character begin with the bits 10.
        while bytes.removeLast() & 0xC0 == 0x80 {}
        return bytes
    }

    private func add(_ marker: Int32, _ content: [UInt8]) throws(SerializationError) {
        // SAFETY: the C layer copies the bytes before the call ends.
        let status = unsafe content.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress.map {
                unsafe mimeograph_jpeg_writer_add(state, marker, $0, UInt32(bytes.count))
            } ?? 1
        }
        try check(status)
    }

    private func check(_ status: Int32) throws(SerializationError) {
        if status != 0 { return }
        // SAFETY: the report belongs to the writer, and contains the string, which ends with a zero.
        let report = unsafe mimeograph_jpeg_writer_report(state)
        if unsafe report.pointee.failure == MIMEOGRAPH_IMAGE_MEMORY { throw .imageNeedsMemory(.jpeg) }
        let reason = unsafe String(cString: mimeograph_image_reason(report))
        throw SerializationError(
            .unencodableValue,
            "The image cannot be written as a JPEG: \(reason).",
            remedy: "Write it as a PNG."
        )
    }
}

/// Checks of the first bytes of a color profile before it is written to a file.
///
/// Source: ICC.1:2022 §7.2.
package enum ICCProfile {
    /// Whether the profile is not for other colors than the written ones, such as the inks of a JPEG that was read.
    ///
    /// Source: ICC.1:2022 §7.2.6, table 19.
    package static func fits(_ profile: [UInt8], color hasColor: Bool) -> Bool {
        guard profile.count >= 20 else { return true }
        let space = profile[16..<20]
        return !["RGB ", "GRAY", "CMYK", "Lab "].contains { $0.utf8.elementsEqual(space) }
            || space.elementsEqual((hasColor ? "RGB " : "GRAY").utf8)
    }

    /// Whether the profile has a header, a tag count and the profile signature, and its length matches its length field.
    static func isWhole(_ profile: [UInt8]) -> Bool {
        guard profile.count >= 132, profile[36..<40].elementsEqual("acsp".utf8) else { return false }
        let length = profile[0..<4].reduce(0) { $0 << 8 | Int($1) }
        // The length of profiles from version 4 on is a multiple of four bytes.
        return length == profile.count && (profile[8] < 4 || length % 4 == 0)
    }
}
