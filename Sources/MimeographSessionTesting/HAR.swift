/// A recording of HTTP exchanges in the HTTP Archive format (HAR), version 1.2.
///
/// A ``RecordingTransport`` makes one, and ``ScriptedTransport/init(replaying:secrets:)`` answers from it. Browsers export the same
/// format. Members that this type does not know are ignored: pages, cookies, caches, and names that begin with an underscore.
///
/// Source: "HTTP Archive (HAR) format", version 1.2, of the W3C Web Performance Working Group.
public struct HAR: Hashable, Sendable {
    /// The exchanges, in the order in which their requests were sent.
    public var entries: [Entry]

    /// Makes a recording.
    public init(entries: [Entry] = []) { self.entries = entries }

    /// One exchange.
    public struct Entry: Hashable, Sendable {
        /// The time at which the request started, in ISO 8601, for example `2026-11-27T09:30:00.125Z`.
        public var startedDateTime: String
        /// The duration of the exchange in milliseconds.
        public var time: Double
        /// The request.
        public var request: Request
        /// The response.
        public var response: Response
        /// The durations of the phases.
        public var timings: Timings
        /// A remark for people.
        public var comment: String?

        /// Makes an exchange.
        public init(
            startedDateTime: String = "1970-01-01T00:00:00.000Z",
            time: Double = 0,
            request: Request,
            response: Response,
            timings: Timings = Timings(),
            comment: String? = nil
        ) {
            self.startedDateTime = startedDateTime
            self.time = time
            self.request = request
            self.response = response
            self.timings = timings
            self.comment = comment
        }
    }

    /// A request. The parameters of its query are written too, but only the URL is read.
    public struct Request: Hashable, Sendable {
        /// The method.
        public var method: String
        /// The absolute URL. A fragment is ignored.
        public var url: String
        /// The version of HTTP, for example `HTTP/1.1`; empty if it is unknown.
        public var httpVersion: String
        /// The header fields.
        public var headers: [Pair]
        /// The body; nil if there is none.
        public var postData: PostData?

        /// Makes a request.
        public init(
            method: String = "GET",
            url: String,
            httpVersion: String = "HTTP/1.1",
            headers: [Pair] = [],
            postData: PostData? = nil
        ) {
            self.method = method
            self.url = url
            self.httpVersion = httpVersion
            self.headers = headers
            self.postData = postData
        }
    }

    /// The final response to a request.
    public struct Response: Hashable, Sendable {
        /// The status code. Browsers write 0 for a request without a response.
        public var status: Int
        /// The reason phrase; it may be empty.
        public var statusText: String
        /// The version of HTTP, for example `HTTP/1.1`; empty if it is unknown.
        public var httpVersion: String
        /// The header fields.
        public var headers: [Pair]
        /// The body.
        public var content: Content
        /// The number of bytes of the body as they were received; -1 if it is unknown.
        public var bodySize: Int

        /// Makes a response.
        public init(
            status: Int = 200,
            statusText: String = "",
            httpVersion: String = "HTTP/1.1",
            headers: [Pair] = [],
            content: Content = Content(),
            bodySize: Int = -1
        ) {
            self.status = status
            self.statusText = statusText
            self.httpVersion = httpVersion
            self.headers = headers
            self.content = content
            self.bodySize = bodySize
        }
    }

    /// A name and a value: of a header field or of a parameter.
    public struct Pair: Hashable, Sendable, Encodable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a pair.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

extension HAR {
    /// The body of a request.
    public struct PostData: Hashable, Sendable {
        /// The media type, as in Content-Type.
        public var mimeType: String
        /// The body; see ``encoding``. If it is nil, ``params`` are the fields of a form.
        public var text: String?
        /// `base64` if ``text`` is Base64. The format has no such member for requests, so its name in the file is `_encoding`.
        public var encoding: String?
        /// The fields of a form. They are used only without a ``text``.
        public var params: [Pair]?

        /// Makes a body.
        public init(mimeType: String = "", text: String? = nil, encoding: String? = nil, params: [Pair]? = nil) {
            self.mimeType = mimeType
            self.text = text
            self.encoding = encoding
            self.params = params
        }
    }

    /// The body of a response, after content codings are decoded.
    public struct Content: Hashable, Sendable, Encodable {
        /// The number of bytes.
        public var size: Int
        /// The media type, as in Content-Type.
        public var mimeType: String
        /// The body; see ``encoding``. Nil if the body is empty or was not recorded.
        public var text: String?
        /// `base64` if ``text`` is Base64.
        public var encoding: String?
        /// A remark for people.
        public var comment: String?

        /// Makes a body.
        public init(
            size: Int = 0,
            mimeType: String = "",
            text: String? = nil,
            encoding: String? = nil,
            comment: String? = nil
        ) {
            self.size = size
            self.mimeType = mimeType
            self.text = text
            self.encoding = encoding
            self.comment = comment
        }
    }

    /// The durations of the phases of an exchange, in milliseconds; -1 if a phase is unknown or did not happen.
    public struct Timings: Hashable, Sendable, Encodable {
        /// The time to resolve the host's name.
        public var dns: Double
        /// The time to connect, including the TLS handshake.
        public var connect: Double
        /// The time of the TLS handshake.
        public var ssl: Double
        /// The time to send the request.
        public var send: Double
        /// The time until the first byte of the response.
        public var wait: Double
        /// The time to receive the response.
        public var receive: Double

        /// Makes durations.
        public init(
            dns: Double = -1,
            connect: Double = -1,
            ssl: Double = -1,
            send: Double = 0,
            wait: Double = 0,
            receive: Double = 0
        ) {
            self.dns = dns
            self.connect = connect
            self.ssl = ssl
            self.send = send
            self.wait = wait
            self.receive = receive
        }
    }
}
