import CMimeographXML
import Mimeograph

/// libxml2 as a whole.
enum XMLLibrary {
    /// Makes it ready; the first call does it, and others wait for that.
    static let isReady: Bool = {
        mimeograph_xml_prepare()
        return true
    }()

    /// The deepest nesting that it reads without the option that removes all its limits.
    static var depth: Int { Int(mimeograph_xml_library_depth()) }

    /// Whether it, or the iconv below it, knows an encoding of that name.
    static func knows(encoding name: String) -> Bool {
        // SAFETY: the string ends with a zero and is only read.
        guard isReady else { return false }
        return unsafe mimeograph_xml_knows_encoding(name) != 0
    }

    /// Turns bytes of an encoding into UTF-8; nil where they mean nothing in it.
    static func utf8(of bytes: Span<UInt8>, from encoding: String) -> [UInt8]? {
        guard isReady else { return nil }
        var count = bytes.count
        // SAFETY: no more than `count` bytes are read; the result has the count that the call gives back, and is freed
        // once.
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress, let text = unsafe mimeograph_xml_utf8(start, &count, encoding) else {
                return nil
            }
            defer { unsafe mimeograph_xml_free_bytes(text) }
            return unsafe [UInt8](UnsafeBufferPointer(start: text, count: count))
        }
    }
}

/// Turns an encoding into UTF-8 piece by piece.
@safe
final class XMLConverter {
    private let converter: OpaquePointer

    // SAFETY, for all of this class: the converter is made in `init` and freed in `deinit`; what it gives is read before it
    // is used again.

    /// Gives nil where the encoding is not known.
    init?(from encoding: String) {
        guard XMLLibrary.isReady, let converter = unsafe mimeograph_xml_converter_make(encoding) else { return nil }
        unsafe self.converter = unsafe converter
    }

    deinit { unsafe mimeograph_xml_converter_free(converter) }

    /// Whether a character is waiting for its other bytes.
    var isWaiting: Bool { unsafe mimeograph_xml_converter_is_waiting(converter) != 0 }

    /// Converts bytes, and gives what they make in UTF-8, up to those that mean nothing in the encoding.
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
    /// How many bytes of a text make the first bytes of UTF-8, so many as are asked for, in an encoding that is known.
    ///
    /// It converts the text a second time up to there, which is done once, for an error.
    static func length(of body: Span<UInt8>, making count: Int, from encoding: String) -> Int {
        // Whole pieces up to the one that is wanted, then that one byte by byte.
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

/// Gives the bytes of a string, copying them only where they are not contiguous.
func withUTF8<Result>(of string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    // SAFETY: the buffer is read only during the call of `body`.
    withBytes(of: string.utf8) { bytes in unsafe bytes.withUnsafeBufferPointer(body) }
}
