/// The functions of XPath 1.0. Source: XPath 1.0 §4.
enum XPathFunction: String, Sendable {
    case last, position, count, id
    case localName = "local-name"
    case namespaceURI = "namespace-uri"
    case name
    case string, concat
    case startsWith = "starts-with"
    case contains
    case substringBefore = "substring-before"
    case substringAfter = "substring-after"
    case substring
    case stringLength = "string-length"
    case normalizeSpace = "normalize-space"
    case translate
    case boolean, not, `true`, `false`, lang
    case number, sum, floor, ceiling, round

    /// How many arguments it has.
    var arity: ClosedRange<Int> {
        switch self {
        case .last, .position, .true, .false: 0...0
        case .localName, .namespaceURI, .name, .string, .stringLength, .normalizeSpace, .number: 0...1
        case .count, .id, .boolean, .not, .lang, .sum, .floor, .ceiling, .round: 1...1
        case .startsWith, .contains, .substringBefore, .substringAfter: 2...2
        case .substring: 2...3
        case .translate: 3...3
        case .concat: 2...Int.max
        }
    }

    var givesNumber: Bool {
        switch self {
        case .last, .position, .count, .stringLength, .number, .sum, .floor, .ceiling, .round: true
        default: false
        }
    }
}
