import Mimeograph

/// XML, XML property lists and similar markup without secret values. It hides elements and attributes with the name of a secret,
/// and elements that another element or attribute names as a secret.
///
/// ```
/// <login password="x"><token>x</token></login>
/// <param name="password" value="x"/>
/// <key>password</key><string>x</string>
/// ```
struct HiddenMarkup {
    private(set) var text = ""
    private let bytes: [UInt8]
    /// More names of secrets, in lower case.
    private let names: [String]
    private var index = 0
    private var shown: [UInt8] = []
    /// The number of open elements from the hidden one inwards.
    private var hiddenDepth = 0
    /// Whether the last text was the name of a secret, whose value is the next element.
    private var hidesNext = false
    private var depth = 0
    /// The depth from which all elements are hidden, because an earlier element contains the name of a secret.
    private var hiddenFrom: Int?
    /// Whether it is a property list, in which keys are names and not secrets.
    private var isPropertyList = false

    init(_ text: String, also names: [String] = []) {
        bytes = Array(text.utf8)
        self.names = names
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "<") { readMarkup() } else { readText(to: offset(of: "<") ?? bytes.count) }
        }
        self.text = String(decoding: shown, as: UTF8.self)
    }

    private mutating func show(_ part: some Sequence<UInt8>) { if hiddenDepth == 0 { shown += part } }

    private mutating func readMarkup() {
        if starts("<!--") { return readText(to: end(of: "-->")) }
        if starts("<![CDATA[") { return readText(to: end(of: "]]>")) }
        if starts("<!") {
            // A declaration may define entities in brackets.
            let close = offset(of: ">") ?? bytes.count
            let hasSubset = bytes[index..<close].contains(UInt8(ascii: "["))
            return take(to: hasSubset ? end(of: "]>") : end(of: ">"), isHidden: hasSubset)
        }
        if starts("<?") { return take(to: end(of: "?>"), isHidden: false) }
        if starts("</") {
            if hiddenDepth > 0 { hiddenDepth -= 1 }
            depth = max(0, depth - 1)
            if let from = hiddenFrom, depth < from { hiddenFrom = nil }
            return take(to: end(of: ">"), isHidden: false)
        }
        readStart()
    }

    /// Reads text, a comment, or a CDATA section.
    private mutating func readText(to end: Int) {
        let content = String(decoding: bytes[index..<end], as: UTF8.self)
        let letters = content.utf8.drop { $0 <= 0x20 }
        if !letters.isEmpty, hiddenDepth <= 1 {
            hidesNext = HiddenValues.namesSecret(content)
            // In a property list the value of a key is the next element. In other markup, other elements may come first.
            if hidesNext, !isPropertyList { hiddenFrom = min(hiddenFrom ?? .max, max(0, depth - 1)) }
        }
        take(to: end, isHidden: HiddenValues.holdsSecret(content, also: names))
    }

    private mutating func take(to end: Int, isHidden: Bool) {
        if isHidden { show(HiddenValues.mark.utf8) } else { show(bytes[index..<end]) }
        index = end
    }

    private mutating func readStart() {
        let start = index
        index += 1
        let name = readName()
        var attributes: [(name: String, value: Range<Int>)] = []
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
            if bytes[index] <= 0x20 || bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "=") {
                index += 1
                continue
            }
            let name = readName()
            if let value = readValue() { attributes.append((name, value)) }
        }
        let isEmpty = index < bytes.count && bytes[index - 1] == UInt8(ascii: "/")
        index = min(bytes.count, index + 1)
        if !isEmpty { depth += 1 }
        if hiddenDepth > 0 {
            if !isEmpty { hiddenDepth += 1 }
            return
        }
        let names = ["name", "key", "id", "property", "field", "type"]
        let isNaming = { (name: String) in names.contains { $0.hasSameBytes(as: name.lowercased()) } }
        let isNamed = attributes.contains { name, value in isNaming(name) && isSecret(string(value)) }
        isPropertyList = isPropertyList || name.hasSameBytes(as: "plist")
        let isKey = isPropertyList && name.hasSameBytes(as: "key")
        let isSecretElement = hidesNext || hiddenFrom != nil || isNamed || isSecret(name) && !isKey
        hidesNext = false
        var position = start
        for (name, value) in attributes {
            let stays = isNaming(name) || name.beginsWithBytes(of: "xmlns")
            let holdsSecret = HiddenValues.holdsSecret(string(value), also: self.names)
            guard isSecret(name) || holdsSecret || isSecretElement && !stays else { continue }
            show(bytes[position..<value.lowerBound])
            show(HiddenValues.mark.utf8)
            position = value.upperBound
        }
        show(bytes[position..<index])
        if isSecretElement, !isEmpty {
            show(HiddenValues.mark.utf8)
            hiddenDepth = 1
        }
    }

    private func isSecret(_ name: String) -> Bool { SecretName.matches(name) || HiddenValues.isOne(name, of: names) }

    private func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Reads a name, and returns it without its prefix. It reads at least one byte.
    private mutating func readName() -> String {
        let start = index
        repeat { index += 1 } while index < bytes.count && bytes[index] > 0x20 && !"=/>\"'".utf8.contains(bytes[index])
        let end = min(index, bytes.count)
        let colon = bytes[start..<end].firstIndex(of: UInt8(ascii: ":"))
        let isDeclaration = bytes[start..<end].starts(with: "xmlns".utf8)
        return string((isDeclaration ? start : colon.map { $0 + 1 } ?? start)..<end)
    }

    /// Returns the range of an attribute's value without its quotes; nil if it has no value.
    private mutating func readValue() -> Range<Int>? {
        var next = index
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        guard next < bytes.count, bytes[next] == UInt8(ascii: "=") else { return nil }
        next += 1
        while next < bytes.count, bytes[next] <= 0x20 { next += 1 }
        guard next < bytes.count else { return nil }
        let quote = bytes[next]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            let end = bytes[(next + 1)...].firstIndex(of: quote) ?? bytes.count
            index = min(bytes.count, end + 1)
            return next + 1..<end
        }
        let end = bytes[next...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: ">") } ?? bytes.count
        index = end
        return next..<end
    }

    private func starts(_ mark: String) -> Bool { bytes[index...].starts(with: mark.utf8) }

    private func offset(of mark: String) -> Int? {
        let wanted = Array(mark.utf8)
        return bytes.indices[index...].first { bytes[$0] == wanted[0] && bytes[$0...].starts(with: wanted) }
    }

    private func end(of mark: String) -> Int { offset(of: mark).map { $0 + mark.utf8.count } ?? bytes.count }
}
