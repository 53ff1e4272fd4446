/// A `Codable` type with text, numbers, lists and nesting, for the suites of formats.
package struct Record: Codable, Hashable, Sendable {
    /// Text.
    package var name: String
    /// A number. Formats differ in whether it may be infinite.
    package var ratio: Double
    /// A number that is left out if it is nil.
    package var count: Int?
    /// A list.
    package var tags: [String]
    /// Nesting to any depth.
    package var child: [Record]?

    /// One of everything.
    package static let sample = Record(
        name: "Ada & \"é\"",
        ratio: -2.5,
        count: 9_007_199_254_740_993,
        tags: ["a", "b c"],
        child: [Record(name: "", ratio: 0, tags: ["x"])]
    )

    /// Returns a record with only a name.
    package static func named(_ name: String) -> Record { Record(name: name, ratio: 0, tags: ["x"]) }

    /// A record that no format without infinity can write.
    package static let withInfinity = Record(name: "a", ratio: .infinity, tags: ["x"])
}
