/// A Markdown page that holds the latest report of each suite, between two comments that name the suite.
public struct Page {
    /// The text.
    public private(set) var text: String

    /// Makes a page from its text.
    public init(_ text: String) { self.text = text }

    /// Replaces a suite's last report, or adds the report at the end if the page has none.
    public mutating func replace(suite name: String, by report: String) {
        let begin = "<!-- suite \(name) -->\n"
        let end = "<!-- end \(name) -->\n"
        let section = "\(begin)\n## \(name)\n\n\(report)\n\(end)"
        if let first = text.firstRange(of: begin), let last = text[first.upperBound...].firstRange(of: end) {
            text.replaceSubrange(first.lowerBound..<last.upperBound, with: section)
        } else {
            text += (text.isEmpty || text.hasSuffix("\n\n") ? "" : "\n") + section
        }
    }
}
