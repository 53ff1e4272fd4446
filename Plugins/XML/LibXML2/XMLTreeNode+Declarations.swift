import CMimeographXML

// SAFETY, for all of this file: as in XMLTreeNode.swift.

extension XMLTreeNode {
    /// A number that is the same for all nodes of one tree with one local name at one address; 0 without a name. libxml2
    /// keeps most names once for each tree, so that few names have several.
    var nameIdentity: UInt { unsafe UInt(bitPattern: name) }

    /// A number that stands for the declaration that the node's prefix comes from; 0 for none.
    var namespaceIdentity: UInt { unsafe UInt(bitPattern: namespace) }

    /// The prefixes that an element binds itself, in order. The default namespace has none.
    var declarations: [(prefix: String?, uri: String)] {
        var declarations: [(prefix: String?, uri: String)] = []
        var next = unsafe firstDeclaration
        while let declaration = unsafe next {
            let prefix = unsafe declaration.pointee.prefix.map { unsafe String(cString: $0) }
            let uri = unsafe declaration.pointee.href.map { unsafe String(cString: $0) }
            declarations.append((prefix, uri ?? ""))
            unsafe next = unsafe UnsafePointer(declaration.pointee.next)
        }
        return declarations
    }
}
