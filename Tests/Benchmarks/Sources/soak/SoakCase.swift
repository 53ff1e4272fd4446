import Mimeograph

/// One request: the content that it requests, the fault of its response, and the allowed results.
struct SoakCase: Sendable, CustomStringConvertible {
    enum Format: String, CaseIterable, Sendable {
        case json, problem, ndjson, jsonSequence = "json-seq", xml, plist, binaryPlist = "binary-plist", png, form
        case eventStream = "event-stream", text, bomb
        case echoJSON, echoPlist, echoForm, echoImage, echoText
        /// An upload that resumes after the server has aborted it.
        case upload

        var isEcho: Bool { rawValue.hasPrefix("echo") }

        /// Whether a damaged or truncated body can still be valid, so that only a checksum detects the damage.
        var hidesDamage: Bool {
            switch self {
            case .binaryPlist, .form, .eventStream, .text, .echoForm, .echoText: true
            default: false
            }
        }
    }

    enum Fault: String, CaseIterable, Sendable {
        case none, reset, resetBefore = "reset-before", hangUp = "hang-up", stall, corrupt, truncate, status, type,
            garbage
        case badChunk = "bad-chunk"
    }

    var format: Format
    var fault: Fault
    var seed: Int
    var rows: Int
    var isCoded: Bool
    /// The seed of the positions at which the body is split; nil for one chunk.
    var cuts: Int?
    /// The number of microseconds after which the request is canceled.
    var cancelAfter: Int?
    /// Whether the request goes through nginx, over HTTP/2.
    var isHTTP2: Bool

    init(_ dice: inout some RandomNumberGenerator) {
        format = Format.allCases.randomElement(using: &dice) ?? .json
        // Half of all requests have no fault.
        fault = Bool.random(using: &dice) ? .none : Fault.allCases.randomElement(using: &dice) ?? .none
        // A stalled response blocks its request until the idle timeout, so a few are enough.
        if fault == .stall, Int.random(in: 0..<4, using: &dice) > 0 { fault = .none }
        seed = Int.random(in: 0..<10_000, using: &dice)
        rows = Int.random(in: 2...(Int.random(in: 0..<20, using: &dice) == 0 ? 2_000 : 100), using: &dice)
        isCoded = Bool.random(using: &dice)
        cuts = Int.random(in: 0..<3, using: &dice) == 0 ? Int.random(in: 1...1_000, using: &dice) : nil
        cancelAfter = Int.random(in: 0..<12, using: &dice) == 0 ? Int.random(in: 0..<20_000, using: &dice) : nil
        isHTTP2 = Int.random(in: 0..<3, using: &dice) == 0
        // Over HTTP/2 a body in chunks has no length, and libcurl before 8.0 does not report whether it is complete.
        if isHTTP2 { cuts = nil }
        if format == .bomb { (fault, isCoded, cuts, cancelAfter) = (.none, true, nil, nil) }
        if fault == .corrupt || fault == .truncate, format.hidesDamage { isCoded = true }
        if format == .problem || format == .form || format == .echoForm, rows > 100 { rows = 100 }
        // An upload has its own kind of abort, resumes only over HTTP/1.1, and must succeed.
        if format == .upload { (fault, isCoded, isHTTP2) = (.none, false, false) }
        // This body is too short to be truncated in the middle.
        if fault == .truncate, format == .problem { fault = .none }
    }

    /// Whether the request must fail.
    var mustFail: Bool { fault != .none || format == .bomb }

    /// The length of an upload in bytes.
    var uploadLength: Int { rows * 500 }

    private var uploadPath: String {
        var dice = SoakDice(UInt64(seed))
        let positions = (0..<(cuts.map { $0 % 4 } ?? 0)).map { _ in Int.random(in: 0..<uploadLength, using: &dice) }
        let name = "\(seed)-\(UInt64.random(in: 0 ... .max))"
        return "create/\(name)?echo=1&cuts=\(positions.sorted().map(String.init).joined(separator: ","))"
    }

    var path: String {
        if format == .upload { return uploadPath }
        var path = format.isEcho ? "soak/echo/\(seed)" : "soak/\(format.rawValue)/\(seed)/\(rows)"
        path += "?fault=\(fault.rawValue)"
        if isCoded { path += "&coding=gzip" }
        if let cuts { path += "&cut=\(cuts)" }
        return path
    }

    var description: String {
        "\(format) \(path)\(isHTTP2 ? " over HTTP/2" : "")\(cancelAfter.map { ", canceled after \($0) µs" } ?? "")"
    }
}
