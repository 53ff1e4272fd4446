import FuzzerSupport
import Mimeograph

let types: [MediaType] = [
    "application/json", "text/html;charset=utf-8", "application/problem+json", "text/plain;format=flowed",
]

Fuzzer.run(longestInput: 1024) { input in
    let lines = input.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
    }
    let field = AcceptField(parsing: lines)
    let length = lines.reduce(0) { $0 + $1.utf8.count } + 2 * (lines.count - 1)
    require(field.elements.count <= 64, "\(field.elements.count) elements were kept")
    for (place, element) in field.elements.enumerated() {
        require(element.position == place, "element \(place) reports position \(element.position)")
    }
    for diagnostic in field.diagnostics {
        require(
            diagnostic.offset >= 0 && diagnostic.length >= 0 && diagnostic.offset + diagnostic.length <= length,
            "\(diagnostic) is not in the \(length) bytes"
        )
    }
    // Several lines are equivalent to one with commas between them.
    let joined = AcceptField(parsing: lines.joined(separator: ", "))
    require(joined == field, "one line gives \(joined), \(lines.count) lines give \(field)")

    let text = field.description
    if text.utf8.count <= 8_192 {
        let again = AcceptField(parsing: text)
        require(again.elements == field.elements, "parsing the description of \(field) gives \(again)")
        require(again.diagnostics.isEmpty, "the description is not well formed: \(again.diagnostics) in \(text)")
    }
    for type in types { check(field, on: type) }
}

/// Checks that the weight of a type is the weight of the most specific range that contains it.
func check(_ field: AcceptField, on type: MediaType) {
    let containing = field.elements.filter { $0.range.contains(type) }
    let quality = field.quality(of: type)
    guard let found = field.element(for: type) else {
        require(containing.isEmpty, "\(containing) contain \(type), but no element matches")
        require(quality == (field.elements.isEmpty ? .one : .zero), "no range contains \(type), quality \(quality)")
        return
    }
    require(quality == found.quality, "\(type) has quality \(quality), its element \(found.quality)")
    for other in containing {
        guard let best = found.range.match(type), let match = other.range.match(type) else { continue }
        require(!(best < match), "\(other.range) is a closer match for \(type) than \(found.range)")
    }
}
