@testable import MimeographSession

/// The cases that differ on purpose, and why. A case that no longer differs fails the test.
enum CurlDifferences {
    /// The reasons by the name of the case.
    static let reasons: [String: String] = {
        var reasons: [String: String] = [:]
        for (numbers, reason) in groups {
            for number in numbers { reasons["test\(number)"] = reason }
        }
        #if os(Linux)
            // Newer versions of libcurl skip a folded line at the start of a head. This was seen with 8.14.1 and 8.23.0.
            if CurlLibrary.sharesConnections { reasons["test1473"] = nil }
        #endif
        return reasons
    }()

    private static let groups: [([Int], String)] = [
        // MARK: Requests

        (
            [1071],
            "The session sends HTTP/1.1 to a server that has answered in HTTP/1.0: RFC 9110 §2.5."
        ),

        // MARK: URLs

        (
            [40, 663],
            "A space in a Location becomes %20, as in browsers. curl writes a plus sign."
        ),
        (
            [1141],
            "A URL of HTTP has two slashes after its scheme, and a host: RFC 9110 §4.2.1."
        ),

        // MARK: Responses

        (
            [365, 1494, 1677],
            "Content-Length with Transfer-Encoding may be an attack, and is an error: RFC 9112 §6.3."
        ),
        (
            [395],
            "A Content-Length that no number of 64 bits can hold is an error, because the body is incomplete: RFC 9112 §8. curl ignores the field."
        ),
        (
            [770],
            "Lengths with different text, such as 6 and 06, are an error, as in browsers: WHATWG Fetch, \"extract a length\"."
        ),
        (
            [1117],
            "A 206 whose length differs from its Content-Range is an error: RFC 9110 §14.4. curl delivers it."
        ),
        (
            [457],
            "The bytes before a limit is exceeded are not delivered."
        ),
        (
            [1473],
            "White space before the first field is an error: RFC 9112 §2.2 allows that."
        ),
        (
            [223, 315],
            "The body is shorter than Content-Length. The session reports that, curl the damaged content coding."
        ),
        (
            [2305],
            "A gzip body may have several members: RFC 1952 §2.2. curl accepts one."
        ),

        // MARK: Cookies

        (
            [31],
            "Two cookies whose paths differ by a slash at the end are two cookies: RFC 6265 §5.3. curl removes the slash."
        ),
        (
            [1105],
            "A path in quotation marks does not begin with a slash, so the default path counts: RFC 6265 §5.2.4."
        ),
        (
            [427, 442, 443, 444],
            "If there are too many cookies, curl chooses others. The storage keeps 50 of a domain, and a request has 8,190 bytes of them."
        ),
        (
            [483],
            "RFC 6265 §5.1.1 limits the parts of a date, not its length. curl accepts 80 characters."
        ),
        (
            [2311],
            "The prefixes of names are checked when a response sets a cookie, in capitals or not: RFC 6265bis §5.7. curl checks them in files, too, and only in the usual spelling."
        ),

        (
            [798],
            "A Domain without a dot, such as localhost, is the host of the cookie: RFC 6265 §5.3. curl also removes the slash at the end of the path."
        ),

        // MARK: Credentials

        (
            [899],
            "The field Authorization of the request is sent to its server again. The user of a Location does not replace it."
        ),
        (
            [1437],
            "If a challenge repeats a parameter, the first one counts. curl uses the last one."
        ),

        // MARK: Files

        (
            [1313],
            "An apostrophe is not a quotation mark but part of the name: RFC 9110 §5.6.2."
        ),
    ]
}
