import Mimeograph
package import MimeographConformance
import MimeographPropertyList
import MimeographText
package import SuiteSupport

/// The suites of property lists: values and any `Codable` type, as XML and as binary.
package enum PropertyListSuites {
    package static var all: [ConformanceSuite] { [value, binaryValue, format(), binaryFormat] }

    private static let types: [MediaRange] = [
        "application/x-plist", "application/x-apple-plist", "application/x-bplist",
    ]
    private static let list: PropertyList = ["name": "Ada é", "list": [1, 2.5, true, "x&<"], "none": [:]]
    private static let text = xml(
        """
        <dict><key>name</key><string>Ada é</string><key>list</key><array><integer>1</integer><real>2.5</real><true/>\
        <string>x&amp;&lt;</string></array><key>none</key><dict/></dict>
        """
    )

    /// Values, read from every format and written as XML.
    private static var value: ConformanceSuite {
        ConformanceSuite(
            "property-list",
            reading: PropertyListResponseSerializer(),
            types: types,
            fixtures: [
                .reads("XML", text, as: list),
                .refuses("an open element", String(text.dropLast(12)), .truncated),
                .refuses("a key without a value", xml("<dict><key>a</key></dict>"), .syntax),
                .declines("text that is not a list", Array("hello".utf8)),
            ],
            capabilities: [
                .writer(PropertyListRequestSerializer()),
                .unwritable(.null),
                .text(xml("<string>é</string>"), as: "é", in: encodings),
                .noOracle,
            ] + shared(wrapping: nil)
        )
    }

    private static var binaryValue: ConformanceSuite {
        ConformanceSuite(
            "property-list-binary",
            reading: PropertyListResponseSerializer(),
            types: types,
            fixtures: [
                .reads("binary", binary, as: ["a": [1, "b"]]),
                .refuses("no trailer", Array("bplist00".utf8)),
            ],
            capabilities: [
                .writer(
                    PropertyListRequestSerializer(
                        options: PropertyListWritingOptions(format: .binary, allowsNull: false)
                    )
                ),
                .unwritable(.null),
                .large { size in
                    let list: PropertyList = ["text": PropertyList(String.counting(to: size)), "number": 1]
                    return .reads("large", (try? PropertyListFormat(writing: .binary).encode(list)) ?? [], as: list)
                },
                .notApplicable(.charsets, because: "the format says itself in what its texts are"),
                .notApplicable(.declining, because: "it declines nothing that begins as a list does"),
                .noOracle,
            ] + shared(wrapping: nil)
        )
    }

    /// Any `Codable` type, written as XML.
    ///
    /// - Parameter more: The further capabilities that a test declares, such as another reader.
    package static func format(
        _ more: [ConformanceCapability<Record>] = [.noOracle]
    ) -> ConformanceSuite {
        ConformanceSuite(
            "property-list-format",
            format: PropertyListFormat(),
            of: Record.self,
            types: types,
            fixtures: [
                .reads("all of it", Record.samplePropertyList, as: .sample),
                .refuses("another shape", xml("<array/>"), .dataShape),
                .refuses("cut short", String(Record.samplePropertyList.dropLast(12)), .truncated),
            ],
            capabilities: [
                .unwritable(Record.named("\u{0}")),
                .text(xml("<dict>\(Record.named("é").propertyListMembers)</dict>"), as: .named("é"), in: encodings),
            ] + shared(wrapping: Record.named("a").propertyListMembers) + more
        )
    }

    private static var binaryFormat: ConformanceSuite {
        ConformanceSuite(
            "property-list-binary-format",
            format: PropertyListFormat(writing: .binary),
            of: Record.self,
            types: types,
            fixtures: [.reads("all of it", Record.samplePropertyList, as: .sample)],
            capabilities: [
                .text(xml("<dict>\(Record.named("é").propertyListMembers)</dict>"), as: .named("é"), in: encodings),
                .notApplicable(.failedWrite, because: "a record can always be written as binary"),
                .noOracle,
            ] + shared(wrapping: Record.named("a").propertyListMembers)
        )
    }

    private static let encodings: [TextEncoding] = [.utf8, .utf16LittleEndian, .utf16BigEndian]

    /// `{a: [1, "b"]}`: five objects, a table of offsets and the trailer.
    private static let binary = [UInt8](
        joining: Array("bplist00".utf8),
        [0xD1, 1, 2, 0x51, 0x61, 0xA2, 3, 4, 0x10, 1, 0x51, 0x62],
        [8, 11, 13, 16, 18],
        [0, 0, 0, 0, 0, 0, 1, 1],
        [0, 0, 0, 0, 0, 0, 0, 5],
        [UInt8](repeating: 0, count: 8),
        [0, 0, 0, 0, 0, 0, 0, 20]
    )

    /// Returns the capabilities of values of every kind.
    ///
    /// - Parameter members: The members of a dictionary around the costly value, if the type needs them.
    private static func shared<Value: Sendable>(wrapping members: String?) -> [ConformanceCapability<Value>] {
        let start = members.map { "<dict>\($0)<key>more</key>" } ?? ""
        let end = members == nil ? "" : "</dict>"
        // A dictionary with a name, a number, a list of one text, and four keys.
        let values = members == nil ? 0 : 5
        let levels = members == nil ? 0 : 1
        return [
            .limit(.depth) { depth in
                let lists = depth - levels
                return Array(
                    xml(
                        start + String(repeating: "<array>", count: lists)
                            + String(repeating: "</array>", count: lists) + end
                    ).utf8
                )
            },
            .limit(.elements, at: 20) { count in
                Array(
                    xml("\(start)<array>\(String(repeating: "<true/>", count: count - values - 1))</array>\(end)").utf8
                )
            },
            .emptyBodyIsRefused,
            .plugin(PropertyListPlugin()),
            .vocabulary([
                "<dict>", "</dict>", "<key>a</key>", "<array/>", "<string>", "<integer>99999999999999999999</integer>",
                "<data>!</data>", "<date>x</date>", "<real>nan</real>", "bplist00", "\u{0}", "<!--", "<![CDATA[",
                "&#0;",
            ]),
            .notApplicable(.outputBytes, .expansionRatio, because: "the result is not larger than the input"),
            .noPixels,
        ]
    }

    /// Returns a list in XML.
    fileprivate static func xml(_ value: String) -> String {
        "<?xml version=\"1.0\"?>\n<plist version=\"1.0\">\(value)</plist>"
    }
}

extension Record {
    /// The sample as another writer may write it.
    static let samplePropertyList = PropertyListSuites.xml(
        """
        <dict><key>name</key><string>Ada &amp; "é"</string><key>ratio</key><real>-2.5</real><key>count</key>\
        <integer>9007199254740993</integer><key>tags</key><array><string>a</string><string>b c</string></array>\
        <key>child</key><array><dict>\(Record.named("").propertyListMembers)</dict></array></dict>
        """
    )

    /// The members of a dictionary, the name written as it is.
    var propertyListMembers: String {
        """
        <key>name</key><string>\(name)</string><key>ratio</key><real>0</real>\
        <key>tags</key><array><string>x</string></array>
        """
    }
}
