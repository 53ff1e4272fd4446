import Mimeograph
import MimeographCBOR
import MimeographImage
import MimeographImageWebP
import MimeographJSON
import MimeographMessagePack
import MimeographPropertyList
import MimeographXML

/// Makes a value that one format read into one that another format writes.
enum Conversion {
    /// The value for a body of that type, and what was lost on the way; the value itself where nothing is to be done.
    ///
    /// XML becomes other kinds of value by way of JSON, and they become XML so.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for what the other format cannot hold.
    static func convert(
        _ value: any Sendable,
        for type: MediaType
    ) throws(SerializationError) -> (value: any Sendable, losses: [String]) {
        switch value {
        case let document as XML.Document:
            let element = XML.Element(root: document)
            let losses = document.documentType == nil ? [] : [documentTypeLoss]
            if type.isXML || !isOfTree(type) { return (element, losses) }
            return (try convert(tree: XMLToJSON.convert(element), for: type).value, losses)
        case let tree as any ValueTree: return try convert(tree: tree, for: type)
        case let image as Image where image.frames.count > 1 && !staysAnimated(image, as: type):
            return (image.firstFrame, ["of \(image.frames.count) frames the first is written"])
        default: return (value, [])
        }
    }

    /// Whether all frames of an image are written: those of an animation, in the one format here that holds some.
    private static func staysAnimated(_ image: Image, as type: MediaType) -> Bool {
        ImageFormat.webp.isNamed(by: type) && image.frames.allSatisfy { $0.duration != nil }
    }

    private static func convert(
        tree: some ValueTree,
        for type: MediaType
    ) throws(SerializationError) -> (value: any Sendable, losses: [String]) {
        if type.isXML {
            let (json, losses) = try tree.converted(to: JSON.self)
            let (element, leavesOutArrays) = JSONToXML.convert(json)
            return (element, losses.map(\.rawValue) + (leavesOutArrays ? ["empty arrays were left out"] : []))
        }
        guard let kind = type.kindOfTree else { return (tree, []) }
        return try convert(tree: tree, to: kind)
    }

    private static func convert<Target: ValueTree>(
        tree: some ValueTree,
        to kind: Target.Type
    ) throws(SerializationError) -> (value: any Sendable, losses: [String]) {
        let (value, losses) = try tree.converted(to: kind)
        return (value, losses.map(\.rawValue))
    }

    /// Whether the type is one of those that become each other.
    static func isOfTree(_ type: MediaType) -> Bool { type.isXML || type.kindOfTree != nil }

    private static let documentTypeLoss =
        "the document type declaration is left out; its entities and default attributes are in the content"
}

extension MediaType {
    /// What is written as the type, where it is a tree of values.
    fileprivate var kindOfTree: (any ValueTree.Type)? {
        if isAccepted(by: JSONResponseSerializer().acceptedTypes) { return JSON.self }
        if isAccepted(by: PropertyListResponseSerializer().acceptedTypes) { return PropertyList.self }
        if isAccepted(by: MessagePackFormat().acceptedTypes) { return MessagePack.Value.self }
        if isAccepted(by: CBORFormat().acceptedTypes) { return CBOR.Value.self }
        return nil
    }

    fileprivate var isXML: Bool { isAccepted(by: XMLDocumentResponseSerializer().acceptedTypes) }

    private func isAccepted(by ranges: [MediaRange]) -> Bool { ranges.contains { $0.match(self) != nil } }
}
