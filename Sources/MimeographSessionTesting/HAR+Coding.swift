/// The names of all members that this module reads or writes.
private enum Member: String, CodingKey {
    case log, version, creator, name, entries, comment, cache
    case startedDateTime, time, request, response, timings
    case method, url, httpVersion, headers, queryString, cookies, postData, headersSize, bodySize
    case status, statusText, content, redirectURL
    case mimeType, text, encoding, params, size
    case postEncoding = "_encoding"
    case value, dns, connect, ssl, send, wait, receive
}

extension KeyedDecodingContainer<Member> {
    /// Returns text that nothing depends on; empty if it is missing or not text.
    fileprivate func text(_ key: Member) -> String { (try? decodeIfPresent(String.self, forKey: key)) ?? "" }

    /// Returns a value that nothing depends on; a default if it is missing, has the wrong type, or is out of range.
    fileprivate func value<Value: Decodable>(_ key: Member, else other: Value) -> Value {
        (try? decodeIfPresent(Value.self, forKey: key)) ?? other
    }

    /// Returns a duration in milliseconds; a default as ``value(_:else:)``. It is always finite.
    fileprivate func duration(_ key: Member, else other: Double) -> Double {
        let duration = value(key, else: other)
        return duration.isFinite ? duration : other
    }
}

extension HAR: Codable {
    /// Reads the member `log`. Its version is not checked, because versions differ only in optional members.
    public init(from decoder: any Decoder) throws {
        let log = try decoder.container(keyedBy: Member.self).nestedContainer(keyedBy: Member.self, forKey: .log)
        entries = try log.decode([Entry].self, forKey: .entries)
    }

    /// Writes the member `log`.
    public func encode(to encoder: any Encoder) throws {
        var file = encoder.container(keyedBy: Member.self)
        var log = file.nestedContainer(keyedBy: Member.self, forKey: .log)
        try log.encode("1.2", forKey: .version)
        var creator = log.nestedContainer(keyedBy: Member.self, forKey: .creator)
        try creator.encode("Mimeograph", forKey: .name)
        try creator.encode("", forKey: .version)
        try log.encode(entries, forKey: .entries)
    }
}

extension HAR.Entry: Codable {
    /// Reads an entry. Only the request and the response are required.
    public init(from decoder: any Decoder) throws {
        let entry = try decoder.container(keyedBy: Member.self)
        startedDateTime = entry.text(.startedDateTime)
        time = entry.duration(.time, else: 0)
        request = try entry.decode(HAR.Request.self, forKey: .request)
        response = try entry.decode(HAR.Response.self, forKey: .response)
        timings = entry.value(.timings, else: HAR.Timings())
        comment = try? entry.decodeIfPresent(String.self, forKey: .comment)
    }

    /// Writes an entry.
    public func encode(to encoder: any Encoder) throws {
        var entry = encoder.container(keyedBy: Member.self)
        try entry.encode(startedDateTime, forKey: .startedDateTime)
        try entry.encode(time, forKey: .time)
        try entry.encode(request, forKey: .request)
        try entry.encode(response, forKey: .response)
        try entry.encode(Dictionary<String, String>(), forKey: .cache)
        try entry.encode(timings, forKey: .timings)
        try entry.encodeIfPresent(comment, forKey: .comment)
    }
}

extension HAR.Request: Codable {
    /// Reads a request. The method and the URL are required.
    public init(from decoder: any Decoder) throws {
        let request = try decoder.container(keyedBy: Member.self)
        method = try request.decode(String.self, forKey: .method)
        url = try request.decode(String.self, forKey: .url)
        httpVersion = request.text(.httpVersion)
        headers = try request.decodeIfPresent([HAR.Pair].self, forKey: .headers) ?? []
        postData = try request.decodeIfPresent(HAR.PostData.self, forKey: .postData)
    }

