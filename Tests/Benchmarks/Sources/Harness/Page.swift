/// A Markdown page that holds the last report of each suite, between two comments that name the suite.
public struct Page {
    /// The text.
    public private(set) var text: String

    /// Takes a page as it is.
    public init(_ text: String) { self.text = text }

    /// Puts a suite's report in the place of the last one, or at the end where there is none.
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
