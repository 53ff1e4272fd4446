import Mimeograph
import MimeographForm
import MimeographSession

/// The parts of a request that are compared, without secrets.
struct ComparedRequest: Hashable {
    /// The method, the origin, the path, the query and the body.
    private var parts: [UnrecordedRequest.Part: [UInt8]] = [:]

    init(_ method: String, _ url: String, _ body: [UInt8], _ type: MediaType?, _ secrets: HAR.Secrets) {
        let text = url.parts(at: "#", most: 1)[0]
        let parsed = try? RequestURL(String(text))
        let shown = secrets.hidden(inURL: parsed?.text ?? String(text))
        let sides = shown.parts(at: "?", most: 1)
        let base = Array(sides[0].utf8)
        let end = parsed.map { min(base.count, $0.origin.utf8.count) } ?? 0
        parts[.method] = Array(method.utf8)
        parts[.origin] = Array(base[..<end])
        parts[.path] = Array(base[end...])
        parts[.query] = sides.count == 2 ? Array(sides[1].utf8) : nil
        parts[.body] = Self.withoutBoundary(secrets.hidden(inBody: body, type), type)
    }

    /// - Throws: `SerializationError.Code.dataShape` for invalid Base64.
    init(_ request: HAR.Request, _ secrets: HAR.Secrets) throws(SerializationError) {
        let data = request.postData
        let type = HAR.mediaType(data?.mimeType ?? "")
        let text = data?.text ?? ""
        var body = try HAR.bytes(of: text, data?.encoding, at: ["request", "postData"])
        if body.isEmpty, let fields = data?.params {
            body = QueryEncoder.whatwg.bytes(ofPairs: fields.map { ($0.name, $0.value) })
        }
        self.init(request.method, request.url, body, type, secrets)
    }

    /// Removes the boundary of a multipart body, which is often a random text, after each `--`.
    ///
    /// Source: RFC 2046 §5.1.1, by which a boundary has at most 70 characters.
    private static func withoutBoundary(_ body: [UInt8], _ type: MediaType?) -> [UInt8] {
        guard let type, type.essence.beginsWithBytes(of: "multipart/"), let boundary = type[parameter: "boundary"],
            (1...70).contains(boundary.utf8.count)
        else { return body }
        let delimiter = Array("--\(boundary)".utf8)
        var shortened: [UInt8] = []
        var rest = body[...]
        while let byte = rest.first {
            if byte == delimiter[0], rest.starts(with: delimiter) {
                rest = rest.dropFirst(delimiter.count)
                shortened += [byte, byte]
            } else {
                rest = rest.dropFirst()
                shortened.append(byte)
            }
        }
        return shortened
    }

    func differences(from other: ComparedRequest) -> [UnrecordedRequest.Part] {
        UnrecordedRequest.Part.allCases.filter { parts[$0] != other.parts[$0] }
    }

    /// A number that is smaller the more similar the requests are. The path counts more than the query, and that more than the
    /// body.
    func distance(to other: ComparedRequest) -> Int {
        let weights: [UnrecordedRequest.Part: Int] = [.origin: 16, .path: 8, .method: 4, .query: 2, .body: 1]
        return differences(from: other).reduce(0) { $0 + (weights[$1] ?? 0) }
    }

    /// Returns the differing parts as text. It names parameters and offsets, but shows no values.
    func description(of reason: UnrecordedRequest, _ other: ComparedRequest) -> String {
        reason.differences.map { part in
            switch part {
            case .query: "the query\(parameters(differingFrom: other))"
            case .body: "the body from byte \(firstDifference(parts[.body] ?? [], other.parts[.body] ?? [])) on"
            default: "the \(part.rawValue)"
            }
        }.joined(separator: ", ")
    }

    private func parameters(differingFrom other: ComparedRequest) -> String {
        let pairs = [self, other].map { request in
            HAR.parameters(inQueryOf: "?" + String(decoding: request.parts[.query] ?? [], as: UTF8.self))
        }
        let names = Set(Set(pairs[0]).symmetricDifference(pairs[1]).map(\.name)).sorted()
        if names.isEmpty { return "" }
        return " (\(names.prefix(5).map { $0.visible(atMost: 40) }.joined(separator: ", ")))"
    }

    private func firstDifference(_ one: [UInt8], _ other: [UInt8]) -> Int {
        zip(one, other).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? min(one.count, other.count)
    }
}
