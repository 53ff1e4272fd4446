import FuzzerSupport
import Mimeograph
import MimeographSession
import MimeographSignatures
import MimeographStructuredFields

/// A key, and a verifier that accepts no other.
enum Shared {
    static let key = try? SignatureKey(secret: [1, 2, 3])
    static let verifier = MessageVerifier(components: [], maximumAge: nil) { _ in key }
}

// The first line of an input is Signature-Input, the second is Signature, the third is the query, and the others are the lines of a
// field.
Fuzzer.run(longestInput: 4096) { input in
    let lines = input.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    var request = RequestMessage(method: .post, url: "https://h/p")
    if lines.count > 2 {
        request.url = "https://h/p?\(lines[2])"
        // A fragment is not part of the request.
        guard !lines[2].utf8.contains(UInt8(ascii: "#")), (try? RequestURL(request.url)) != nil else { return }
    }
    if lines.count > 3 {
        for value in lines[3].split(separator: "\n", omittingEmptySubsequences: false) {
            guard (try? request.fields.append("x", String(value))) != nil else { return }
        }
    }
    checkReceived(request, lines)
    checkSigned(request, lines.first ?? "")
}

/// Checks that a received signature is valid only if it has the code of the secret.
func checkReceived(_ request: RequestMessage, _ lines: [String]) {
    var received = request
    for (name, value) in zip(["Signature-Input", "Signature"], lines) {
        guard (try? received.fields.append(name, value)) != nil else { return }
    }
    do throws(SessionError) {
        try Shared.verifier.verify(.request(received))
        disagree("a signature without the secret is valid: \(received.fields)")
    } catch {
        require(
            [.signatureMissing, .signatureInvalid, .signatureExpired].contains(error.code),
            "verifying fails with \(error)"
        )
        require(error.message.utf8.count < 2000, "the error is long: \(error.message.utf8.count) bytes")
    }
}

/// Checks that a message that can be signed is valid, and that another method, query or field makes it invalid if it is covered.
func checkSigned(_ request: RequestMessage, _ input: String) {
    guard let key = Shared.key else { disagree("the key cannot be made") }
    let members = (try? StructuredDictionary(parsing: input)) ?? [:]
    for member in members.values.prefix(2) {
        let components = (member.items ?? []).compactMap { item in
            item.string.map { SignatureComponent($0, parameters: item.parameters) }
        }
        // A signature that covers nothing is rejected.
        if components.isEmpty { continue }
        var signed = request
        guard (try? MessageSigner(key: key, keyID: "k", components: components).sign(&signed)) != nil else { continue }
        do throws(SessionError) {
            try Shared.verifier.verify(.request(signed))
        } catch {
            disagree("a signed message is not valid: \(error)")
        }
        if components.contains(.method) {
            var changed = signed
            changed.method = .put
            require((try? Shared.verifier.verify(.request(changed))) == nil, "another method is valid")
        }
        if components.contains(.field("x")) {
            var changed = signed
            changed.fields["x"] = (signed.fields["x"] ?? "") + "1"
            require((try? Shared.verifier.verify(.request(changed))) == nil, "another field is valid")
        }
        if components.contains(.query) || components.contains(.targetURI) {
            var changed = signed
            changed.url += changed.url.utf8.contains(UInt8(ascii: "?")) ? "&z" : "?z"
            require((try? Shared.verifier.verify(.request(changed))) == nil, "another query is valid")
        }
    }
}
