import Mimeograph

/// One request: what is asked for, how the answer goes wrong, and what may come of it.
struct SoakCase: Sendable, CustomStringConvertible {
    enum Format: String, CaseIterable, Sendable {
        case json, problem, ndjson, jsonSequence = "json-seq", xml, plist, binaryPlist = "binary-plist", png, form
        case eventStream = "event-stream", text, bomb
        case echoJSON, echoPlist, echoForm, echoImage, echoText
        /// An upload that goes on after the server has broken it off.
        case upload

        var isEcho: Bool { rawValue.hasPrefix("echo") }

        /// Whether a body that is damaged or cut short can be a good body of its own, so that only a checksum tells.
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
    /// The seed of the places where the body is cut, nil for one piece.
    var cuts: Int?
    /// After how many microseconds the request is cancelled.
    var cancelAfter: Int?
    /// Whether it goes by way of nginx, over HTTP/2.
    var isHTTP2: Bool

    init(_ dice: inout some RandomNumberGenerator) {
        format = Format.allCases.randomElement(using: &dice) ?? .json
        // Half of all requests have nothing to fear.
        fault = Bool.random(using: &dice) ? .none : Fault.allCases.randomElement(using: &dice) ?? .none
        // A stalled answer holds its request up until the idle timeout; a few are enough.
        if fault == .stall, Int.random(in: 0..<4, using: &dice) > 0 { fault = .none }
        seed = Int.random(in: 0..<10_000, using: &dice)
        rows = Int.random(in: 2...(Int.random(in: 0..<20, using: &dice) == 0 ? 2_000 : 100), using: &dice)
        isCoded = Bool.random(using: &dice)
        cuts = Int.random(in: 0..<3, using: &dice) == 0 ? Int.random(in: 1...1_000, using: &dice) : nil
        cancelAfter = Int.random(in: 0..<12, using: &dice) == 0 ? Int.random(in: 0..<20_000, using: &dice) : nil
        isHTTP2 = Int.random(in: 0..<3, using: &dice) == 0
        // Over HTTP/2 what comes in pieces has no length, and libcurl before 8.0 does not tell that it is whole.
        if isHTTP2 { cuts = nil }
        if format == .bomb { (fault, isCoded, cuts, cancelAfter) = (.none, true, nil, nil) }
        if fault == .corrupt || fault == .truncate, format.hidesDamage { isCoded = true }
        if format == .problem || format == .form || format == .echoForm, rows > 100 { rows = 100 }
        // It is broken off in a way of its own, goes on by HTTP/1.1 only, and then has to end well.
        if format == .upload { (fault, isCoded, isHTTP2) = (.none, false, false) }
        // A body of too few bytes has no middle to be cut in.
        if fault == .truncate, format == .problem { fault = .none }
    }

    /// Whether the request has to fail.
    var mustFail: Bool { fault != .none || format == .bomb }

    /// How many bytes an upload has.
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
        "\(format) \(path)\(isHTTP2 ? " over HTTP/2" : "")\(cancelAfter.map { ", cancelled after \($0) µs" } ?? "")"
    }
}
