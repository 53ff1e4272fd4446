import Mimeograph
import Testing

@testable import MimeographSession

/// Found by fuzzing: a digest echoed control characters, which could break out of their field later on.
@Suite struct ControlCharactersInChallengesTests {
    @Test func linesWithControlCharactersAreSkipped() {
        var fields = HeaderFields()
        fields["WWW-Authenticate"] = "Digest realm=\"r\", nonce=\"a\u{1}b\""
        #expect(AuthenticationChallenge.challenges(in: fields).isEmpty)
        try? fields.append("WWW-Authenticate", "Basic realm=\"a\tb\"")
        #expect(AuthenticationChallenge.challenges(in: fields).map(\.scheme) == ["basic"])
    }
}
