import CMimeographXML

// SAFETY, for all of this file: as in XMLTreeNode.swift; names are passed with their lengths and read during the call.

extension XMLTreeNode {
    /// The text of a text, a comment or a processing instruction, else of all texts below the node.
    var text: String {
        var count = 0
        if let bytes = unsafe mimeograph_xml_text(pointer, &count) {
            return unsafe String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        }
        return unsafe String(unsafeUninitializedCapacity: count) { buffer in
            if let start = buffer.baseAddress { unsafe mimeograph_xml_copy_text(pointer, start) }
            return count
        }
    }

    var nameText: String { unsafe XMLTreeNode.string(name) }

    static func string(_ bytes: UnsafePointer<UInt8>?) -> String {
        guard let bytes = unsafe bytes else { return "" }
        return unsafe String(cString: bytes)
    }
}
