import Mimeograph
package import MimeographConformance
import MimeographJSON
import MimeographJSONPatch
import MimeographText
import SuiteSupport

/// The suites of patches.
package enum JSONPatchSuites {
    package static var all: [ConformanceSuite] { [patch, merge] }

    private static let pieces =
        #"{ } [ ] , : " "op" "path" "from" "value" "add" "remove" "replace" "move" "copy" "test" "" "/" "/a/-" "~" "/~0~1" null 1"#

    private static var patch: ConformanceSuite {
        ConformanceSuite(
            "json-patch",
            reading: JSONPatchSerializer(),
            types: ["application/json-patch+json"],
            fixtures: [
                .reads("no operation", "[]", as: []),
                .reads(
                    "all of them",
                    """
                    [{"op":"test","path":"","value":null},{"op":"add","path":"/a","value":{"b":[1.5]}},
                    {"value":"x","path":"/a/b/0","op":"replace","more":1},{"op":"copy","from":"/a","path":"/c~1~0"},
                    {"op":"move","from":"/a","path":"/d"},{"op":"remove","path":"/d"}]
                    """,
                    as: [
                        .test("", nil), .add("/a", ["b": [1.5]]), .replace("/a/b/0", "x"),
                        .copy(from: "/a", to: "/c~1~0"),
                        .move(from: "/a", to: "/d"), .remove("/d"),
                    ]
                ),
                .refuses("an object", "{}", .syntax),
                .refuses("an unknown operation", #"[{"op":"spam","path":"","value":1}]"#, .syntax),
                .refuses("a value that is missing", #"[{"op":"add","path":""}]"#, .syntax),
                .refuses("no pointer", #"[{"op":"remove","path":"a"}]"#, .syntax),
                .refuses("cut short", #"[{"op":"remove","#, .truncated),
            ],
            capabilities: [
                .writer(JSONPatchSerializer()),
                .limit(.depth) { adding(nested($0 - 2)) },
                .limit(.elements, at: 20) { adding("[\(repeatElement("0", count: $0 - 5).joined(separator: ","))]") },
                .text(
                    #"[{"op":"remove","path":"/é"}]"#,
                    as: [.remove("/é")],
                    in: [.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian]
                ),
            ] + shared()
        )
    }

    private static var merge: ConformanceSuite {
        ConformanceSuite(
            "json-merge-patch",
            reading: JSONMergePatchSerializer(),
            types: ["application/merge-patch+json"],
            fixtures: [
                .reads("nulls", #"{"a":null,"b":{"c":[null]}}"#, as: ["a": nil, "b": ["c": [nil]]]),
                .reads("no object", "[1]", as: JSONMergePatch([1])),
                .refuses("a comma too many", #"{"a":1,}"#, .syntax),
                .refuses("cut short", #"{"a":"#, .truncated),
            ],
            capabilities: [
                .writer(JSONMergePatchSerializer()),
                .limit(.depth) { Array(nested($0).utf8) },
                .limit(.elements, at: 20) {
                    Array("[\(repeatElement("0", count: $0 - 1).joined(separator: ","))]".utf8)
                },
                .text(
                    #"{"é":null}"#,
                    as: ["é": nil],
                    in: [.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian]
                ),
            ] + shared()
        )
    }

    /// Returns the capabilities of both suites.
    private static func shared<Value: Sendable>() -> [ConformanceCapability<Value>] {
        [
            .emptyBodyIsRefused,
            .plugin(JSONPatchPlugin()),
            .vocabulary(pieces.split(separator: " ").map(String.init)),
            .notApplicable(.failedWrite, because: "every patch that was read can be written"),
            .notApplicable(.declining, because: "it declines nothing"),
            .noOracle,
            .notApplicable(.outputBytes, .expansionRatio, because: "the result is not larger than the input"),
            .noPixels,
        ]
    }

    private static func adding(_ value: String) -> [UInt8] {
        Array(#"[{"op":"add","path":"","value":\#(value)}]"#.utf8)
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
}
