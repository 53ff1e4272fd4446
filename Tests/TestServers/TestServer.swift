public import Testing
import Foundation
import TestSupport

/// The servers that tests use. Each is started at its first use, and ends with the tests.
public enum TestServer {
    /// The server of `odd.py`, for unusual and forbidden behavior over HTTP/1.1.
    public static func odd() throws -> ServerProcess { try oddServer.get() }

    /// Another server of the same kind, for tests that measure time: no other test keeps it busy.
    public static func calm() throws -> ServerProcess { try calmServer.get() }

    /// nginx, with HTTP/1.1 and HTTP/2, with and without TLS.
    public static func nginx() throws -> ServerProcess { try nginxServer.get() }

    /// The servers of `tls.py`: good and bad certificates.
    public static func tls() throws -> ServerProcess { try tlsServer.get() }

    /// The servers of `badssl.py`: one certificate or setting each.
    public static func badssl() throws -> ServerProcess { try badsslServer.get() }

    /// The certificates of `bettertls.py`, which listens on no port.
    public static func bettertls() throws -> ServerProcess { try bettertlsCertificates.get() }

    /// The servers of `ocsp.py`: certificates with stapled OCSP responses.
    public static func ocsp() throws -> ServerProcess { try ocspServer.get() }

    /// The servers of `framing.py`: responses that a test writes itself.
    public static func framing() throws -> ServerProcess { try framingServer.get() }

    /// The servers of `http2.py`: HTTP/2 frame by frame.
    public static func http2() throws -> ServerProcess { try http2Server.get() }

    /// The servers of `frames.py`: forbidden behavior over HTTP/2. Each port is for one test.
    public static func frames() throws -> ServerProcess { try framesServer.get() }

    /// The server of `client.py`, for the cases of http-client-conformance.
    public static func client() throws -> ServerProcess { try clientServer.get() }

    private static let clientServer = Result { try ServerProcess("client.py") }
    /// The servers of `scripts.py`: HTTP/2 by a script, with a report of the client's frames.
    public static func scripts() throws -> ServerProcess { try scriptsServer.get() }

    /// The server of `cache.py`, which the public tests of HTTP caches use.
    public static func cache() throws -> ServerProcess { try cacheServer.get() }

    private static let cacheServer = Result { try ServerProcess("cache.py") }
    /// The server of `uploads.py`: resumable uploads.
    public static func uploads() throws -> ServerProcess { try uploadServer.get() }

    private static let uploadServer = Result { try ServerProcess("uploads.py") }
    private static let framingServer = Result { try ServerProcess("framing.py") }
    private static let framesServer = Result { try ServerProcess("frames.py") }
    private static let scriptsServer = Result { try ServerProcess("scripts.py") }
    private static let http2Server = Result { try ServerProcess("http2.py") }
    private static let oddServer = Result { try ServerProcess("odd.py") }
    private static let calmServer = Result { try ServerProcess("odd.py") }
    private static let nginxServer = Result { try ServerProcess("nginx.py") }

    private static let ocspServer = Result { try ServerProcess("ocsp.py") }
    private static let badsslServer = Result { try ServerProcess("badssl.py") }
    private static let bettertlsCertificates = Result { try ServerProcess("bettertls.py") }
    private static let tlsServer = Result { try ServerProcess("tls.py") }

    /// Whether a program is in the path, or in Debian's folders for administrators.
    static func has(_ program: String) -> Bool {
        let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin:/sbin"
        return path.split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test with a message if Python is missing. In continuous integration it runs, and fails.
    public static var needsOddServer: Self {
        .enabled(
            if: Corpora.isContinuousIntegration || Python.has(["asyncio"]),
            "/usr/bin/python3 is not here: Scripts/prepare --servers"
        )
    }

    /// Skips the test with a message if nginx is missing. In continuous integration it runs, and fails.
    public static var needsNginx: Self {
        .enabled(
            if: Corpora.isContinuousIntegration
                || TestServer.has("nginx") && TestServer.has("openssl") && Python.has(["asyncio"]),
            "nginx, openssl or /usr/bin/python3 is not here: Scripts/prepare --servers"
        )
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips the test with a message if Python or openssl is missing. In continuous integration it runs, and fails.
    public static var needsTLSServer: Self {
        .enabled(
            if: Corpora.isContinuousIntegration || TestServer.has("openssl") && Python.has(["ssl"]),
            "openssl or /usr/bin/python3 is not here: Scripts/prepare --servers"
        )
    }
}
