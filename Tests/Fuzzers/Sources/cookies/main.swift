import FuzzerSupport
import Mimeograph
import MimeographSession

// The first line of an input is the URL of a response, the second that of a later request. Other lines are Set-Cookie fields.

Fuzzer.run(longestInput: 2048) { input in
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    guard lines.count > 2 else { return }
    let storage = CookieStorage { $0 == "com" || $0 == "co.uk" || !$0.contains(".") && $0 != "localhost" }
    var fields = HeaderFields()
    for line in lines.dropFirst(2) { try? fields.append("Set-Cookie", line) }
    guard let url = try? RequestURL(lines[0]), (try? storage.store(from: fields, url: lines[0])) != nil else {
        require(storage.cookies.isEmpty, "a URL that is not valid set cookies")
        return
    }
    let cookies = storage.cookies
    require(cookies.count <= 50, "one response set \(cookies.count) cookies")
    for cookie in cookies { check(cookie, from: url) }

    // Cookies are sent to the host that set them, and to no other.
    check(storage, cookies, lines[0])
    check(storage, cookies, lines[1])
    check(storage, cookies, "https://other.example/")

    // Setting the same cookies again changes only their times of use and, counted from now, of expiry.
    try? storage.store(from: fields, url: lines[0])
    let again = Set(storage.cookies.map(identity))
    require(again == Set(cookies.map(identity)), "when set again, \(cookies) became \(storage.cookies)")

    storage.remove { again.contains(identity($0)) }
    require(storage.cookies.isEmpty, "removed cookies are still there: \(storage.cookies)")
}

func identity(_ cookie: Cookie) -> [String] {
    [cookie.name, cookie.domain, cookie.path, cookie.value, cookie.partition ?? ""]
}

/// Checks that a cookie belongs to the host that set it or to a parent domain, and cannot break a field.
func check(_ cookie: Cookie, from url: RequestURL) {
    require(!(cookie.name.isEmpty && cookie.value.isEmpty), "a cookie has neither a name nor a value")
    require(
        (cookie.name + cookie.value).utf8.count <= 4096,
        "a cookie has \((cookie.name + cookie.value).utf8.count) bytes"
    )
    require(isUsable(cookie.name) && isUsable(cookie.value), "\(cookie.name) contains a forbidden character")
    require(isOf(cookie, url.host), "\(url.host) set a cookie for \(cookie.domain)")
    require(cookie.path.utf8.first == UInt8(ascii: "/"), "the path \(cookie.path) does not begin with a slash")
    require(!cookie.isSecure || url.isSecure || isLocal(url.host), "\(url.text) set a secure cookie")
    if cookie.name.lowercased().hasPrefix("__host-") {
        require(
            cookie.isHostOnly && cookie.path == "/" && cookie.isSecure,
            "\(cookie) breaks the rules of its name's prefix"
        )
    }
    for prefix in ["__secure-", "__host-", "__http-"] {
        if cookie.name.lowercased().hasPrefix(prefix) { require(cookie.isSecure, "\(cookie) is not secure") }
        require(
            !cookie.name.isEmpty || !cookie.value.lowercased().hasPrefix(prefix),
            "\(cookie) looks like a cookie with a name"
        )
    }
    if cookie.name.lowercased().hasPrefix("__http-") { require(cookie.isHTTPOnly, "\(cookie) is not HTTP-only") }
    require(cookie.isSecure || cookie.sameSite != .none && cookie.partition == nil, "\(cookie) must be secure")
}

/// Returns whether a host is this machine, which no one on the network can listen to.
func isLocal(_ host: String) -> Bool { host == "localhost" || host == "[::1]" || host.hasPrefix("127.") }

func isUsable(_ text: String) -> Bool {
    text.utf8.allSatisfy { ($0 >= 0x20 || $0 == 0x09) && $0 != 0x7F && $0 != UInt8(ascii: ";") }
}

func isOf(_ cookie: Cookie, _ host: String) -> Bool {
    cookie.isHostOnly ? host == cookie.domain : host == cookie.domain || host.hasSuffix(".\(cookie.domain)")
}

/// Checks that a request gets only cookies of its host and path, and secure ones only over TLS.
func check(_ storage: CookieStorage, _ cookies: [Cookie], _ text: String) {
    guard let url = try? RequestURL(text) else { return }
    let field = (try? storage.field(for: text)) ?? nil
    let fitting = cookies.filter { cookie in
        isOf(cookie, url.host) && (!cookie.isSecure || url.isSecure || isLocal(url.host))
            && isUnder(url.path, cookie.path)
    }
    guard let field else {
        // The storage may withhold a secure cookie from this machine over plain HTTP.
        let due = fitting.filter { (!$0.isSecure || url.isSecure) && $0.partition == nil }
        require(due.isEmpty, "\(text) does not get \(due)")
        return
    }
    require(isUsable(field.replacing(";")), "\(field) contains a control character")
    let count = field.utf8.reduce(1) { $0 + ($1 == UInt8(ascii: ";") ? 1 : 0) }
    require(count <= fitting.count, "\(text) gets \(count) cookies, but only \(fitting.count) match")
}

/// Compares bytes, because `hasPrefix` joins a slash with a combining character after it.
func isUnder(_ path: String, _ above: String) -> Bool {
    let isFolder = above.utf8.last == UInt8(ascii: "/")
    return path.utf8.elementsEqual(above.utf8) || path.utf8.starts(with: (isFolder ? above : above + "/").utf8)
}

extension String {
    /// Returns the text without a character.
    func replacing(_ character: Character) -> String { String(filter { $0 != character }) }
}
