import Foundation
import Mimeograph
import MimeographPropertyList
import TestSupport
import Testing

/// Written lists against Python's plistlib, which must be installed in continuous integration.
@Suite(
    .enabled(
        if: FileManager.default.isExecutableFile(atPath: Plistlib.path) || Corpora.isContinuousIntegration,
        "there is no /usr/bin/python3"
    )
) struct PlistlibTests {
    static let lists: [PropertyList] = [
        [
            "text": "a<b>&\"'é😀\n\t ", "integers": [0, -1, 255, 65_536, 9_223_372_036_854_775_807],
            "unsigned": PropertyList(UInt64.max), "flags": [true, false], "empty": [[], [:], "", .data([])],
            "date": .date(secondsSinceReferenceDate: 123_456_789), "data": .data((0..<200).map { UInt8($0) }),
            "nested": ["a": ["b": ["c": .data((0..<100).map { UInt8($0) })]]], "unordered": 1, "é": 2, "": 3,
        ],
        [], [:], "root", 7, true, .data([1, 2, 3]), .date(secondsSinceReferenceDate: -978_307_200),
        .array((0..<300).map { PropertyList("number \($0)") }),
    ]

    /// Plistlib reads the same list from both formats, and writes the same bytes of XML.
    @Test func isReadAndWrittenAlike() throws {
        for sortedKeys in [false, true] {
            let options = PropertyListWritingOptions(sortedKeys: sortedKeys)
            let xml = try Self.lists.map { try $0.serialized(options) }
            let binary = try Self.lists.map { try $0.serialized(.binary) }
            #expect(try Plistlib.rewritten(xml, sortedKeys: sortedKeys) == xml)
            #expect(try Plistlib.rewritten(binary, sortedKeys: sortedKeys) == xml)
        }
    }

    /// References of keyed archives, which plistlib writes in the binary format only, and null.
    @Test func references() throws {
        let numbers: [UInt32] = [0, 1, 255, 256, 65_535, 65_536, .max]
        let list: PropertyList = ["uids": .array(numbers.map { PropertyList(PropertyList.UID($0)) }), "none": nil]
        let rewritten = try Plistlib.rewritten([list.serialized(.binary)], sortedKeys: false, format: "FMT_BINARY")
        #expect(try PropertyList(parsing: rewritten[0]) == list)
    }

    /// Plistlib writes reals differently, but they are the same numbers.
    @Test func reals() throws {
        let list: PropertyList = [
            0.1, 1e300, 3.0, -0.5, 5e-300, 1e16, 123_456_789.123, PropertyList(Double.infinity),
            PropertyList(-Double.infinity),
        ]
        for options in [PropertyListWritingOptions.xml, .binary] {
            let rewritten = try Plistlib.rewritten([list.serialized(options)], sortedKeys: false)
            #expect(try PropertyList(parsing: rewritten[0]) == list)
        }
    }
}

/// Python's reader and writer of property lists, in its own process.
enum Plistlib {
    static let path = "/usr/bin/python3"

    /// The script that reads each list with plistlib and writes it again. The lists are sent and returned one after the other,
    /// each after a line with its length.
    private static let script = """
        import sys, plistlib
        lines = sys.stdin.buffer
        while length := lines.readline():
            value = plistlib.loads(lines.read(int(length)))
            output = plistlib.dumps(value, sort_keys=sys.argv[1] == "sorted", fmt=getattr(plistlib, sys.argv[2]))
            sys.stdout.buffer.write(b"%d\\n" % len(output) + output)
        """

    static func rewritten(
        _ lists: [[UInt8]],
        sortedKeys: Bool,
        format: String = "FMT_XML"
    ) throws -> [[UInt8]] {
        let outcome = try ChildProcess.run(
            path,
            ["-c", script, sortedKeys ? "sorted" : "as they are", format],
            input: lists.flatMap { Array("\($0.count)\n".utf8) + $0 }
        )
        try #require(outcome.status == 0, "\(outcome.errors)")
        var rest = outcome.output[...]
        var result: [[UInt8]] = []
        while let end = rest.firstIndex(of: 0x0A) {
            let length = try #require(Int(String(decoding: rest[..<end], as: UTF8.self)))
            result.append([UInt8](rest[(end + 1)...].prefix(length)))
            rest = rest[(end + 1)...].dropFirst(length)
        }
        return result
    }
}
