import CMimeographXML
import Mimeograph

/// The functions of libxml2 that belong to no document.
enum XMLLibrary {
    /// Whether libxml2 is initialized. The first access initializes it, and others wait.
    static let isReady: Bool = {
        mimeograph_xml_prepare()
        return true
    }()

    /// The maximum nesting depth of libxml2 without the option that removes all its limits.
    static var depth: Int { Int(mimeograph_xml_library_depth()) }

    /// Returns whether libxml2 or its iconv supports an encoding.
    static func knows(encoding name: String) -> Bool {
        // SAFETY: the string ends with a zero and is only read.
        guard isReady else { return false }
        return unsafe mimeograph_xml_knows_encoding(name) != 0
    }

    /// Converts bytes of an encoding to UTF-8; returns nil if they are invalid in the encoding.
    static func utf8(of bytes: Span<UInt8>, from encoding: String) -> [UInt8]? {
        guard isReady else { return nil }
        var count = bytes.count
        // SAFETY: at most `count` bytes are read. The call sets the count of the result, which is freed once.
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress, let text = unsafe mimeograph_xml_utf8(start, &count, encoding) else {
                return nil
            }
            defer { unsafe mimeograph_xml_free_bytes(text) }
            return unsafe [UInt8](UnsafeBufferPointer(start: text, count: count))
        }
    }
}

/// A converter from an encoding to UTF-8, piece by piece.
@safe
final class XMLConverter {
    private let converter: OpaquePointer

    // SAFETY, for all of this class: the converter is made in `init` and freed in `deinit`. Its output is read before the
    // converter is used again.

    /// Makes a converter; nil if the encoding is not supported.
    init?(from encoding: String) {
        guard XMLLibrary.isReady, let converter = unsafe mimeograph_xml_converter_make(encoding) else { return nil }
        unsafe self.converter = unsafe converter
    }

    deinit { unsafe mimeograph_xml_converter_free(converter) }

    /// Whether the last character is incomplete.
    var isWaiting: Bool { unsafe mimeograph_xml_converter_is_waiting(converter) != 0 }

    /// Converts bytes to UTF-8, up to the first bytes that are invalid in the encoding.
    func feed(_ bytes: Span<UInt8>) -> (text: [UInt8], isValid: Bool) {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return ([], true) }
            var count = 0
            var isValid: Int32 = 0
            guard let text = unsafe mimeograph_xml_converter_feed(converter, start, buffer.count, &count, &isValid)
            else {
                return ([], false)
            }
            return unsafe ([UInt8](UnsafeBufferPointer(start: text, count: count)), isValid != 0)
        }
    }
}

extension XMLConverter {
    /// Returns the number of bytes in a body that produce `count` bytes of UTF-8. The encoding must be supported.
    ///
    /// This converts the beginning of the body a second time, but only once, for an error.
    static func length(of body: Span<UInt8>, making count: Int, from encoding: String) -> Int {
        // Converts whole pieces before the position, and then single bytes.
        let piece = 4096
        var start = 0
        var made = 0
        if let converter = XMLConverter(from: encoding) {
            while start < body.count {
                let more = converter.feed(body.extracting(start..<min(body.count, start + piece))).text.count
                if made + more >= count { break }
                made += more
                start += piece
            }
        }
        guard start < body.count, let converter = XMLConverter(from: encoding) else { return body.count }
        made = 0
        for offset in stride(from: 0, to: start, by: piece) {
            made += converter.feed(body.extracting(offset..<offset + piece)).text.count
        }
        var end = start
        while made < count, end < body.count {
            made += converter.feed(body.extracting(end..<end + 1)).text.count
            end += 1
        }
        return end
    }
}

/// Calls a closure with the bytes of a string, and copies them only if they are not contiguous.
func withUTF8<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // SAFETY: the buffer is read only during the call of `body`.
    withBytes(of: string.utf8) { bytes in unsafe bytes.withUnsafeBufferPointer(body) }
}
