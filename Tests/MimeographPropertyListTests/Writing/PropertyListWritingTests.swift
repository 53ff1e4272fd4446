import Foundation
import Mimeograph
import MimeographPropertyList
import Testing

@Suite struct PropertyListWritingTests {
    private func encoded(_ format: PropertyListSerialization.PropertyListFormat) throws -> [UInt8] {
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        return [UInt8](try encoder.encode(SampleList()))
    }

    /// The same bytes as Foundation's encoder, for lists read from either of its formats.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func asPropertyListEncoder(source: PropertyListSerialization.PropertyListFormat) throws {
        let list = try PropertyList(parsing: encoded(source))
        let written = try list.serialized(PropertyListWritingOptions(sortedKeys: true))
        #expect(String(decoding: written, as: UTF8.self) == String(decoding: try encoded(.xml), as: UTF8.self))
    }

    @Test func asTheXMLEncoderOfABuiltValue() throws {
        let list: PropertyList = ["b": [1, 2.5, "x", true, [], [:]], "a": .data([1, 2, 3])]
        let expected = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
            <dict>
            \t<key>b</key>
            \t<array>
            \t\t<integer>1</integer>
            \t\t<real>2.5</real>
            \t\t<string>x</string>
            \t\t<true/>
            \t\t<array/>
            \t\t<dict/>
            \t</array>
            \t<key>a</key>
            \t<data>
            \tAQID
            \t</data>
            </dict>
            </plist>

            """
        #expect(list.description == expected)
    }

    /// Foundation and this reader read the same list from either written format.
    @Test(arguments: PropertyListWritingOptions.Format.allCases)
    func isReadBack(format: PropertyListWritingOptions.Format) throws {
        let list = try PropertyList(parsing: encoded(.binary))
        let written = try list.serialized(PropertyListWritingOptions(format: format))
        let again = try PropertyListDecoder().decode(SampleList.self, from: Data(written))
        var wanted = SampleList()
        if format == .xml {
            // XML holds whole seconds.
            wanted.dates = wanted.dates.map {
                Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate.rounded(.down))
            }
        }
        #expect(again == wanted)
        let ours = try PropertyList(parsing: written)
        if format == .binary { #expect(ours == list) }
        #expect(try ours.serialized(PropertyListWritingOptions(format: format)) == written)
        #expect(ours.hashValue == (try PropertyList(parsing: written)).hashValue)
    }

    /// Foundation writes a reference of a keyed archive in XML as a dictionary, which is read as a reference again.
    @Test func references() throws {
        let list: PropertyList = ["a": PropertyList(PropertyList.UID(70_000)), "b": PropertyList(PropertyList.UID(5))]
        for options in [PropertyListWritingOptions.xml, .binary] {
            let written = try list.serialized(options)
            #expect(try PropertyList(parsing: written) == list)
        }
    }

    /// Equal strings, numbers, dates and data are one object each.
    @Test func equalValuesAreWrittenOnce() throws {
        let row: PropertyList = [
            "name": "a name that is long", "size": 100_000, "ratio": 0.1, "data": .data([9, 9, 9]),
        ]
        let one = try PropertyList.array([row]).serialized(.binary).count
        let many = try PropertyList.array(repeatElement(row, count: 100)).serialized(.binary).count
        // A row is a marker and eight references, and one offset.
        #expect(many - one < 99 * (9 + 2 + 2))
    }

    /// Characters that must be escaped, and characters that XML cannot hold, are found at any offset of a text.
    @Test func escapes() throws {
        for count in 1...18 {
            for index in 0..<count {
                for scalar in ["<", ">", "&", "=", "?", "%", "'", "\u{7F}", "é", "\u{FFFD}", "\t", "\r"]
                    as [Unicode.Scalar]
                {
                    var scalars = [Unicode.Scalar](repeating: "n", count: count)
                    scalars[index] = scalar
                    var text = ""
                    text.unicodeScalars.append(contentsOf: scalars)
                    let encoder = PropertyListEncoder()
                    encoder.outputFormat = .xml
                    let written = try PropertyList.array([PropertyList(text)]).serialized()
                    #expect(Data(written) == (try encoder.encode([text])), "\(scalar.value) at \(index)")
                    #expect(try PropertyList(parsing: written) == [PropertyList(text)])
                }
                for scalar in ["\u{0}", "\u{1F}", "\u{FFFE}", "\u{FFFF}"] as [Unicode.Scalar] {
                    var scalars = [Unicode.Scalar](repeating: "n", count: count)
                    scalars[index] = scalar
                    var text = ""
                    text.unicodeScalars.append(contentsOf: scalars)
                    #expect(throws: SerializationError.self) { try PropertyList(text).serialized() }
                }
            }
        }
    }

    static let unencodable: [(PropertyList, PropertyListWritingOptions)] = [
        (.null, .xml), (["a": ["b", .null]], .xml), ("\u{1}", .xml), (["\u{FFFE}": 1], .xml),
        (["x": .date(secondsSinceReferenceDate: .nan)], .xml),
        (.date(secondsSinceReferenceDate: 252_423_993_600), .binary), (.date(secondsSinceReferenceDate: 1e300), .xml),
        (.date(secondsSinceReferenceDate: -.infinity), .binary),
    ]

    @Test func unencodableValues() {
        for (list, options) in Self.unencodable {
            let error = #expect(throws: SerializationError.self) { try list.serialized(options) }
            #expect(error?.code == .unencodableValue)
            #expect(error?.remedy != nil)
        }
    }

    @Test func binaryHoldsTextThatXMLCannot() throws {
        let list: PropertyList = ["a": [.null, "\u{0}\u{1}\u{FFFE}"]]
        #expect(try PropertyList(parsing: list.serialized(.binary)) == list)
    }

    /// Thousands of objects need references and offsets of more bytes.
    @Test(arguments: [0, 1, 14, 15, 100, 253, 254, 255, 256, 257, 5_000, 66_000])
    func manyObjects(count: Int) throws {
        let list = PropertyList.array((0..<count).map { PropertyList("\($0)") })
        let written = try list.serialized(.binary)
        #expect(try PropertyList(parsing: written) == list)
        #expect(try FoundationValue.list(reading: written) == list)
    }
}
