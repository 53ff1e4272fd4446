import AsyncHTTPClient
import MimeographSession
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

extension TransportError {
    /// Maps an error of AsyncHTTPClient or SwiftNIO, which stays as the cause.
    init(mapping error: any Error) {
        switch error {
        case let error as TransportError: self = error
        case is CancellationError: self = .cancelled
        case let error as HTTPClientError: self.init(error)
        case let error as NIOConnectionError:
            let hasNoAddress = error.connectionErrors.isEmpty && (error.dnsAError ?? error.dnsAAAAError) != nil
            self =
                hasNoAddress
                ? TransportError(.hostNotFound, "The name of the host has no address.", underlying: error)
                : TransportError(.cannotConnect, "No connection could be made.", underlying: error)
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            self = TransportError(.cannotConnect, "No connection could be made.", underlying: error)
        case is IOError, ChannelError.eof, ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed,
            ChannelError.inputClosed, ChannelError.outputClosed, HTTPParserError.invalidEOFState,
            NIOSSLError.uncleanShutdown:
            self = TransportError(.connectionLost, "The connection was lost.", underlying: error)
        case ChannelError.connectTimeout:
            self = TransportError(.timedOut, "No connection was made in time.", underlying: error)
        case HTTPParserError.headerOverflow:
            self = TransportError(.limitExceeded, "The head of the response is too long.", underlying: error)
        case is NIOHTTP2Errors.StreamClosed:
            self = TransportError(.connectionLost, "The server ended the stream.", underlying: error)
        case is HTTPParserError, is any NIOHTTP2Error:
            self = TransportError(.invalidResponse, "The response is not HTTP.", underlying: error)
        case _ where Self.isAboutTrust(error):
            self = TransportError(.untrustedServer, "The server's certificate is not trusted.", underlying: error)
        case is NIOSSLError: self = TransportError(.tlsFailed, "The TLS handshake failed.", underlying: error)
        default: self = TransportError(.other, "The exchange failed.", underlying: error)
        }
    }

    /// Returns whether certificate verification failed. BoringSSL gives the reason only as text.
    private static func isAboutTrust(_ error: any Error) -> Bool {
        error is NIOSSLExtraError || "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
    }

    private init(_ error: HTTPClientError) {
        let (code, message): (Code, String) =
            switch error {
            case .connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
                .getConnectionFromPoolTimeout:
                (.timedOut, "A time limit was reached.")
            case .cancelled, .requestStreamCancelled: (.cancelled, "The exchange was cancelled.")
            case .remoteConnectionClosed, .uncleanShutdown: (.connectionLost, "The connection was lost.")
            case .invalidURL, .emptyHost, .emptyScheme, .traceRequestWithBody:
                (.invalidRequest, "The request cannot be sent.")
            case .proxyAuthenticationRequired, .invalidProxyResponse, .httpProxyHandshakeTimeout,
                .socksHandshakeTimeout:
                (.proxyFailed, "The proxy rejected the request.")
            case .alreadyShutdown: (.invalidated, "The transport takes no requests any more.")
            case .bodyLengthMismatch: (.bodyFailed, "The body does not have its declared length.")
            default: (.other, "The exchange failed.")
            }
        // These two errors contain the invalid values, so no single value equals them.
        let isOfField = error.shortDescription.hasPrefix("Invalid header field")
        self.init(
            isOfField ? .invalidRequest : code,
            isOfField ? "A field cannot be sent." : message,
            underlying: error
        )
    }
}
