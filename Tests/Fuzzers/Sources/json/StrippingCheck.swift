import FuzzerSupport
import Mimeograph
import MimeographJSON

/// Compares the reader's null stripping, which rewinds its tape, with a model that walks a value.
///
/// Only for texts without repeated keys: the reader documents a special rule for a null among those.
struct StrippingCheck {
    let input: [UInt8]

    func run() {
        guard let kept = read(.keep) else { return }
        for mode in JSONNullStripping.allCases {
            let expected = strip(kept, elements: mode == .objectMembersAndArrayElements)
            let stripped = read(mode)
            if mode != .keep {
                require(stripped == expected, "\(mode) gives \(stripped as Any), not \(expected)")
            }
        }
    }

    private func read(_ mode: JSONNullStripping) -> JSON? {
        try? JSON(parsing: input, options: JSONReadingOptions(nullStripping: mode, duplicateKeys: .refuse))
    }

    private func strip(_ json: JSON, elements stripsElements: Bool) -> JSON {
        if let members = json.object {
            let left = members.filter { !$0.value.isNull }
            return .object(left.map { (key: $0.key, value: strip($0.value, elements: stripsElements)) })
        }
        guard let elements = json.array else { return json }
        return .array(
            elements.filter { !(stripsElements && $0.isNull) }.map { strip($0, elements: stripsElements) }
        )
    }
}
