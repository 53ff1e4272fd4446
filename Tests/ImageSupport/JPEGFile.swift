/// A JPEG as a list of segments, of any kind and in any order.
///
/// Source: ITU-T T.81 annex B.
public struct JPEGFile: Sendable {
    /// A segment, or the entropy-coded data after the header of a scan.
    public struct Segment: PicturePart, Sendable {
        /// The second byte of the marker; nil for entropy-coded data.
        public var marker: UInt8?
        /// The content.
        public var content: [UInt8]

        /// Makes a segment.
        public init(_ marker: UInt8?, _ content: [UInt8] = []) {
            self.marker = marker
            self.content = content
        }

        /// Whether the marker has no length after it.
        private var isBare: Bool { marker.map { (0xD0...0xD9).contains($0) || $0 == 1 } ?? false }

        /// Marker, length and content.
        public var bytes: [UInt8] {
            guard let marker else { return content }
            if isBare { return [0xFF, marker] }
            let length = content.count + 2
            return [0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + content
        }
    }

    /// The segments, from the start of the image to its end in a valid file.
    public var segments: [Segment]

    /// Makes a file from segments.
    public init(_ segments: [Segment]) { self.segments = segments }

    /// Parses the segments of a valid file.
    public init(parsing bytes: [UInt8]) {
        segments = []
        var at = 0
        while at + 2 <= bytes.count {
            let marker = bytes[at + 1]
            if marker == 0xD8 || marker == 0xD9 {
                segments.append(Segment(marker))
                at += 2
                continue
            }
            guard at + 4 <= bytes.count else { break }
            let end = min(bytes.count, at + 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3]))
            segments.append(Segment(marker, Array(bytes[min(at + 4, end)..<end])))
            at = end
            guard marker == 0xDA else { continue }
            // The data of a scan ends at a marker that is neither a stuffed zero nor a restart.
            while at < bytes.count, !Self.isMarker(bytes, at) { at += 1 }
            segments.append(Segment(nil, Array(bytes[end..<at])))
        }
    }

    private static func isMarker(_ bytes: [UInt8], _ at: Int) -> Bool {
        guard bytes[at] == 0xFF, at + 1 < bytes.count else { return false }
        return bytes[at + 1] != 0 && !(0xD0...0xD7).contains(bytes[at + 1])
    }

    /// The bytes of the file.
    public var bytes: [UInt8] { segments.flatMap(\.bytes) }

    /// Returns the same file with segments inserted after the first, which is the start of the image.
    public func inserting(_ added: Segment...) -> JPEGFile {
        JPEGFile(Array(segments.prefix(1)) + added + Array(segments.dropFirst()))
    }
}

extension JPEGFile.Segment {
    /// Returns an APP1 segment with Exif data that holds only an orientation. Source: Exif 2.32 §4.5, §4.7.2.
    public static func orientation(_ value: UInt8) -> Self {
        Self(0xE1, Array("Exif\0\0".utf8) + PNGFile.Chunk.orientation(value).content)
    }
}
