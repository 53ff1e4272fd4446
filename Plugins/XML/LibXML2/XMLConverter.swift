import CMimeographXML

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

    /// Takes bytes, and gives what they make in UTF-8, up to those that mean nothing in the encoding.
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
        // Piece by piece up to the one that is asked for, then that one byte by byte.
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
