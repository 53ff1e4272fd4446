public import Mimeograph

/// A value of a format with documents, such as `JSON` or `PropertyList`, which a query of any format can search.
///
/// The formats of this package conform to it. It is public because queries are generic over it.
public protocol DocumentValue: Sendable {
    /// Creates the value at a position of a document.
    init(at position: DocumentPosition)

    /// Returns the position of the value in its document. A value that was built or changed is encoded into a new document.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` if no document of the format can hold the value.
    func documentPosition() throws(SerializationError) -> DocumentPosition
}

/// A document and the position of one of its values.
public struct DocumentPosition: Sendable {
    package let document: TapeDocument
    /// The index of the value's word on the tape.
    package let index: Int

    package init(_ document: TapeDocument, at index: Int) {
        self.document = document
        self.index = index
    }
}

extension TreeValue {
    /// Creates the value at a position of a document.
    public init(at position: DocumentPosition) { self.init(TreeNode(position.document, at: position.index)) }

    /// Returns the position of the value in its document. A value that was built or changed is encoded into a new document.
    ///
    /// - Throws: ``SerializationError/Code/unencodableValue`` if no document of the format can hold the value.
    public func documentPosition() throws(SerializationError) -> DocumentPosition {
        let (document, index) = try located()
        return DocumentPosition(document, at: index)
    }
}
