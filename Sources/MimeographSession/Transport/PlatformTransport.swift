/// The transport of this platform, where a session is not given another.
public enum PlatformTransport {
    /// Makes one, with what it has by default: `CurlTransport` on Linux, `URLSessionTransport` on Apple's platforms.
    ///
    /// It connects to nothing and starts nothing until the first request.
    public static func make() -> any Transport {
        #if os(Linux)
            CurlTransport()
        #else
            URLSessionTransport()
        #endif
    }
}
