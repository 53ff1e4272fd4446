import CMimeographImage
import Mimeograph

extension PNGReader {
    /// What libpng has read beside the pixels, of that as much as there is room for.
    func metadata(_ room: inout Int) -> ImageMetadata {
        var found = unsafe mimeograph_png_metadata()
        // SAFETY: the pointers that come back are the reader's and stay valid until it is closed; each comes with its
        // length, or ends with a zero.
        unsafe mimeograph_png_get_metadata(state, &found)
        var metadata = ImageMetadata()
        metadata.gamma = unsafe found.gamma > 0 ? found.gamma : nil
        metadata.isSRGB = unsafe found.is_srgb != 0
        metadata.iccProfile = unsafe bytes(found.icc_profile, found.icc_profile_length, &room)
        guard room > 0 else { return metadata }
        for index in 0..<(unsafe found.text_count) {
            guard let text = text(at: index, &room) else { break }
            metadata.texts.append(text)
        }
        return metadata
    }

    /// A text, if there is room for it with its keyword and what goes with it.
    private func text(at index: Int32, _ room: inout Int) -> ImageText? {
        var found = unsafe mimeograph_png_text()
        unsafe mimeograph_png_get_text(state, index, &found)
        let isUTF8 = unsafe found.is_utf8 != 0
        // SAFETY: libpng ends each with a zero, and says how long the text is.
        let keyword = unsafe Self.characters(found.keyword)
        let language = unsafe Self.characters(found.language)
        let translated = unsafe Self.characters(found.translated_keyword)
        let content = unsafe UnsafeRawBufferPointer(start: found.text, count: found.text_length)
        let size = keyword.count + language.count + translated.count + content.count
        guard size <= room else { return nil }
        room -= size
        return unsafe ImageText(
            Self.string(keyword, isUTF8: false),
            Self.string(content, isUTF8: isUTF8),
            language: language.isEmpty ? nil : Self.string(language, isUTF8: false),
            translatedKeyword: translated.isEmpty ? nil : Self.string(translated, isUTF8: true)
        )
    }

    /// A copy of bytes of the reader, if there are any and there is room for them.
    private func bytes<Byte>(_ start: UnsafePointer<Byte>?, _ count: Int, _ room: inout Int) -> [UInt8]? {
        guard let start = unsafe start, count <= room else { return nil }
        room -= count
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The bytes up to the zero; none where there is no text.
    private static func characters(_ text: UnsafePointer<CChar>?) -> UnsafeRawBufferPointer {
        guard let text = unsafe text else { return unsafe UnsafeRawBufferPointer(start: nil, count: 0) }
        var count = 0
        // SAFETY: libpng ends each text with a zero.
        while unsafe text[count] != 0 { count += 1 }
        return unsafe UnsafeRawBufferPointer(start: text, count: count)
    }

    /// Source: W3C PNG (third edition) §11.3.3: tEXt and zTXt are ISO 8859-1, iTXt is UTF-8.
    private static func string(_ bytes: UnsafeRawBufferPointer, isUTF8: Bool) -> String {
        // SAFETY: the bytes are only read, and copied.
        isUTF8 ? unsafe String(decoding: bytes, as: UTF8.self) : unsafe Latin1.string(bytes)
    }
}