    /// Writes a request.
    public func encode(to encoder: any Encoder) throws {
        var request = encoder.container(keyedBy: Member.self)
        try request.encode(method, forKey: .method)
        try request.encode(url, forKey: .url)
        try request.encode(httpVersion, forKey: .httpVersion)
        try request.encode(headers, forKey: .headers)
        try request.encode(HAR.parameters(inQueryOf: url), forKey: .queryString)
        try request.encode([String](), forKey: .cookies)
        try request.encodeIfPresent(postData, forKey: .postData)
        try request.encode(-1, forKey: .headersSize)
        try request.encode(postData == nil ? 0 : -1, forKey: .bodySize)
    }
}

extension HAR.Response: Codable {
    /// Reads a response. The status is required.
    public init(from decoder: any Decoder) throws {
        let response = try decoder.container(keyedBy: Member.self)
        status = try response.decode(Int.self, forKey: .status)
        statusText = response.text(.statusText)
        httpVersion = response.text(.httpVersion)
        headers = try response.decodeIfPresent([HAR.Pair].self, forKey: .headers) ?? []
        content = try response.decodeIfPresent(HAR.Content.self, forKey: .content) ?? HAR.Content()
        bodySize = response.value(.bodySize, else: -1)
    }

    /// Writes a response.
    public func encode(to encoder: any Encoder) throws {
        var response = encoder.container(keyedBy: Member.self)
        try response.encode(status, forKey: .status)
        try response.encode(statusText, forKey: .statusText)
        try response.encode(httpVersion, forKey: .httpVersion)
        try response.encode(headers, forKey: .headers)
        try response.encode([String](), forKey: .cookies)
        try response.encode(content, forKey: .content)
        try response.encode(HAR.value(of: "location", in: headers), forKey: .redirectURL)
        try response.encode(-1, forKey: .headersSize)
        try response.encode(bodySize, forKey: .bodySize)
    }
}

extension HAR.Pair: Decodable {
    /// Reads a pair. The value is empty if it is missing, as that of a file in a form is.
    public init(from decoder: any Decoder) throws {
        let pair = try decoder.container(keyedBy: Member.self)
        self.init(try pair.decode(String.self, forKey: .name), pair.text(.value))
    }
}

extension HAR.PostData: Codable {
    /// Reads the body of a request. All members are optional.
    public init(from decoder: any Decoder) throws {
        let data = try decoder.container(keyedBy: Member.self)
        mimeType = data.text(.mimeType)
        text = try data.decodeIfPresent(String.self, forKey: .text)
        encoding = try data.decodeIfPresent(String.self, forKey: .postEncoding)
        // Some browsers write an empty text besides the fields.
        let isEmpty = text?.isEmpty ?? true
        params = isEmpty ? try data.decodeIfPresent([HAR.Pair].self, forKey: .params) : nil
    }

    /// Writes the body of a request.
    public func encode(to encoder: any Encoder) throws {
        var data = encoder.container(keyedBy: Member.self)
        try data.encode(mimeType, forKey: .mimeType)
        try data.encodeIfPresent(text, forKey: .text)
        try data.encodeIfPresent(params, forKey: .params)
        try data.encodeIfPresent(encoding, forKey: .postEncoding)
    }
}

extension HAR.Content: Decodable {
    /// Reads the body of a response. All members are optional.
    public init(from decoder: any Decoder) throws {
        let content = try decoder.container(keyedBy: Member.self)
        size = content.value(.size, else: 0)
        mimeType = content.text(.mimeType)
        text = try content.decodeIfPresent(String.self, forKey: .text)
        encoding = try content.decodeIfPresent(String.self, forKey: .encoding)
        comment = try? content.decodeIfPresent(String.self, forKey: .comment)
    }
}

extension HAR.Timings: Decodable {
    /// Reads durations. All members are optional.
    public init(from decoder: any Decoder) throws {
        let timings = try decoder.container(keyedBy: Member.self)
        dns = timings.duration(.dns, else: -1)
        connect = timings.duration(.connect, else: -1)
        ssl = timings.duration(.ssl, else: -1)
        send = timings.duration(.send, else: 0)
        wait = timings.duration(.wait, else: 0)
        receive = timings.duration(.receive, else: 0)
    }
}
