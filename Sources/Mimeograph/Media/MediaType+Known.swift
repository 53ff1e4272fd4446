extension MediaType {
    /// `application/json`. Source: RFC 8259.
    public static let json = MediaType(canonicalEssence: "application/json")
    /// `application/problem+json`. Source: RFC 9457.
    public static let problemJSON = MediaType(canonicalEssence: "application/problem+json")
    /// `application/json-seq`. Source: RFC 7464.
    public static let jsonSequence = MediaType(canonicalEssence: "application/json-seq")
    /// `application/x-ndjson`, one JSON text a line; not registered, but what servers send.
    public static let newlineDelimitedJSON = MediaType(canonicalEssence: "application/x-ndjson")
    /// `application/xml`. Source: RFC 7303.
    public static let xml = MediaType(canonicalEssence: "application/xml")
    /// `application/problem+xml`. Source: RFC 9457.
    public static let problemXML = MediaType(canonicalEssence: "application/problem+xml")
    /// `text/xml`. Source: RFC 7303.
    public static let textXML = MediaType(canonicalEssence: "text/xml")
    /// `text/html`.
    public static let html = MediaType(canonicalEssence: "text/html")
    /// `text/plain`. Source: RFC 2046.
    public static let textPlain = MediaType(canonicalEssence: "text/plain")
    /// `text/csv`. Source: RFC 4180.
    public static let commaSeparatedValues = MediaType(canonicalEssence: "text/csv")
    /// `text/event-stream`. Source: WHATWG HTML §9.2.
    public static let eventStream = MediaType(canonicalEssence: "text/event-stream")
    /// `application/octet-stream`: any bytes. Source: RFC 2046.
    public static let octetStream = MediaType(canonicalEssence: "application/octet-stream")
    /// `application/x-www-form-urlencoded`. Source: WHATWG URL §5.
    public static let formURLEncoded = MediaType(canonicalEssence: "application/x-www-form-urlencoded")
    /// `multipart/form-data`; what is sent has a `boundary` too. Source: RFC 7578.
    public static let multipartFormData = MediaType(canonicalEssence: "multipart/form-data")
    /// `application/x-plist`: Apple's property lists in any of their forms; not registered.
    public static let propertyList = MediaType(canonicalEssence: "application/x-plist")
    /// `image/png`.
    public static let png = MediaType(canonicalEssence: "image/png")
    /// `image/jpeg`.
    public static let jpeg = MediaType(canonicalEssence: "image/jpeg")
    /// `image/gif`.
    public static let gif = MediaType(canonicalEssence: "image/gif")
    /// `image/tiff`.
    public static let tiff = MediaType(canonicalEssence: "image/tiff")
}
