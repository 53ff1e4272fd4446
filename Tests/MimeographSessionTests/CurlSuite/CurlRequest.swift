import Foundation
import Mimeograph
import MimeographForm
import MimeographSession

/// A transfer of curl's command line, as a request of the session.
struct CurlRequest {
    /// The request.
    private(set) var message = RequestMessage()
    /// The URL as curl divides it.
    private(set) var url: CurlURL
    /// The user and the password for the server, if the options or the URL name any.
    private(set) var credential: Credential?
    /// The number of bytes that the output already has.
    let offset: Int

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - upload: The file to send; `-` is the standard input.
    ///   - group: The options.
    ///   - body: The maker of bodies.
    ///   - outputLength: The number of bytes that the output has, for `-C -`.
    init(
        _ url: String,
        upload: String?,
        _ group: CurlCommandLine.Group,
        _ body: CurlBody,
        outputLength: Int
    ) throws {
        self.url = CurlURL(url)
        offset = group.last("continue-at").map { Int($0) ?? outputLength } ?? 0
        for value in group.all("url-query") {
            self.url.appendQuery(
                value.hasPrefix("+") ? Self.escapes(in: value.dropFirst()) : try body.urlencoded(value)
            )
        }
        // A form needs a method before it is written.
        message.method = .post
        try setBody(group, body, upload)
        message.method = Self.method(group, isUpload: upload != nil, message.body)
        message.url = self.url.text
        credential = Self.credential(group.last("user") ?? self.url.user)
        try setFields(group)
    }

