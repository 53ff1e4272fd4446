#if os(Linux)
    import Mimeograph

    /// A line in which libcurl reports what became of a stream of HTTP/2.
    ///
    /// libcurl takes a body of HTTP/2 for whole where its stream ends without an error code, and that may have been a reset
    /// (``CurlLibrary/hidesResets``). The reports of frames tell the two apart: a stream has ended where a frame with END_STREAM came. They
    /// are text that is meant for people, so no more is concluded from it than is safe if it changes: a body of which no
    /// such frame was reported is not whole.
    ///
    /// All lines are looked at, also those that hold what a peer sent. Such text never stands where a mark is looked for, since each
    /// mark begins with the line: `[HTTP/2] [1] <- FRAME[DATA, len=5, eos=1, padlen=0]`. Where the program has libcurl number its lines, two
    /// numbers stand before that: `[0-0] `.
    ///
    /// Source: libcurl 8.3.0 to 8.21.0, `on_frame_recv`, `fr_print`, `on_stream_close`, `h2_submit` and `trc_infof`; RFC 9113 §6.
    struct FrameReport: Equatable {
        /// What became of it.
        enum Kind: Equatable {
            /// It was opened for the exchange that is told.
            case opened
            /// The peer has sent all: a frame with END_STREAM.
            case ended
            /// The peer has reset it: RST_STREAM, with any code.
            case reset
            /// The peer has not acted on the request, and will not: RST_STREAM with REFUSED_STREAM, or GOAWAY.
            case refused
            /// The stream was closed with an error, by the peer's reset or since what came on it is malformed.
            case broken
            /// The peer takes no more streams on the connection: SETTINGS_MAX_CONCURRENT_STREAMS is 0.
            case full
            /// libcurl has read what there is for all streams of the connection.
            case read
        }

        /// The stream's number.
        let stream: UInt32
        let kind: Kind

        /// Reads a line; nil where it tells something else.
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
            if skip("DATA, len=", line, &index) {
                return number(line, &index) != nil && skip(", eos=1,", line, &index) ? .ended : nil
            }
            let hasEnded =
                skip("HEADERS, len=", line, &index) && number(line, &index) != nil
                && skip(", hend=", line, &index) && number(line, &index) != nil && skip(", eos=1]", line, &index)
            return hasEnded ? .ended : nil
        }

        /// Whether a text is next, and goes behind it.
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

        /// The number that is next, and goes behind it.
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

        /// Goes behind the numbers of the exchange and its connection, where both are there and known.
        private static func skipNumbers(_ line: Span<UInt8>, _ index: inout Int) {
            var end = index
            let areThere =
                skip("[", line, &end) && number(line, &end) != nil && skip("-", line, &end)
                && number(line, &end) != nil && skip("] ", line, &end)
            if areThere { index = end }
        }
    }

    /// Which exchange each stream of HTTP/2 carries. A frame is reported to one exchange of its connection, which may be another.
    struct CurlStreams {
        /// A stream among those of all connections of a ``CurlMulti``.
        struct Key: Hashable {
            /// The connection's number.
            let connection: Int64
            /// The stream's.
            let stream: UInt32
        }

        /// How the peer has ended a stream.
        enum End {
            /// With END_STREAM.
            case ended
            /// With RST_STREAM.
            case reset
            /// Not at all: what came is malformed, and the stream was closed for it.
            case broken
        }

        private var transfers: [Key: CurlTransfer] = [:]

        /// The exchange that a stream carries.
        subscript(_ key: Key) -> CurlTransfer? { transfers[key] }

        mutating func add(_ transfer: CurlTransfer, _ key: Key) { transfers[key] = transfer }

        mutating func remove(_ key: Key) { transfers[key] = nil }
    }
#endif
