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

    /// Sets `Accept-Query` to media ranges, which replace the field. An empty list removes it.
    ///
    /// ```swift
    /// var fields = HeaderFields()
    /// try fields.setAcceptedQueryTypes(["application/sql", "application/json"])
    /// ```
    /// - Throws: ``SerializationError`` with the code `unencodableValue` if a range has a wildcard other than `*/*` and `type/*`, or
    ///   if a structured field cannot carry a parameter. The coding path names the range, and the field is unchanged.
    ///
    /// Source: RFC 10008 §3.
    public mutating func setAcceptedQueryTypes(_ ranges: [MediaRange]) throws(SerializationError) {
        var list: StructuredList = []
        for (index, range) in ranges.enumerated() {
            guard let member = StructuredMember(range) else {
                throw SerializationError(
                    .unencodableValue,
                    "Accept-Query cannot list the media range \(range).",
                    codingPath: [PlainCodingKey(index: index)],
                    remedy: "List media types, type/* or */*."
                )
            }
            list.members.append(member)
        }
        self["Accept-Query"] = try list.serialized()
    }
}

extension StructuredMember {
    /// Makes the member of a range: a token, or a string if the range begins with a digit. Nil if a field cannot list the range.
    ///
    /// Source: RFC 10008 §3.
    fileprivate init?(_ range: MediaRange) {
        guard range.invalidity == nil, ![3, 4].contains(range.specificity) else { return nil }
        let text = String(range.description.parts(at: ";", most: 1)[0])
        var parameters: StructuredParameters = [:]
        for parameter in range.requiredParameters { parameters[parameter.name] = .string(parameter.value) }
        let isToken = text.utf8.first.map { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "*") } == true
        self = .item(StructuredItem(isToken ? .token(text) : .string(text), parameters: parameters))
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
