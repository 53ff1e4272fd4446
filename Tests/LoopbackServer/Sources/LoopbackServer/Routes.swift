import Foundation

/// The resources of the server.
///
/// | Path | Answer |
/// |---|---|
/// | `/user`, `/feed`, `/settings`, `/picture`, `/text` | JSON, XML, a property list, a PNG, text |
/// | `/gzip` | the user with the content coding gzip |
/// | `/readings`, `/tides` | NDJSON and server-sent events, in pieces; `?count=3&pause=100` |
/// | `/parts` | a multipart body |
/// | `/echo` | the body of the request, with its content type |
/// | `/request` | the request as JSON: method, target, fields, body |
/// | `/secret` | for ada with the password `engine` (Basic), else 401 |
/// | `/redirect` | a 302 to `/user`; `?count=3` for several; `?status=307` to `/echo` |
/// | `/boats` | 404 with problem details; `/boat` 404 with other JSON |
/// | `/full` | 422, without a body |
/// | `/busy` | 503; from the second request on, JSON |
/// | `/log` | lines that can be read in ranges; `?size=100000&pause=5&cut=50000`, slow or cut the first time only |
/// | `/cookie`, `/cookies` | sets a cookie for a day and a session cookie; the received cookies |
/// | `/pages` | an array with the number of the page, and a link to the next of three; `?page=2` |
/// | `/late` | an answer after `?pause=1000` milliseconds |
/// | `/untyped` | JSON without a content type; `/broken`: JSON that ends too early |
enum Routes {
    /// Returns the answer to a request.
    ///
    /// - Parameter attempt: The number of earlier requests for the same target.
    static func answer(_ request: ServedRequest, attempt: Int) -> Answer {
        switch request.path {
        case "/user": Answer(200, "application/json", SampleBodies.user)
        case "/feed": Answer(200, "application/atom+xml", SampleBodies.feed)
        case "/settings": Answer(200, "application/x-plist", SampleBodies.settings)
        case "/picture": Answer(200, "image/png", SampleBodies.picture(side: 24))
        case "/text": Answer(200, "text/plain; charset=utf-8", "High water at noon.\n")
        case "/gzip":
            Answer(200, "application/json", SampleBodies.gzip(Array(SampleBodies.user.utf8)))
                .with("Content-Encoding", "gzip")
        case "/readings": pieces(request, "application/x-ndjson", SampleBodies.reading)
        case "/tides": pieces(request, "text/event-stream", SampleBodies.event)
        case "/parts": Answer(200, "multipart/form-data; boundary=pier", SampleBodies.parts)
        case "/echo": Answer(200, request.field("Content-Type"), request.body)
        case "/request": description(request)
        case "/secret": secret(request)
        case "/redirect": redirect(request)
        case "/boats": Answer(404, "application/problem+json", SampleBodies.problem)
        case "/boat": Answer(404, "application/json", #"{"error": "no such boat"}"#)
        case "/full": Answer(422)
        case "/busy":
            attempt == 0
                ? Answer(503, "text/plain", "Come back later.\n").with("Retry-After", "0")
                : Answer(200, "application/json", #"{"attempt": \#(attempt)}"#)
        case "/log": log(request, attempt)
        case "/cookie":
            Answer(204).with("Set-Cookie", "berth=12; Max-Age=86400; Path=/").with("Set-Cookie", "session=9")
        case "/cookies": Answer(200, "text/plain", "\(request.field("Cookie") ?? "none")\n")
        case "/pages": page(request)
        case "/late": late(request)
        case "/untyped": Answer(200, nil, Array(SampleBodies.user.utf8))
        case "/broken": Answer(200, "application/json", String(SampleBodies.user.prefix(20)))
        default: Answer(404, "text/plain", "There is no \(request.path) here.\n")
        }
    }

    private static func pieces(_ request: ServedRequest, _ type: String, _ piece: (Int) -> [UInt8]) -> Answer {
        var answer = Answer(200, type)
        let count = min(request.number("count") ?? 3, 100_000)
        answer.body = .pieces((1...max(1, count)).map(piece), pause: request.number("pause") ?? 0)
        return answer
    }

    /// Source: RFC 8288 §3.
    private static func page(_ request: ServedRequest) -> Answer {
        let page = request.number("page") ?? 1
        let answer = Answer(200, "application/json", #"[{"page": \#(page)}]"#)
        let next = request.target.hasSuffix("?away") ? "http://localhost:1" : ""
        return page < 3 ? answer.with("Link", "<\(next)/pages?page=\(page + 1)>; rel=\"next\"") : answer
    }

    private static func late(_ request: ServedRequest) -> Answer {
        Thread.sleep(forTimeInterval: Double(min(request.number("pause") ?? 1000, 600_000)) / 1000)
        return Answer(200, "application/json", SampleBodies.user)
    }

    /// Source: RFC 7617.
    private static func secret(_ request: ServedRequest) -> Answer {
        guard request.field("Authorization") == "Basic YWRhOmVuZ2luZQ==" else {
            return Answer(401, "application/json", #"{"error": "who are you?"}"#)
                .with("WWW-Authenticate", #"Basic realm="harbour""#)
        }
        return Answer(200, "application/json", #"{"berth": 12}"#)
    }

    private static func redirect(_ request: ServedRequest) -> Answer {
        let left = request.number("count") ?? 1
        let status = request.number("status") ?? 302
        if left > 1 { return Answer(status).with("Location", "/redirect?count=\(left - 1)&status=\(status)") }
        return Answer(status).with("Location", status == 302 ? "/user" : "/echo")
    }

    /// Source: RFC 9110 §14. It supports only ranges without an end.
    private static func log(_ request: ServedRequest, _ attempt: Int) -> Answer {
        let all = SampleBodies.lines(min(request.number("size") ?? 100_000, 64 << 20))
        let tag = #""\#(all.count)""#
        var answer = Answer(200, "text/plain").with("ETag", tag).with("Accept-Ranges", "bytes")
        var body = all
        if let range = request.field("Range"), range.hasPrefix("bytes="), range.hasSuffix("-"),
            let start = Int(range.dropFirst(6).dropLast()), request.field("If-Range").map({ $0 == tag }) ?? true
        {
            guard start < all.count else {
                return Answer(416).with("Content-Range", "bytes */\(all.count)")
            }
            answer = answer.with("Content-Range", "bytes \(start)-\(all.count - 1)/\(all.count)")
            answer.status = 206
            body = Array(all[start...])
        }
        // Only the first request is slow or cut, so the next one can continue quickly.
        guard attempt == 0 else {
            answer.body = .bytes(body)
            return answer
        }
        answer.body = .slow(body, pause: request.number("pause") ?? 0, cut: request.number("cut"))
        return answer
    }

    private static func description(_ request: ServedRequest) -> Answer {
        let value: [String: Any] = [
            "method": request.method,
            "target": request.target,
            "fields": Dictionary(request.fields.map { ($0.name, $0.value) }) { "\($0), \($1)" },
            "body": String(decoding: request.body, as: UTF8.self),
        ]
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let body = try? JSONSerialization.data(withJSONObject: value, options: options)
        return Answer(200, "application/json", Array(body ?? Data()))
    }
}
