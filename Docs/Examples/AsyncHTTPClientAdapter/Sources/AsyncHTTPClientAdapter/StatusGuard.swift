import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Rejects responses with an invalid status below 100 before AsyncHTTPClient sees them. Version 1.37 treats them as interim
/// responses, finds no final response, and stops the process.
final class StatusGuard: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    /// Adds a guard after the decoder of responses.
    static func install(in channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(StatusGuard(), position: .after(decoder))
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            context.fireErrorCaught(HTTPParserError.invalidStatus)
            context.close(promise: nil)
            return
        }
        context.fireChannelRead(data)
    }
}

/// Rejects heads over HTTP/2 that stop the process in AsyncHTTPClient 1.37 or in SwiftNIO's codec: a status that is not a number of
/// three digits from 100 on, and 101, which HTTP/2 does not have.
///
/// Source: RFC 9113 §8.3.2, §8.6.
final class StreamStatusGuard: ChannelInboundHandler, Sendable {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload

    /// Adds a guard before the codec of a stream.
    static func install(in channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            try channel.pipeline.syncOperations.addHandler(StreamStatusGuard(), position: .first)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .headers(let block) = unwrapInboundIn(data), let status = block.headers.first(name: ":status") {
            let digits = Array(status.utf8)
            guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }), digits[0] > 0x30,
                status != "101"
            else {
                context.fireErrorCaught(HTTPParserError.invalidStatus)
                context.close(promise: nil)
                return
            }
        }
        context.fireChannelRead(data)
    }
}
