#if os(Linux)
    /// A frame of HTTP/2 that a server sends, right or wrong.
    ///
    /// Source: RFC 9113 §4.1, §6; RFC 7541 §5, §6.
    struct ScriptedFrame: Sendable {
        let kind: UInt8
        var flags: UInt8 = 0
        /// The stream. The first request of a connection has stream 1, the next one stream 3.
        var stream: UInt32 = 1
        var payload: [UInt8] = []
        /// The length in the frame's head, if it is not the length of the payload.
        var length: Int?

        static let endStream: UInt8 = 1, ack: UInt8 = 1, endHeaders: UInt8 = 4, padded: UInt8 = 8,
            hasPriority: UInt8 = 32

        var bytes: [UInt8] {
            let length = length ?? payload.count
            return [UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8)]
                + [UInt8(truncatingIfNeeded: length), kind, flags] + Self.word(stream) + payload
        }

        // MARK: Kinds

        static func data(_ text: String, ends: Bool = true, stream: UInt32 = 1) -> ScriptedFrame {
            ScriptedFrame(kind: 0, flags: ends ? endStream : 0, stream: stream, payload: Array(text.utf8))
        }

        /// Makes a HEADERS frame from the bytes of a field block.
        static func head(block: [UInt8], ends: Bool = false, stream: UInt32 = 1, isWhole: Bool = true) -> ScriptedFrame
        {
            let flags = (ends ? endStream : 0) | (isWhole ? endHeaders : 0)
            return ScriptedFrame(kind: 1, flags: flags, stream: stream, payload: block)
        }

        static func head(
            _ fields: KeyValuePairs<String, String>,
            ends: Bool = false,
            stream: UInt32 = 1,
            isWhole: Bool = true
        ) -> ScriptedFrame {
            head(block: block(fields), ends: ends, stream: stream, isWhole: isWhole)
        }

        /// The head of a response of five bytes.
        static func ok(stream: UInt32 = 1) -> ScriptedFrame {
            head([":status": "200", "content-length": "5"], stream: stream)
        }

        static func continuation(_ block: [UInt8], isLast: Bool = true, stream: UInt32 = 1) -> ScriptedFrame {
            ScriptedFrame(kind: 9, flags: isLast ? endHeaders : 0, stream: stream, payload: block)
        }

        static func reset(_ code: UInt32, stream: UInt32 = 1) -> ScriptedFrame {
            ScriptedFrame(kind: 3, stream: stream, payload: word(code))
        }

        static func goAway(_ code: UInt32, last: UInt32) -> ScriptedFrame {
            ScriptedFrame(kind: 7, stream: 0, payload: word(last) + word(code))
        }

        static func settings(_ values: KeyValuePairs<UInt16, UInt32>) -> ScriptedFrame {
            ScriptedFrame(kind: 4, stream: 0, payload: payload(values))
        }

        static func ping(_ payload: String = "12345678", flags: UInt8 = 0, stream: UInt32 = 0) -> ScriptedFrame {
            ScriptedFrame(kind: 6, flags: flags, stream: stream, payload: Array(payload.utf8))
        }

        static func window(_ increment: UInt32, stream: UInt32 = 1) -> ScriptedFrame {
            ScriptedFrame(kind: 8, stream: stream, payload: word(increment))
        }

        /// Makes a PRIORITY frame, whose weight is 16.
        static func priority(on dependency: UInt32, stream: UInt32 = 1) -> ScriptedFrame {
            ScriptedFrame(kind: 2, stream: stream, payload: word(dependency) + [15])
        }

        static func push(_ promised: UInt32, stream: UInt32 = 1) -> ScriptedFrame {
            let fields = block([":method": "GET", ":scheme": "https", ":authority": "localhost", ":path": "/pushed"])
            return ScriptedFrame(kind: 5, flags: endHeaders, stream: stream, payload: word(promised) + fields)
        }

        // MARK: Payloads

        static func word(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        }

        static func payload(_ settings: KeyValuePairs<UInt16, UInt32>) -> [UInt8] {
            settings.flatMap {
                [UInt8(truncatingIfNeeded: $0.key >> 8), UInt8(truncatingIfNeeded: $0.key)] + word($0.value)
            }
        }

        /// Returns a field block whose fields are literals without indexing.
        static func block(_ fields: KeyValuePairs<String, String>) -> [UInt8] {
            fields.flatMap { [0] + text($0.key) + text($0.value) }
        }

        /// Returns a text that is not compressed.
        static func text(_ text: String) -> [UInt8] {
            let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
            return integer(bytes.count, bits: 7) + bytes
        }

        static func integer(_ value: Int, bits: Int, first: UInt8 = 0) -> [UInt8] {
            let most = 1 << bits - 1
            if value < most { return [first | UInt8(value)] }
            var (bytes, rest) = ([first | UInt8(most)], value - most)
            while rest > 127 {
                bytes.append(UInt8(rest & 127 | 128))
                rest >>= 7
            }
            return bytes + [UInt8(rest)]
        }
    }
#endif
