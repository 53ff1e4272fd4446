import Mimeograph

/// The segments before the pixels of a JPEG, read without libjpeg. It stores ranges and copies no bytes.
///
/// Source: ITU-T T.81 annex B (segments), ITU-T T.871 §10 (JFIF), Exif 2.32 §4.7.2, ICC.1:2022 annex B.4 (profiles).
struct JPEGHeader {
    private(set) var width = 0
    private(set) var height = 0
    private(set) var bits = 8
    private(set) var components = 0
    private(set) var isProgressive = false
    private(set) var isArithmetic = false
    private(set) var resolution: ImageResolution?
    private(set) var orientation = ImageOrientation.up
    /// The range of the Exif data without their prefix.
    private(set) var exif: Range<Int>?
    /// The ranges of the pieces of the profile, with their numbers from 1 on.
    private(set) var profile: [(number: UInt8, of: UInt8, range: Range<Int>)] = []
    private(set) var comments: [Range<Int>] = []
    /// The markers of the supported frames: baseline, extended and progressive, with Huffman or arithmetic coding. Newer versions
    /// of libjpeg-turbo support more.
    private static let processes: [UInt8] = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA]
    /// The maximum number of comments that are kept, equal to the maximum number of texts of a PNG.
    private static let commentsKept = 1_000
    /// Whether all segments before the pixels are present.
    private(set) var isComplete = false
    /// If the header is not complete, the number of bytes needed to read further.
    private(set) var bytesNeeded = 0
    private var hasFrame = false
    private var isUnsupported = false

    /// Reads the segments up to the first scan or the end of the bytes.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` if the bytes do not begin with the signature of a JPEG.
    init(_ prefix: Span<UInt8>) throws(SerializationError) {
        let start: [UInt8] = [0xFF, 0xD8]
        for index in 0..<min(2, prefix.count) where prefix[index] != start[index] {
            throw .corruptImage(.jpeg, "The body does not begin with the signature of a JPEG.")
        }
        scan(prefix)
        if exif != nil, resolution == nil || resolution?.unit == .aspectRatio, let exif {
            resolution = Exif.resolution(prefix.extracting(exif)) ?? resolution
        }
    }

    /// Returns the public information, or nil if more bytes are needed.
    ///
    /// - Throws: ``SerializationError/Code/syntax`` if the pixels or the end come without a frame header that contains a size,
    ///   and ``SerializationError/Code/unsupportedMediaType`` for an unsupported kind of JPEG.
    func info() throws(SerializationError) -> ImageInfo? {
        guard hasFrame, width > 0, height > 0, components > 0 else {
            guard isComplete else { return nil }
            throw .corruptImage(.jpeg, "The JPEG is corrupt: no frame header with a size comes before its pixels.")
        }
        guard !isUnsupported, bits == 8, [1, 3, 4].contains(components) else { throw .unsupportedJPEG(at: nil) }
        return ImageInfo(
            format: .jpeg,
            width: width,
            height: height,
            pixelFormat: components == 1 ? .gray8 : .rgb8,
            bitsPerSample: bits,
            orientation: orientation,
            isProgressive: isProgressive,
            resolution: resolution
        )
    }

    private mutating func scan(_ bytes: Span<UInt8>) {
        var at = 2
        while true {
            // Meaningless bytes may come between segments, and any number of fill bytes before a marker.
            while at < bytes.count, bytes[at] != 0xFF { at += 1 }
            while at < bytes.count, bytes[at] == 0xFF { at += 1 }
            guard at < bytes.count else { return }
            let marker = bytes[at]
            at += 1
            if marker == 0 || marker == 0x01 || (0xD0...0xD8).contains(marker) { continue }
            if marker == 0xD9 {
                isComplete = true
                return
            }
            guard at + 2 <= bytes.count else { return }
            let length = bytes.bigEndian16(at)
            guard length >= 2 else { continue }
            guard length <= bytes.count - at else {
                bytesNeeded = at + length
                return
            }
            // The header of the scan is a segment, too, and must be complete.
            if marker == 0xDA {
                isComplete = true
                return
            }
            record(marker, bytes, at + 2..<at + length)
            at += length
        }
    }

    private mutating func record(_ marker: UInt8, _ bytes: Span<UInt8>, _ range: Range<Int>) {
        let start = range.lowerBound
        switch marker {
        case 0xC0...0xCF where marker != 0xC4 && marker != 0xCC:
            isUnsupported = isUnsupported || !Self.processes.contains(marker)
            guard range.count >= 6, !hasFrame, marker != 0xC8 else { return }
            hasFrame = true
            bits = Int(bytes[start])
            height = bytes.bigEndian16(start + 1)
            width = bytes.bigEndian16(start + 3)
            components = Int(bytes[start + 5])
            isProgressive = marker & 3 == 2
            isArithmetic = marker >= 0xC9
        case 0xE0 where range.count >= 12 && bytes.begins("JFIF\0", at: start):
            let unit: ImageResolution.Unit =
                bytes[start + 7] == 1 ? .inch : bytes[start + 7] == 2 ? .centimeter : .aspectRatio
            resolution = ImageResolution(
                horizontal: Double(bytes.bigEndian16(start + 8)),
                vertical: Double(bytes.bigEndian16(start + 10)),
                unit: unit
            )
        case 0xE1 where range.count >= 6 && exif == nil && bytes.begins("Exif\0", at: start):
            exif = start + 6..<range.upperBound
            orientation = Exif.orientation(bytes.extracting(start + 6..<range.upperBound)) ?? .up
        case 0xE2 where range.count >= 14 && bytes.begins("ICC_PROFILE\0", at: start):
            profile.append((bytes[start + 12], bytes[start + 13], start + 14..<range.upperBound))
        case 0xFE where comments.count < Self.commentsKept: comments.append(range)
        default: break
        }
    }
}

