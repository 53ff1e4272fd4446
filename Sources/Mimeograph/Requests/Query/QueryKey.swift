/// A coding key of any text or place: of a query, and of a form that is read.
package struct QueryKey: CodingKey {
    package let stringValue: String
    package let intValue: Int?

    package init(_ text: String) {
        stringValue = text
        intValue = nil
    }

    package init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }

    package init?(stringValue: String) { self.init(stringValue) }
    package init?(intValue: Int) { self.init(index: intValue) }
}
