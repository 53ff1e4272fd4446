// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The part of Apple's Foundation that those of Linux lack. The rest is Foundation and FoundationNetworking of the toolchain.
//
// Source: developer.apple.com/documentation/foundation/urlsession, …/urlsessionconfiguration, …/urlsessiontaskdelegate,
// …/urlsessiondatadelegate, …/urlprotectionspace, …/urlcredential, …/stream
@_exported import AppleCore
@_exported import Darwin
@_exported import Dispatch
@_exported import Foundation
@_exported import FoundationNetworking
import Security

// In Apple's protocols, these methods are optional, and one with another signature is never called. Here they are required, so that is an
// error.
public protocol URLSessionTaskDelegate: FoundationNetworking.URLSessionTaskDelegate, Sendable {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    )
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceiveInformationalResponse response: HTTPURLResponse
    )
    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics)
    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate, FoundationNetworking.URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    )
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

extension URLSessionConfiguration {
    public var tlsMinimumSupportedProtocolVersion: Security.tls_protocol_version_t {
        get { .TLSv12 }
        set {}
    }
}

public let NSURLAuthenticationMethodServerTrust = ""
public let NSURLAuthenticationMethodClientCertificate = ""

extension URLProtectionSpace {
    public var serverTrust: SecTrust? { nil }
}

extension URLCredential {
    public convenience init(trust: SecTrust) { fatalError() }
    public convenience init(identity: SecIdentity, certificates: [Any]?, persistence: URLCredential.Persistence) {
        fatalError()
    }
}

extension Stream {
    public class func getBoundStreams(
        withBufferSize bufferSize: Int,
        inputStream: UnsafeMutablePointer<InputStream?>?,
        outputStream: UnsafeMutablePointer<OutputStream?>?
    ) {}
}
