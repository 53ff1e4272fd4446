import FuzzerSupport
import Mimeograph
import MimeographSession

// Each line of an input is a WWW-Authenticate of a 401. What a session makes of it is sent to nobody.

Fuzzer.run(longestInput: 1024) { input in
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    var fields = HeaderFields()
    for line in lines { try? fields.append("WWW-Authenticate", line) }
    let challenges = AuthenticationChallenge.challenges(in: fields)
    require(challenges.count <= input.count, "\(challenges.count) challenges of \(input.count) bytes")
    for challenge in challenges { check(challenge) }
    // A line that is cut into fields at its commas is the same, where no quotes hold one.
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
    require(!challenge.scheme.isEmpty, "a challenge without a scheme")
    require(challenge.scheme == challenge.scheme.lowercased(), "the scheme \(challenge.scheme)")
    for (name, value) in challenge.parameters {
        require(!name.isEmpty && name == name.lowercased(), "the parameter \(name)")
        require(!value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }, "a line break in \(name)")
    }
}

/// The credential is sent for a scheme that was asked for, in a field that nothing breaks out of, and the password never in a digest.
func check(_ sent: [String?], to challenges: [AuthenticationChallenge]) {
    require(sent.count <= 8, "\(sent.count) requests for one")
    require(sent.first == .some(nil), "a credential is sent before it is asked for: \(sent)")
    for field in sent.compactMap({ $0 }) {
        let scheme = field.prefix { $0 != " " }.lowercased()
        require(scheme == "basic" || scheme == "digest", "the scheme \(scheme)")
        require(challenges.contains { $0.scheme == scheme }, "\(scheme) was not asked for")
        require(!field.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }, "a control character in \(field)")
        require(scheme == "basic" || !field.contains(password), "the password is in \(field)")
        // Outside of quotes a digest is tokens, commas and equals signs.
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
        require(!isQuoted && !isEscaped, "quotes that do not end: \(field)")
    }
}
