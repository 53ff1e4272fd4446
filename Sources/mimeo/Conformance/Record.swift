/// A `Codable` type with text, numbers, lists and nesting, for the suites of formats.
struct Record: Codable, Hashable, Sendable {
    /// Text.
    var name: String
    /// A number; formats differ in whether it may be infinite.
    var ratio: Double
    /// A number that is left out where there is none.
    var count: Int?
    /// A list.
    var tags: [String]
    /// Nesting without an end to it.
    var child: [Record]?

    /// One of everything.
    static let sample = Record(
        name: "Ada & \"é\"",
        ratio: -2.5,
        count: 9_007_199_254_740_993,
        tags: ["a", "b c"],
        child: [Record(name: "", ratio: 0, tags: ["x"])]
    )

    /// A record with that name and nothing else.
    static func named(_ name: String) -> Record { Record(name: name, ratio: 0, tags: ["x"]) }

    /// A record that no format without infinity can write.
    static let withInfinity = Record(name: "a", ratio: .infinity, tags: ["x"])
}
