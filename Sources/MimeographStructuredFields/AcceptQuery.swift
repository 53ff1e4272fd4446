public import Mimeograph

extension HeaderFields {
    /// Returns the media ranges of `Accept-Query`, in order: the types in which the resource accepts the content of a QUERY
    /// request. Without such a field, the list is empty.
    ///
    /// ```swift
    /// let ranges = try response.head.fields.acceptedQueryTypes()
    /// let offers: [MediaType] = ["application/sql", "application/json"]
    /// let type = offers.first { type in ranges.contains { $0.contains(type) } }
    /// ```
    /// A media range has no parameters `charset` and `q`, so these are omitted.
    ///
    /// - Throws: ``SerializationError`` with the code `syntax`, `truncated`, `invalidText` or `limitExceeded` if the field is not
    ///   a list, and `dataShape` if a member is not a media range; the coding path names the member.
    ///
    /// Source: RFC 10008 §3.
    public func acceptedQueryTypes() throws(SerializationError) -> [MediaRange] {
        var ranges: [MediaRange] = []
        for (index, member) in try StructuredList(parsing: values(of: "Accept-Query")).enumerated() {
            guard let range = MediaRange(member) else {
                throw SerializationError(
                    .dataShape,
                    "Expected a media range as a token or string, found another member in Accept-Query.",
                    codingPath: [PlainCodingKey(index: index)],
                    remedy: "Ignore the field, or ask its sender to correct it."
                )
            }
            ranges.append(range)
        }
        return ranges
    }
}

extension MediaRange {
    /// Makes the range of a member: a token or a string without parameters, and its parameters as tokens or strings.
    ///
    /// Source: RFC 10008 §3.
    fileprivate init?(_ member: StructuredMember) {
        guard var text = member.token ?? member.string, !text.contains(ascii: ";") else { return nil }
        for (name, value) in member.parameters {
            guard let value = value.token ?? value.string else { return nil }
            text += ";\(name)=\(BareItem.string(value))"
        }
        do throws(MediaTypeSyntaxError) { try self.init(text) } catch { return nil }
    }
}
