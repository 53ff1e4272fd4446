import FuzzerSupport
import Mimeograph
import MimeographStructuredFields

// Each line of an input is a line of one field, which is parsed as a dictionary, a list and an item.
Fuzzer.run(longestInput: 4096) { input in
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    check(lines) { (lines, limits) throws(SerializationError) in
        try StructuredDictionary(parsing: lines, limits: limits)
    } serialize: { (dictionary) throws(SerializationError) in
        try dictionary.serialized()
    }
    check(lines) { (lines, limits) throws(SerializationError) in
        try StructuredList(parsing: lines, limits: limits)
    } serialize: { (list) throws(SerializationError) in
        try list.serialized()
    }
    check(lines) { (lines, limits) throws(SerializationError) in
        try StructuredItem(parsing: lines, limits: limits)
    } serialize: { (item) throws(SerializationError) in
        try item.serialized()
    }
    checkUses(lines)
}

/// Checks that a value is the same after serializing and parsing, and that an error has a location in the field.
func check<Field: Equatable>(
    _ lines: [String],
    parse: ([String], DecodingLimits) throws(SerializationError) -> Field,
    serialize: (Field) throws(SerializationError) -> String?
) {
    let joined = lines.joined(separator: ", ")
    let field: Field
    do throws(SerializationError) {
        field = try parse(lines, DecodingLimits(inputBytes: joined.utf8.count, elements: 1 << 10))
    } catch {
        require(
            [.syntax, .truncated, .invalidText, .limitExceeded].contains(error.code),
            "parsing fails with \(error)"
        )
        let offset = error.location?.offset ?? -1
        require((0...joined.utf8.count).contains(offset), "the error has no location in the field: \(error)")
        return
    }
    do throws(SerializationError) {
        require(
            try parse([joined], .structuredField) == field,
            "one line gives another value than \(lines.count) lines"
        )
        // A field without members is not sent.
        let written = try serialize(field)
        let again = try parse(written.map { [$0] } ?? [], .structuredField)
        require(again == field, "\(field) is serialized as \(written ?? "nothing"), which gives \(again)")
        require(try serialize(again) == written, "serializing \(field) again gives another text")
    } catch {
        disagree("a parsed field cannot be serialized and parsed: \(error)")
    }
}

/// Checks the fields that the module knows.
func checkUses(_ lines: [String]) {
    var fields = HeaderFields()
    for line in lines {
        guard (try? fields.append("Priority", line)) != nil, (try? fields.append("Accept-Query", line)) != nil else {
            return
        }
    }
    let priority = Priority(fields)
    require((0...7).contains(priority.urgency), "the urgency is \(priority.urgency)")
    require(Priority(priority.description) == priority, "\(priority) is parsed as another priority")
    do throws(SerializationError) {
        let ranges = try fields.acceptedQueryTypes()
        let list = try StructuredList(parsing: fields.values(of: "Accept-Query"))
        require(ranges.count == list.count, "\(list) gives \(ranges.count) ranges")
        require(ranges.allSatisfy { $0.invalidity == nil }, "\(list) gives an invalid range")
    } catch {
        require(
            [.syntax, .truncated, .invalidText, .dataShape].contains(error.code),
            "Accept-Query fails with \(error)"
        )
    }
}
