#if os(Linux)
    import Mimeograph

    /// A line in which libcurl reports an event of an HTTP/2 stream.
    ///
    /// libcurl considers an HTTP/2 body complete if its stream ends without an error code. Such an end may be a reset
    /// (``CurlLibrary/hidesResets``). libcurl's reports of frames distinguish the two: a complete stream has a frame with
    /// END_STREAM. The reports are text for people, which may change, so the parser is strict: without a report of such a frame,
    /// a body is not complete.
    ///
    /// The parser reads all lines, including lines with text from a peer. Text from a peer can never match, because each pattern
    /// begins at the start of the line: `[HTTP/2] [1] <- FRAME[DATA, len=5, eos=1, padlen=0]`. If the program lets libcurl number
    /// its lines, two numbers precede the pattern: `[0-0] `.
    ///
    /// Source: libcurl 8.3.0 to 8.21.0, `on_frame_recv`, `fr_print`, `on_stream_close`, `h2_submit` and `trc_infof`; RFC 9113 §6.
    struct FrameReport: Equatable {
        enum Kind: Equatable {
            /// libcurl opened the stream for the exchange that receives the report.
            case opened
            /// The peer has sent everything: a frame with END_STREAM.
            case ended
            /// The peer has reset the stream: RST_STREAM, with any code.
            case reset
            /// The peer has not processed the request, and will not: RST_STREAM with REFUSED_STREAM, or GOAWAY.
            case refused
            /// The stream was closed with an error, because of the peer's reset or malformed input.
            case broken
            /// The peer ends the connection with this error code, which is not NO_ERROR: GOAWAY.
            case left(UInt32)
            /// The peer accepts no more streams on the connection: SETTINGS_MAX_CONCURRENT_STREAMS is 0.
            case full
            /// libcurl has read all available input of the connection's streams.
            case read
        }

        /// The names of the error codes, in order. Source: RFC 9113 §7.
        static let errorNames = [
            "NO_ERROR", "PROTOCOL_ERROR", "INTERNAL_ERROR", "FLOW_CONTROL_ERROR", "SETTINGS_TIMEOUT", "STREAM_CLOSED",
            "FRAME_SIZE_ERROR", "REFUSED_STREAM", "CANCEL", "COMPRESSION_ERROR", "CONNECT_ERROR", "ENHANCE_YOUR_CALM",
            "INADEQUATE_SECURITY", "HTTP_1_1_REQUIRED",
        ]

        let stream: UInt32
        let kind: Kind

        /// Parses a line; nil if it reports something else.
        init?(_ line: Span<UInt8>) {
            var index = 0
            Self.skipNumbers(line, &index)
            guard Self.skip("[HTTP/2] [", line, &index) || Self.skip("[HTTP2] [", line, &index),
                let stream = Self.number(line, &index),
                Self.skip("] ", line, &index), let kind = Self.kind(line, &index)
            else { return nil }
            self.stream = stream
            self.kind = kind
        }

        private static func kind(_ line: Span<UInt8>, _ index: inout Int) -> Kind? {
            if skip("OPENED stream for ", line, &index) { return .opened }
            if skip("RESET: ", line, &index) { return skip("REFUSED_STREAM (", line, &index) ? .refused : .broken }
            if skip("received invalid frame: ", line, &index) { return .broken }
            if skip("cf_recv(", line, &index) { return .read }
            if skip("MAX_CONCURRENT_STREAMS: ", line, &index) { return number(line, &index) == 0 ? .full : nil }
            guard skip("<- FRAME[", line, &index) else { return nil }
            if skip("RST_STREAM,", line, &index) { return .reset }
            if skip("GOAWAY, error=", line, &index) {
                return number(line, &index).flatMap { $0 == 0 ? nil : .left($0) }
            }
            if skip("DATA, len=", line, &index) {
                return number(line, &index) != nil && skip(", eos=1,", line, &index) ? .ended : nil
            }
            let hasEnded =
                skip("HEADERS, len=", line, &index) && number(line, &index) != nil
                && skip(", hend=", line, &index) && number(line, &index) != nil && skip(", eos=1]", line, &index)
            return hasEnded ? .ended : nil
        }

        /// Skips a text; returns false if it is not next.
        private static func skip(_ text: StaticString, _ line: Span<UInt8>, _ index: inout Int) -> Bool {
            let count = text.utf8CodeUnitCount
            guard line.count - index >= count else { return false }
            for offset in 0..<count {
                // SAFETY: a static text has `utf8CodeUnitCount` bytes, and lives as long as the program.
                guard unsafe line[index + offset] == text.utf8Start[offset] else { return false }
            }
            index += count
            return true
        }

        /// Parses and skips the next number.
        private static func number(_ line: Span<UInt8>, _ index: inout Int) -> UInt32? {
            var value: UInt32?
            while index < line.count, case let digit = line[index] &- 0x30, digit < 10 {
                let (product, isTooLarge) = (value ?? 0).multipliedReportingOverflow(by: 10)
                let (sum, isStillTooLarge) = product.addingReportingOverflow(UInt32(digit))
                if isTooLarge || isStillTooLarge { return nil }
                value = sum
                index += 1
            }
            return value
        }

        /// Skips the numbers of the exchange and its connection, if both are present.
        private static func skipNumbers(_ line: Span<UInt8>, _ index: inout Int) {
            var end = index
            let areThere =
                skip("[", line, &end) && number(line, &end) != nil && skip("-", line, &end)
                && number(line, &end) != nil && skip("] ", line, &end)
            if areThere { index = end }
        }
    }

    /// The exchanges by HTTP/2 stream. libcurl may report a frame to another exchange of the same connection.
    struct CurlStreams {
        /// A stream of any connection of a ``CurlMulti``.
        struct Key: Hashable {
            /// The connection's number.
            let connection: Int64
            let stream: UInt32
        }

        /// How a stream ended.
        enum End {
            /// The peer sent END_STREAM.
            case ended
            /// The peer sent RST_STREAM.
            case reset
            /// The response is malformed, and the stream was closed because of that.
            case broken
        }

        private var transfers: [Key: CurlTransfer] = [:]

        subscript(_ key: Key) -> CurlTransfer? { transfers[key] }

        /// The exchanges on a connection.
        func transfers(on connection: Int64) -> [CurlTransfer] {
            transfers.filter { $0.key.connection == connection }.map(\.value)
        }

        mutating func add(_ transfer: CurlTransfer, _ key: Key) { transfers[key] = transfer }

        mutating func remove(_ key: Key) { transfers[key] = nil }
    }
#endif
