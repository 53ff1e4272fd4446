import Mimeograph

extension HiddenValues {
    /// Returns JSON, JSON lines or a JSON sequence without the values of secret members, including everything nested in them.
    /// Text that is not JSON stays mostly the same.
    static func hidden(inJSON text: String, also names: [String] = []) -> String {
        var scan = HiddenJSON(Array(text.utf8), also: names)
        return scan.text()
    }
}

/// A scanner that finds the JSON values to hide, in one pass and without recursion.
///
/// ```
/// {"token": {"value": "x"}} // a value nested in a secret
/// {"op": "add", "path": "/password", "value": "x"} // a secret that another member names
/// {"note": "password=x"} // a text that contains a secret
/// ["password", "x"] // an element next to the name of a secret
/// ```
private struct HiddenJSON {
    /// The role of a member in its object.
    private enum Role { case secret, key, name, value, other }

    private struct Container {
        /// The offset of its first byte.
        let start: Int
        /// Its role in the object around it.
        let role: Role
        var isArray = false
        /// The role of the next value; nil if it has no name.
        var member: Role?
        /// Whether a member names a secret, whose value is in another member.
        var namesSecret = false
        var values: [Range<Int>] = []
        /// The elements of an array, and whether each is the name of a secret, which the other elements may contain.
        var elements: [(range: Range<Int>, namesSecret: Bool)] = []
    }

    private let bytes: [UInt8]
    /// More names of secrets, in lower case.
    private let names: [String]
    private var index = 0
    private var containers = [Container(start: 0, role: .other)]
    private var hidden: [Range<Int>] = []

    init(_ bytes: [UInt8], also names: [String]) { (self.bytes, self.names) = (bytes, names) }

    mutating func text() -> String {
        while index < bytes.count { step() }
        while containers.count > 1 { close(at: bytes.count) }
        hideNamed(by: containers[0])
        var shown: [UInt8] = []
        var end = 0
        for range in hidden.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.lowerBound >= end {
            shown += bytes[end..<range.lowerBound]
            shown += "\"\(HiddenValues.mark)\"".utf8
            end = range.upperBound
        }
        return String(decoding: shown + bytes[end...], as: UTF8.self)
    }

    private mutating func step() {
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            let role = containers[containers.count - 1].member ?? .other
            containers.append(Container(start: index, role: role, isArray: bytes[index] == UInt8(ascii: "[")))
            index += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            index += 1
            if containers.count > 1 { close(at: index) }
        case UInt8(ascii: ","), UInt8(ascii: "\n"):
            // Outside of containers, each line has its own members.
            if bytes[index] == UInt8(ascii: ",") || containers.count == 1 {
                containers[containers.count - 1].member = nil
            }
            index += 1
        case 0...0x20, UInt8(ascii: ":"): index += 1
        default: readScalar()
        }
    }

    private mutating func readScalar() {
        let start = index
        index = bytes[start] == UInt8(ascii: "\"") ? endOfText(from: start) : endOfWord(from: start)
        var next = index
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        if next < bytes.count, bytes[next] == UInt8(ascii: ":") {
            containers[containers.count - 1].member = role(of: String(decoding: bytes[start..<index], as: UTF8.self))
            index = next + 1
        } else {
            end(start..<index, containers[containers.count - 1].member ?? .other, isScalar: true)
        }
    }

    private mutating func end(_ range: Range<Int>, _ role: Role, isScalar: Bool) {
        let isNamed = containers[containers.count - 1].member != nil
        switch role {
        case .secret: hidden.append(range)
        case .key,
            .name where isScalar:
            // The value of a member “key” may be the secret itself, or its name.
            if role == .key { hidden.append(range) }
            if SecretName.matches(String(decoding: bytes[range], as: UTF8.self)) {
                containers[containers.count - 1].namesSecret = true
            }
        case .value where isNamed: containers[containers.count - 1].values.append(range)
        case .name, .value, .other: break
        }
        let isText = isScalar && bytes[range.lowerBound] == UInt8(ascii: "\"")
        if containers[containers.count - 1].isArray {
            let namesSecret = isText && HiddenValues.namesSecret(String(decoding: bytes[range], as: UTF8.self))
            containers[containers.count - 1].elements.append((range, namesSecret))
        }
        if isText, role != .secret, role != .key,
            HiddenValues.holdsSecret(String(decoding: bytes[range].dropFirst(), as: UTF8.self), also: names)
        {
            hidden.append(range)
        }
        containers[containers.count - 1].member = nil
    }

    private mutating func close(at end: Int) {
        let container = containers.removeLast()
        hideNamed(by: container)
        self.end(container.start..<end, container.role, isScalar: false)
    }

    private mutating func hideNamed(by container: Container) {
        if container.namesSecret { hidden += container.values }
        let nameCount = container.elements.count { $0.namesSecret }
        for (range, namesSecret) in container.elements where nameCount > (namesSecret ? 1 : 0) { hidden.append(range) }
    }

    private func role(of name: String) -> Role {
        if name.utf8.elementsEqual("\"key\"".utf8) { return .key }
        // The escape may stand for a letter.
        if SecretName.matches(name) || name.index(ofBytes: "\\u") != nil { return .secret }
        let unquoted = String(decoding: name.utf8.filter { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        if HiddenValues.isOne(unquoted, of: names) { return .secret }
        let letters = name.utf8.filter { (0x61...0x7A).contains($0 | 0x20) }.map { $0 | 0x20 }
        let isOneOf = { (words: [String]) in words.contains { $0.utf8.elementsEqual(letters) } }
        if isOneOf(["name", "path", "field", "id", "property", "attribute", "header", "parameter", "type"]) {
            return .name
        }
        return isOneOf(["value", "values", "content", "data", "text"]) ? .value : .other
    }

    /// Returns the index after the closing quotation mark, or the end of the text.
    private func endOfText(from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(bytes.count, index + 1)
    }

    private func endOfWord(from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] > 0x20, !"{}[],:\"".utf8.contains(bytes[index]) { index += 1 }
        return index
    }
}
