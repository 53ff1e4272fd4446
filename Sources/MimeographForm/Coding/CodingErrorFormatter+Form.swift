import Mimeograph
import MimeographTree

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension CodingErrorFormatter {
    /// The words of forms, which the core writes.
    static let form = CodingErrorFormatter(
        reading: "form",
        writing: "a form",
        absence: "a name without a value is meant to be there",
        alternative: "set the option of FormFormat.writing that says how such values are written"
    )
}

extension FormDecodingContext {
    /// The error for a form that did not make a value.
    func report(_ error: any Error, of type: any Any.Type, body: Span<UInt8>) -> SerializationError {
        var (report, offset) = CodingErrorFormatter.form.decoding(error, of: type, lastFailure) { [root] path in
            root.flatMap { self.node(at: path, from: $0)?.offset }
        }
        if let failure = lastFailure, failure.description.hasSameBytes(as: report.message) {
            // An error of ours that is none of decoding: a text that is not to be compared.
            offset = failure.location
        }
        if let offset { report.location = SourceLocation(offset: offset, in: body) }
        return report
    }

    /// The value that a coding path leads to; nil where it leads to none.
    private func node(at path: [any CodingKey], from root: FormNode) -> FormNode? {
        path.reduce(root as FormNode?) { node, key in
            guard let node else { return nil }
            switch node.kind {
            case .members:
                // The names of a dictionary are not converted, and whether it is one the path does not say.
                if let child = convertedMembers(of: node)?[ByteEqualString(key.stringValue)]
                    ?? node.member(key.stringValue)
                {
                    return child
                }
                return key.intValue.flatMap { node.numberedChildren?.element(at: $0) }
            case .elements: return key.intValue.flatMap { node.children.element(at: $0) }
            // The values of a repeated name have no offsets of their own.
            case .text: return key.intValue == nil ? nil : node
            case .none: return nil
            }
        }
    }

    /// The members by their names as keys, where a strategy makes others of them; nil where it does not.
    func convertedMembers(of node: FormNode) -> [ByteEqualString: FormNode]? {
        let convert: (String) -> String
        switch format.keyDecoding {
        case .useDefaultKeys: return nil
        case .convertFromSnakeCase: convert = { SnakeCase.camelCase($0) { $0.capitalized } }
        case .custom(let custom): convert = custom
        }
        // Where two names become one, the last counts, as where one name comes twice.
        return Dictionary(zip(node.names.map { ByteEqualString(convert($0)) }, node.children)) { _, last in last }
    }
}

extension Array {
    /// The element at an index; nil where there is none.
    fileprivate func element(at index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
