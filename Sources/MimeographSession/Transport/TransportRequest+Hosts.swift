extension TransportRequest {
    /// The request with the hosts of its URL and of its proxy in their one form, so that what is connected to is what policies,
    /// cookies and exceptions of proxies were asked about.
    ///
    /// Names are left to the transport, also those outside of ASCII.
    ///
    /// - Throws: ``TransportError/Code/invalidRequest`` for an address that is none.
    func withCanonicalHosts() throws(TransportError) -> TransportRequest {
        var request = self
        if let proxy = options.proxy { request.options.proxy?.url = proxy.canonicalURL }
        guard Self.mayBeAddress(url) else { return request }
        do throws(SessionError) {
            request.url = try RequestURL(url).text
        } catch {
            throw TransportError(.invalidRequest, error.message, remedy: error.remedy)
        }
        return request
    }

    /// Whether a label of the host begins with a digit, or it has brackets; hardly any does. A name outside of ASCII is the
    /// transport's.
    private static func mayBeAddress(_ url: String) -> Bool {
        var slashes = 0
        var isStart = false
        var mayBe = false
        for byte in url.utf8 {
            switch byte {
            case UInt8(ascii: "/"):
                slashes += 1
                if slashes > 2 { return mayBe }
            case UInt8(ascii: "?"), UInt8(ascii: "#"): return mayBe
            case 0x80...: return false
            case 0x30...0x39 where isStart, UInt8(ascii: "[") where slashes == 2: mayBe = true
            default: break
            }
            isStart = slashes == 2 && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/"))
        }
        return mayBe
    }
}