    /// Returns a text with its escapes in upper case, as curl's tool writes them.
    private static func escapes(in text: Substring) -> String {
        String(text.replacing(#/%[0-9A-Fa-f]{2}/#) { $0.0.uppercased() })
    }

    private static func method(_ group: CurlCommandLine.Group, isUpload: Bool, _ body: MessageBody) -> HTTPMethod {
        if let method = group.last("request") { return HTTPMethod(rawValue: method) }
        if group.has("head") { return .head }
        if isUpload { return .put }
        if case .none = body { return .get }
        return .post
    }

    private mutating func setBody(_ group: CurlCommandLine.Group, _ body: CurlBody, _ upload: String?) throws {
        let form = group.all("form")
        if let upload {
            url.appendFileName(upload == "-" ? "" : upload)
            if upload == "-" {
                let bytes = try body.contents(upload)
                message.body = .stream(BodyStream { Self.stream(bytes) })
                // curl adds the field if the length is unknown or more than 1 MiB.
                message.fields["Expect"] = "100-continue"
            } else if group.names.contains("continue-at") {
                // curl does not ask the server how much it has.
                let bytes = try body.contents(upload)
                let start = Int(group.last("continue-at") ?? "") ?? 0
                message.fields["Content-Range"] = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
                message.body = .bytes(Array(bytes.dropFirst(start)))
            } else {
                message.body = .file(path: upload)
                expectContinue((try? body.contents(upload).count) ?? 0)
            }
        } else if !form.isEmpty {
            try body.writeForm(form, into: &message)
        } else if let data = try body.data(group) {
            if group.has("get") {
                url.appendQuery(String(decoding: data, as: UTF8.self))
            } else {
                let isJSON = !group.all("json").isEmpty
                message.fields["Content-Type"] = isJSON ? "application/json" : "application/x-www-form-urlencoded"
                message.body = .bytes(data)
                expectContinue(data.count)
            }
        }
    }

    /// Adds the field that curl sends with bodies of more than 1 MiB.
    private mutating func expectContinue(_ length: Int) {
        if length > 1 << 20 { message.fields["Expect"] = "100-continue" }
    }

    private static func stream(_ bytes: [UInt8]) -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream { continuation in
            if !bytes.isEmpty { continuation.yield(bytes) }
            continuation.finish()
        }
    }

    private mutating func setFields(_ group: CurlCommandLine.Group) throws {
        let agent = group.last("user-agent") ?? "curl/\(CurlVariables.version)"
        if !agent.isEmpty { message.fields["User-Agent"] = agent }
        message.fields["Accept"] = group.all("json").isEmpty ? "*/*" : "application/json"
        // With `;auto`, redirects get a Referer.
        if let referer = group.last("referer")?.replacing(";auto", with: ""), !referer.isEmpty {
            message.fields["Referer"] = referer
        }
        if let range = group.last("range") {
            message.fields["Range"] = "bytes=\(range)\(range.contains("-") ? "" : "-")"
        }
        if offset > 0, message.fields["Content-Range"] == nil {
            message.fields["Range"] = "bytes=\(offset)-"
        }
        if let text = group.last("time-cond"), let date = Self.date(text) { message.fields["If-Modified-Since"] = date }
        if let path = group.last("etag-compare") {
            let tag = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
            let trimmed = tag.trimmingCharacters(in: .whitespacesAndNewlines)
            message.fields["If-None-Match"] = trimmed.isEmpty ? "\"\"" : trimmed
        }
        if let token = group.last("oauth2-bearer") {
            message.fields["Authorization"] = "Bearer \(token)"
        } else if let credential, !group.has("digest"), !group.has("anyauth") {
            let pair = Data("\(credential.username):\(credential.password)".utf8)
            message.fields["Authorization"] = "Basic \(pair.base64EncodedString())"
        }
        let cookies = group.all("cookie").filter { $0.contains("=") }
        if !cookies.isEmpty, !CurlSettings.keepsCookies(group) {
            message.fields["Cookie"] = cookies.joined(separator: "; ")
        }
        let formType = group.all("form").isEmpty ? nil : message.fields["Content-Type"]
        for header in group.all("header") {
            guard header.hasPrefix("@") else {
                try setField(header)
                continue
            }
            let file = FileManager.default.contents(atPath: String(header.dropFirst())) ?? Data()
            for line in String(decoding: file, as: UTF8.self).split(whereSeparator: \.isNewline) {
                try setField(String(line))
            }
        }
        // The body has the boundary that was chosen.
        if let boundary = formType?.split(separator: ";").last, let type = message.fields["Content-Type"],
            !type.contains("boundary=")
        {
            message.fields["Content-Type"] = "\(type);\(boundary)"
        }
    }

    /// Applies a value of `-H`: `Name: value` sets a field, `Name:` removes it, `Name;` sends it empty.
    private mutating func setField(_ header: String) throws {
        if let colon = header.firstIndex(of: ":") {
            let name = String(header[..<colon])
            let value = header[header.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            // Only the first Host counts.
            if name.lowercased() == "host", message.fields.contains("Host") { return }
            // A field that curl sends itself is replaced or removed. Others are added.
            if Self.own.contains(name.lowercased()) { message.fields.remove(name) }
            if !value.isEmpty { try message.fields.append(name, String(value)) }
        } else if header.hasSuffix(";") {
            let name = String(header.dropLast())
            if Self.own.contains(name.lowercased()) { message.fields.remove(name) }
            try message.fields.append(name, "")
        }
    }

    /// Returns a date such as `dec 12 12:00:00 1999 GMT` as HTTP writes it.
    private static func date(_ text: String) -> String? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "MMM d HH:mm:ss yyyy 'GMT'"
        guard let date = formatter.date(from: text) else { return nil }
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.string(from: date)
    }

    private static let own: Set<String> = [
        "user-agent", "accept", "referer", "range", "expect", "content-type", "authorization", "cookie", "host",
        "content-length",
    ]

    private static func credential(_ text: String?) -> Credential? {
        guard let text else { return nil }
        let colon = text.firstIndex(of: ":")
        return Credential(
            username: String(text[..<(colon ?? text.endIndex)]),
            password: colon.map { String(text[text.index(after: $0)...]) } ?? ""
        )
    }
}
