import FuzzerSupport
import Mimeograph
import MimeographSession

// An input is a base URL and a reference, on a line each.
Fuzzer.run(longestInput: 2048) { input in
    guard String(validating: input, as: UTF8.self) != nil else { return }
    let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    guard let base = url({ () throws(SessionError) in try RequestURL(lines[0]) }) else { return }
    check(base)
    guard lines.count == 2 else { return }
    if let target = url({ () throws(SessionError) in try RequestURL(lines[1], relativeTo: base) }) { check(target) }
}

/// Returns a URL; nil if it is rejected.
func url(_ make: () throws(SessionError) -> RequestURL) -> RequestURL? {
    do throws(SessionError) {
        return try make()
    } catch {
        require(error.code == .invalidURL, "a URL is rejected with \(error)")
        require(error.message.utf8.count < 1000, "the error is \(error)")
        return nil
    }
}

/// Checks that a URL is in ASCII, and that its text and its host are canonical.
func check(_ url: RequestURL) {
    require(url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "the URL has a character to encode: \(url.text)")
    require(url.host.utf8.count <= 254, "the host is too long: \(url.host)")
    require(!url.host.utf8.contains { "/?#@\\".utf8.contains($0) }, "the host has a delimiter: \(url.host)")
    do throws(SessionError) {
        let again = try RequestURL(url.text)
        require(again.text.utf8.elementsEqual(url.text.utf8), "it changes: \(url.text)")
        require(again.host.utf8.elementsEqual(url.host.utf8), "its host changes: \(url.text)")
        require(again.hasSameOrigin(as: url), "it has another origin: \(url.text)")
    } catch {
        disagree("a canonical URL is rejected: \(url.text): \(error)")
    }
}