extension JPEGHeader {
    /// Returns the metadata in the segments, as much as fits.
    ///
    /// - Parameters:
    ///   - bytes: The bytes from which the header was read.
    ///   - most: The largest number of bytes to keep.
    func metadata(_ bytes: Span<UInt8>, atMost most: Int) -> ImageMetadata {
        var room = max(0, most)
        func copy(_ range: Range<Int>) -> [UInt8]? {
            guard range.count <= room else { return nil }
            room -= range.count
            return [UInt8](bytes.extracting(range))
        }
        var metadata = ImageMetadata(resolution: resolution, orientation: orientation)
        metadata.exif = exif.flatMap(copy)
        metadata.iccProfile = wholeProfile(bytes, &room)
        for range in comments where room > 0 {
            guard let comment = copy(range) else { break }
            // The standard defines no encoding for comments. Invalid UTF-8 is read as ISO 8859-1, in which all bytes are valid.
            let text = String(validating: comment, as: UTF8.self) ?? Latin1.string(comment)
            metadata.texts.append(ImageText("Comment", text))
        }
        return metadata
    }

    /// Returns the joined pieces, or nil if one is missing or duplicate.
    private func wholeProfile(_ bytes: Span<UInt8>, _ room: inout Int) -> [UInt8]? {
        guard let count = profile.first?.of, profile.count == count, profile.allSatisfy({ $0.of == count }) else {
            return nil
        }
        let ordered = profile.sorted { $0.number < $1.number }
        let size = profile.reduce(0) { $0 + $1.range.count }
        guard ordered.enumerated().allSatisfy({ Int($0.element.number) == $0.offset + 1 }), size <= room else {
            return nil
        }
        room -= size
        var whole: [UInt8] = []
        whole.reserveCapacity(size)
        for piece in ordered { whole += [UInt8](bytes.extracting(piece.range)) }
        return whole
    }
}
