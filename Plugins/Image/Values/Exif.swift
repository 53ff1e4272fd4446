import Mimeograph

/// A reader of the few fields of Exif data that affect how a picture is shown.
///
/// Source: Exif 2.32 (CIPA DC-008) §4.5 and §4.6; TIFF 6.0 §2.
package enum Exif {
    /// Returns the orientation, or nil if the data has none or is malformed.
    ///
    /// - Parameter data: The data from its byte order mark on. An `Exif` prefix is skipped.
    package static func orientation(_ data: Span<UInt8>) -> ImageOrientation? {
        field(orientationTag, in: data).flatMap { ImageOrientation(rawValue: data.read16($0.offset, $0.isBigEndian)) }
    }

    /// Returns the data with that orientation, or the data unchanged if it has no field for it.
    static func settingOrientation(_ orientation: ImageOrientation, in data: [UInt8]) -> [UInt8] {
        guard let (offset, isBigEndian) = field(orientationTag, in: data.span) else { return data }
        var changed = data
        changed[offset + (isBigEndian ? 1 : 0)] = UInt8(orientation.rawValue)
        changed[offset + (isBigEndian ? 0 : 1)] = 0
        return changed
    }

    /// Returns Exif data that holds an orientation and nothing else.
    static func minimal(_ orientation: ImageOrientation) -> [UInt8] {
        // Big-endian; one directory at offset 8 with one field of one SHORT; no further directory.
        [
            0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0, 0,
            0, 0, 0,
        ]
    }

    /// Returns the resolution, or nil if the data has none.
    package static func resolution(_ data: Span<UInt8>) -> ImageResolution? {
        guard let across = rational(0x011A, in: data), let down = rational(0x011B, in: data) else { return nil }
        // 2, the inch, is the default. Source: Exif 2.32 §4.6.4, tag 0x0128.
        let unit = field(0x0128, in: data).map { data.read16($0.offset, $0.isBigEndian) } ?? 2
        return ImageResolution(horizontal: across, vertical: down, unit: unit == 3 ? .centimeter : .inch)
    }

    private static let orientationTag = 0x0112

    private static func rational(_ tag: Int, in data: Span<UInt8>) -> Double? {
        guard let (offset, isBigEndian) = field(tag, type: 5, in: data) else { return nil }
        let at = start(of: data) + data.read32(offset, isBigEndian)
        guard at <= data.count - 8 else { return nil }
        let denominator = data.read32(at + 4, isBigEndian)
        return denominator > 0 ? Double(data.read32(at, isBigEndian)) / Double(denominator) : nil
    }

    /// Returns the data without the `Exif` prefix that it has in a JPEG segment.
    package static func withoutMark(_ data: [UInt8]) -> [UInt8] { Array(data.dropFirst(start(of: data.span))) }

    /// Whether the data begins with a byte order mark. Exif data without one is invalid.
    static func hasByteOrder(_ data: Span<UInt8>) -> Bool {
        data.count >= 4 && data[0] == data[1] && (data[0] == UInt8(ascii: "I") || data[0] == UInt8(ascii: "M"))
    }

    /// Returns the offset of the byte order mark.
    private static func start(of data: Span<UInt8>) -> Int {
        data.count >= 6 && data[0] == 0x45 && data[1] == 0x78 ? 6 : 0
    }

    /// Finds a field of the first directory and returns the offset at which its value, or the offset of its value, is stored.
    ///
    /// - Parameter type: 3 for SHORT, 5 for RATIONAL.
    private static func field(
        _ tag: Int,
        type: Int = 3,
        in data: Span<UInt8>
    ) -> (offset: Int, isBigEndian: Bool)? {
        let base = start(of: data)
        guard data.count - base >= 8, data[base] == data[base + 1], data[base] == 0x49 || data[base] == 0x4D else {
            return nil
        }
        let isBigEndian = data[base] == 0x4D
        guard data.read16(base + 2, isBigEndian) == 42 else { return nil }
        let offset = data.read32(base + 4, isBigEndian)
        guard offset <= data.count - base - 2 else { return nil }
        let directory = base + offset
        let count = data.read16(directory, isBigEndian)
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard entry + 12 <= data.count else { return nil }
            if data.read16(entry, isBigEndian) == tag {
                return data.read16(entry + 2, isBigEndian) == type ? (entry + 8, isBigEndian) : nil
            }
        }
        return nil
    }
}

extension Span where Element == UInt8 {
    fileprivate func read16(_ at: Int, _ isBigEndian: Bool) -> Int {
        isBigEndian ? bigEndian16(at) : Int(self[at + 1]) << 8 | Int(self[at])
    }

    fileprivate func read32(_ at: Int, _ isBigEndian: Bool) -> Int {
        let (first, second) = (read16(at, isBigEndian), read16(at + 2, isBigEndian))
        return isBigEndian ? first << 16 | second : second << 16 | first
    }
}
