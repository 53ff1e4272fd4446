/// Settings for resuming an upload after a lost connection, if the server supports that.
///
/// ```swift
/// let film = RequestMessage(method: .post, url: "https://example.com/films")
/// let response = try await session.upload(film, from: .file(path: "film.mp4"), resumability: UploadResumability())
/// ```
/// The server announces its support with an interim response, `104 Upload Resumption Supported`, which names an upload resource.
/// After a failure the session asks that resource for its offset, and sends the rest to it. Without the announcement the upload
/// is a plain one, and a failure ends it.
///
/// Source: draft-ietf-httpbis-resumable-upload-12, interop version 8.
public struct UploadResumability: Sendable {
    /// The most resumptions in a row without a further byte on the server. 5 by default.
    public var limit: Int
    /// The most resumptions in all. 100 by default.
    public var totalLimit: Int
    /// The wait before the first resumption. It doubles each time while no byte reaches the server. 0.5 s by default.
    public var delay: Duration
    /// The longest wait. 30 s by default.
    public var maximumDelay: Duration
    /// Receives the value to resume the upload in another run of the program. It is called on any thread when the upload resource
    /// is known, and when the server is known to have more of the body.
    public var onResumption: (@Sendable (UploadResumption) -> Void)?

    /// Makes settings; each has a default.
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

    /// Returns the wait before the next resumption.
    ///
    /// - Parameter failures: The number of failures in a row without progress, including this one.
    func wait(after failures: Int) -> Duration {
        var wait = min(delay, maximumDelay)
        for _ in 0..<min(max(0, failures - 1), 32) { wait = min(wait * 2, maximumDelay) }
        return wait
    }
}

/// The data to resume an interrupted upload, also in another run of the program.
///
/// It contains no field of the request and no credential. To resume, pass the request and its body again. Store it as safely as
/// the body, because on some servers anyone with the URL of an upload resource can write to it.
///
/// ```swift
/// let saved = try JSONEncoder().encode(error.uploadResumption)
/// let resumption = try JSONDecoder().decode(UploadResumption.self, from: saved)     // later
/// let response = try await session.upload(film, from: body, resumability: UploadResumability(), resuming: resumption)
/// ```
public struct UploadResumption: Codable, Hashable, Sendable {
    /// The upload resource, without user and password.
    public let url: String
    /// The number of body bytes that the server is known to have. The server may have more by now, so the session asks for its
    /// offset.
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
