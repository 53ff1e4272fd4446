import CMimeographXML

/// libxml2 as a whole.
enum XMLLibrary {
    /// Makes it ready; the first call does it, and others wait for that.
    static let isReady: Bool = {
        mimeograph_xml_prepare()
        return true
    }()

    /// The deepest nesting that it reads without the option that takes all its limits away.
    static var depth: Int { Int(mimeograph_xml_library_depth()) }

    /// Whether it, or the iconv below it, knows an encoding of that name.
    static func knows(encoding name: String) -> Bool {
        // SAFETY: the string ends with a zero and is only read.
        guard isReady else { return false }
        return unsafe mimeograph_xml_knows_encoding(name) != 0
    }
}
