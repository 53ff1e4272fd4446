import Mimeograph
import MimeographTree

extension XMLDecodingContext {
    enum FailureKind {
        case typeMismatch(any Any.Type)
        case valueNotFound(any Any.Type)
        case keyNotFound(any CodingKey)
        case dataCorrupted
    }

    /// The element that a place is at or in.
    func element(of place: XMLDecodingPlace) -> Int32 {
        switch place {
        case .element(let element), .text(_, let element), .word(_, let element), .absent(_, let element): element
        case .member(let match, _): match.first
        }
    }

    /// An error of ours. The description must not quote the document.
    func failure(
        _ kind: FailureKind,
        _ description: String,
        remedy: String? = nil,
        at element: Int32,
        _ path: XMLCodingPath?
    ) -> DecodingError {
        lastFailure = CodingFailure(description, remedy: remedy, at: element)
        let context = DecodingError.Context(codingPath: XMLCodingPath.keys(of: path), debugDescription: description)
        return switch kind {
        case .typeMismatch(let type): .typeMismatch(type, context)
        case .valueNotFound(let type): .valueNotFound(type, context)
        case .keyNotFound(let key): .keyNotFound(key, context)
        case .dataCorrupted: .dataCorrupted(context)
        }
    }

    /// The error for an element that says that it is nil.
    func isNilFailure(_ type: any Any.Type, at element: Int32, _ path: XMLCodingPath?) -> DecodingError {
        failure(.valueNotFound(type), "Expected \(type) but found an element that is nil.", at: element, path)
    }

    /// The error for a key that nothing stands for; `path` leads to the key.
    func missing(_ rule: XMLKeyRule, in parent: Int32, _ path: XMLCodingPath?) -> DecodingError {
        let key = rule.key.visible(atMost: 64)
        var description: String
        var remedy: String?
        switch rule.kind {
        case .element:
            description = "There is no element for the key \(key)."
            let attribute = XMLKeyRule(
                kind: .attribute,
                name: XML.Name(localName: rule.name.localName),
                list: .words,
                key: rule.key,
                for: tree
            )
            if case .text = place(of: attribute, in: parent) {
                description = "There is no element for the key \(key), but an attribute."
                remedy =
                    "Give the key the prefix for attributes (\(format.attributePrefix)), or name it in "
                    + "XMLMapping.attributes of the type."
            }
        case .attribute:
            description = "There is no attribute for the key \(key)."
            let element = XMLKeyRule(
                kind: .element,
                name: XML.Name(localName: rule.name.localName),
                list: .repeated,
                key: rule.key,
                for: tree
            )
            if case .member = place(of: element, in: parent) {
                description = "There is no attribute for the key \(key), but an element."
                remedy = "Give the key no prefix for attributes, and do not name it in XMLMapping.attributes."
            }
        case .text:
            description = "There is no text for the key \(key)."
        }
        return failure(.keyNotFound(PlainCodingKey(rule.key)), description, remedy: remedy, at: parent, path?.parent)
    }
}
