/// The cases that differ on purpose, and why. A case that no longer differs fails the test.
enum CurlDifferences {
    /// The reasons by the name of the case.
    static let reasons: [String: String] = {
        var reasons: [String: String] = [:]
        for (numbers, reason) in groups {
            for number in numbers { reasons["test\(number)"] = reason }
        }
        return reasons
    }()

    private static let groups: [([Int], String)] = [
        // MARK: Requests

        (
            [60],
            "The field Content-Length contradicts the body, and is an error. curl sends it with Transfer-Encoding, against RFC 9112 §6.2."
        ),
        (
            [461],
            "A request of HTTP/1.1 always has a Host: RFC 9112 §3.2."
        ),
        (
            [1071],
            "The session sends HTTP/1.1 to a server that has answered in HTTP/1.0: RFC 9110 §2.5."
        ),
        (
            [1294, 2113],
            "A field name with a space is rejected: RFC 9110 §5.1, RFC 9112 §5.1."
        ),
        (
            [794, 796],
            "After 301 and 302 only POST becomes GET. Another method stays: RFC 9110 §15.4.2, §15.4.3."
        ),
        (
            [274, 1261],
            "With a limit of 0, RedirectPolicy follows no redirect and returns it. curl fails."
        ),

        // MARK: URLs

        (
            [64, 214, 1290],
            "Characters that a URL may not contain are escaped: RFC 3986 §3.3. curl sends them."
        ),
        (
            [40, 663],
            "A space in a Location becomes %20, as in browsers. curl writes a plus sign."
        ),
        (
            [46],
            "The host has an empty label, and is not a domain name: RFC 1035 §2.3.1."
        ),
        (
            [1141, 1143],
            "A URL of HTTP has two slashes after its scheme, and a host: RFC 9110 §4.2.1."
        ),
        (
            [1150, 1213, 1214, 1232, 1246, 1421],
            "A host whose last label is a number must be an IPv4 address, as in browsers: WHATWG URL §3.5."
        ),
        (
            [1476],
            "The session writes hosts in lower case: RFC 3986 §6.2.2.1."
        ),

        (
            [2046],
            "The URL of a response has its host in ASCII, as in browsers. curl reports it as the caller wrote it."
        ),
        (
            [2051, 2052],
            "Servers to connect to are an option of the transport. Requests share connections if the option is equal, whatever option of curl it stands for."
        ),

        // MARK: Responses

        (
            [365],
            "Content-Length with Transfer-Encoding may be an attack, and is an error: RFC 9112 §6.3."
        ),
        (
            [393, 395],
            "A Content-Length that no number of 64 bits can hold is an error, because the end of the body is unknown."
        ),
        (
            [1482, 1483, 1493, 1494],
            "A body may be chunked only once, and identity is not a transfer coding: RFC 9112 §6.1, §7. Both are an error."
        ),
        (
            [1473],
            "White space before the first field is an error: RFC 9112 §2.2 allows that."
        ),
        (
            [2105],
            "A field with a bare CR is invalid and omitted: RFC 9112 §2.2. curl rejects the response."
        ),
        (
            [772],
            "A Location without a redirect is not used, so two of them do no harm. curl rejects the response."
        ),
        (
            [223, 315],
            "The body is shorter than Content-Length. The session reports that, curl the damaged content coding."
        ),
        (
            [2305],
            "A gzip body may have several members: RFC 1952 §2.2. curl accepts one."
        ),
        (
            [1635],
            "The body of a response is not delivered if the request is retried."
        ),

        // MARK: Credentials

        (
            [175, 245, 246, 1001, 1002, 1284, 1285],
            "The session sends the body before it knows that the server asks for Digest. curl first sends the request without one."
        ),
        (
            [153, 1412],
            "The session uses a known nonce for the next request to the same server: RFC 7616 §3.6."
        ),
        (
            [3221],
            "A user name with a control character is not sent: RFC 9110 §5.5."
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
            [61, 62, 73],
            "The host of a cookie is that of the URL: RFC 6265 §5.3. curl uses the field Host if the caller sets it."
        ),
        (
            [442, 443, 444],
            "If there are too many cookies, curl chooses others. The storage keeps 50 of a domain, and a request has 8,190 bytes of them."
        ),
        (
            [483],
            "RFC 6265 §5.1.1 limits the parts of a date, not its length. curl accepts 80 characters."
        ),
        (
            [2311],
            "The prefixes of names are checked when a response sets a cookie. curl checks them in files, too."
        ),

        // MARK: Files

        (
            [1311, 1584, 1585, 1641],
            "The Content-Disposition has no type, and is not used: RFC 6266 §4.1."
        ),
        (
            [1313],
            "An apostrophe is not a quotation mark but part of the name: RFC 9110 §5.6.2."
        ),
        (
            [692],
            "A file without a name is called download. curl calls it curl_response."
        ),
    ]
}
