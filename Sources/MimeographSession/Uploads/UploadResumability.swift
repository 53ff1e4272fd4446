/// How an upload goes on after its connection was lost, where the server can do that.
///
/// ```swift
/// let film = RequestMessage(method: .post, url: "https://example.com/films")
/// let response = try await session.upload(film, from: .file(path: "film.mp4"), resumability: UploadResumability())
/// ```
/// The server says that it can with an interim response, `104 Upload Resumption Supported`, which names an upload resource. After a
/// failure the session asks that resource how much it has, and sends the rest to it. A server that says nothing of the kind gets a
/// plain upload, and a failure is one.
///
/// Source: draft-ietf-httpbis-resumable-upload-12, interop version 8.
public struct UploadResumability: Sendable {
    /// How many times in a row an upload goes on without a further byte having reached the server. Default 5.
    public var limit: Int
    /// How many times an upload goes on in all. Default 100.
    public var totalLimit: Int
    /// How long before an upload goes on for the first time; while no byte reaches the server, twice as long each further time.
    /// Default 0.5 s.
    public var delay: Duration
    /// The longest wait. Default 30 s.
    public var maximumDelay: Duration
    /// Told, from any thread, how the upload can go on in another run of the program: when the upload resource is known, and when more
    /// of the body is known to be there.
    public var onResumption: (@Sendable (UploadResumption) -> Void)?

    /// Makes a description; what is not given has its default.
    public init(
        limit: Int = 5,
        totalLimit: Int = 100,
        delay: Duration = .milliseconds(500),
        maximumDelay: Duration = .seconds(30),
        onResumption: (@Sendable (UploadResumption) -> Void)? = nil
    ) {
        self.limit = limit
        self.totalLimit = totalLimit
        self.delay = delay
        self.maximumDelay = maximumDelay
        self.onResumption = onResumption
    }

    /// How long to wait before the next time.
    ///
    /// - Parameter failures: How many times in a row no byte has reached the server, this one included.
    func wait(after failures: Int) -> Duration {
        var wait = min(delay, maximumDelay)
        for _ in 0..<min(max(0, failures - 1), 32) { wait = min(wait * 2, maximumDelay) }
        return wait
    }
}

/// What is needed to go on with an upload that broke off, also in another run of the program.
///
/// It holds no field of the request and no credential: the request is given again, with its body, when the upload goes on. Who has the
/// URL of an upload resource may be able to write to it where the server asks for no more, so that it is to be kept as the body is.
///
/// ```swift
/// let saved = try JSONEncoder().encode(error.uploadResumption)
/// let resumption = try JSONDecoder().decode(UploadResumption.self, from: saved)     // later
/// let response = try await session.upload(film, from: body, resumability: UploadResumability(), resuming: resumption)
/// ```
public struct UploadResumption: Codable, Hashable, Sendable {
    /// The upload resource, without user and password.
    public let url: String
    /// How many bytes of the body the server is known to have. It may have more by now, and is asked.
    public let offset: Int64
    /// The number of bytes of the whole body.
    public let length: Int64

    /// Makes a description of an upload.
    public init(url: String, offset: Int64 = 0, length: Int64) {
        self.url = url
        self.offset = offset
        self.length = length
    }
}
