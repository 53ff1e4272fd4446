import Mimeograph
import MimeographCBOR
import MimeographCSV
import MimeographImage
import MimeographImageWebP
import MimeographJSON
import MimeographMessagePack
import MimeographPropertyList
import MimeographXML

/// The conversion of a value from one format into a value for another format.
enum Conversion {
    /// Returns the value for a body of that type and the losses of the conversion. If no conversion is needed, the value is
    /// returned unchanged.
    ///
    /// JSON is the intermediate form between XML and the other formats.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` for a value that the other format cannot hold.
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
        case let tree as any ValueTree where type.isTable:
            return (try Table(try tree.converted(to: JSON.self).value).csv, [])
        case let tree as any ValueTree: return try convert(tree: tree, for: type)
        case let image as Image where image.frames.count > 1 && !staysAnimated(image, as: type):
            return (image.firstFrame, ["only the first of \(image.frames.count) frames is written"])
        default: return (value, [])
        }
    }

    /// Whether all frames of an image are written: only for an animation, and only in WebP.
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

    /// Whether the type is a tree of values, so that it converts to the other such types.
    static func isOfTree(_ type: MediaType) -> Bool { type.isXML || type.kindOfTree != nil }

    private static let documentTypeLoss =
        "the document type declaration is left out; its entities and default attributes are in the content"
}

extension MediaType {
    /// The kind of value that is written as this type, or nil if it is not a tree of values.
    fileprivate var kindOfTree: (any ValueTree.Type)? {
        if isAccepted(by: JSONResponseSerializer().acceptedTypes) { return JSON.self }
        if isAccepted(by: PropertyListResponseSerializer().acceptedTypes) { return PropertyList.self }
        if isAccepted(by: MessagePackFormat().acceptedTypes) { return MessagePack.Value.self }
        if isAccepted(by: CBORFormat().acceptedTypes) { return CBOR.Value.self }
        return nil
    }

    /// Whether the type is a table of texts.
    var isTable: Bool { isAccepted(by: CSVFormat().acceptedTypes) }

    fileprivate var isXML: Bool { isAccepted(by: XMLDocumentResponseSerializer().acceptedTypes) }

    private func isAccepted(by ranges: [MediaRange]) -> Bool { ranges.contains { $0.match(self) != nil } }
}
