import FuzzerSupport
import Mimeograph
import MimeographSession

// Each line of an input is a WWW-Authenticate field of a 401. The session's answers go to no real server.

Fuzzer.run(longestInput: 1024) { input in
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    var fields = HeaderFields()
    for line in lines { try? fields.append("WWW-Authenticate", line) }
    let challenges = AuthenticationChallenge.challenges(in: fields)
    require(challenges.count <= input.count, "\(input.count) bytes give \(challenges.count) challenges")
    for challenge in challenges { check(challenge) }
    // Without quotes, a repeated field gives each challenge twice.
    if !input.contains(UInt8(ascii: "\"")), lines.count == 1 {
        var doubled = HeaderFields()
        try? doubled.append("WWW-Authenticate", lines[0])
        try? doubled.append("WWW-Authenticate", lines[0])
        let twice = AuthenticationChallenge.challenges(in: doubled)
        require(twice == challenges + challenges, "two lines give \(twice)")
    }
    let answered = Answer()
    // The main actor waits here.
    Task.detached { [fields] in answered.give(await answer(to: fields)) }
    check(answered.wait(), to: challenges)
}

func check(_ challenge: AuthenticationChallenge) {
    require(!challenge.scheme.isEmpty, "a challenge has no scheme")
    require(challenge.scheme == challenge.scheme.lowercased(), "the scheme \(challenge.scheme) is not in lower case")
    for (name, value) in challenge.parameters {
        require(!name.isEmpty && name == name.lowercased(), "the parameter name \(name) is empty or not in lower case")
        require(!value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }, "\(name) contains a line break or zero")
    }
}

/// Checks that credentials are well formed and sent only for a requested scheme, and that a digest never contains the password.
func check(_ sent: [String?], to challenges: [AuthenticationChallenge]) {
    require(sent.count <= 8, "one request became \(sent.count) requests")
    require(sent.first == .some(nil), "a credential is sent before the server asks for it: \(sent)")
    for field in sent.compactMap({ $0 }) {
        let scheme = field.prefix { $0 != " " }.lowercased()
        require(scheme == "basic" || scheme == "digest", "the scheme \(scheme) is used")
        require(challenges.contains { $0.scheme == scheme }, "the server did not ask for \(scheme)")
        require(!field.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }, "\(field) contains a control character")
        require(scheme == "basic" || !field.contains(password), "\(field) contains the password")
        // Outside quotes, a digest consists of tokens, commas and equals signs.
        var isQuoted = false
        var isEscaped = false
        for byte in field.utf8 {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\"), isQuoted {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            }
        }
        require(!isQuoted && !isEscaped, "a quoted string does not end: \(field)")
    }
}
