import CMimeographImage
import Mimeograph

extension PNGReader {
    /// What the PNG says beside its pixels, of that as much as the options let in.
    var metadata: ImageMetadata {
        var found = unsafe mimeograph_png_metadata()
        // SAFETY: the pointers that come back are the reader's and stay valid until it is closed; each comes with its
        // length, or ends with a zero.
        unsafe mimeograph_png_get_metadata(state, &found)
        var room = metadataBytes
        var metadata = ImageMetadata()
        metadata.gamma = unsafe found.gamma > 0 ? found.gamma : nil
        metadata.isSRGB = unsafe found.is_srgb != 0
        metadata.exif = unsafe bytes(found.exif, found.exif_length, &room)
        metadata.orientation = metadata.exif.flatMap { Exif.orientation($0.span) } ?? .up
        metadata.iccProfile = unsafe bytes(found.icc_profile, found.icc_profile_length, &room)
        if unsafe found.has_resolution != 0 {
            metadata.resolution = unsafe ImageResolution(
                horizontal: Double(found.pixels_per_unit_x),
                vertical: Double(found.pixels_per_unit_y),
                unit: found.unit_is_meter != 0 ? .meter : .aspectRatio
            )
        }
        for index in 0..<(unsafe found.text_count) {
            guard let text = text(at: index, &room) else { break }
            metadata.texts.append(text)
        }
        return metadata
    }

    private func text(at index: Int32, _ room: inout Int) -> ImageText? {
        var found = unsafe mimeograph_png_text()
        unsafe mimeograph_png_get_text(state, index, &found)
        let isUTF8 = unsafe found.is_utf8 != 0
        guard let content = unsafe bytes(found.text, found.text_length, &room) else { return nil }
        return unsafe ImageText(
            Self.string(found.keyword, isUTF8: false) ?? "",
            Self.string(content, isUTF8: isUTF8),
            language: Self.string(found.language, isUTF8: false),
            translatedKeyword: Self.string(found.translated_keyword, isUTF8: true)
        )
    }

    /// A copy of bytes of the reader, if there are any and there is room for them.
    private func bytes<Byte>(_ start: UnsafePointer<Byte>?, _ count: Int, _ room: inout Int) -> [UInt8]? {
        guard let start = unsafe start, count <= room else { return nil }
        room -= count
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The text up to its zero; nil where there is none.
    private static func string(_ text: UnsafePointer<CChar>?, isUTF8: Bool) -> String? {
        guard var at = unsafe text else { return nil }
        var bytes: [UInt8] = []
        while unsafe at.pointee != 0 {
            unsafe bytes.append(UInt8(bitPattern: at.pointee))
            unsafe at += 1
        }
        return bytes.isEmpty ? nil : string(bytes, isUTF8: isUTF8)
    }

    /// Source: W3C PNG (third edition) §11.3.3: tEXt and zTXt are ISO 8859-1, iTXt is UTF-8.
    private static func string(_ bytes: [UInt8], isUTF8: Bool) -> String {
        if isUTF8 { return String(decoding: bytes, as: UTF8.self) }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
