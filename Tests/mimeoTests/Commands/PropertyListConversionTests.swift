import Foundation
import MimeographPropertyList
import Testing

@testable import mimeo

/// Conversions between JSON, XML and binary property lists.
@Suite struct PropertyListConversionTests {
    private func run(_ input: [UInt8], from type: String, to wanted: String, _ more: String...) -> ToolRun {
        ToolRun(["convert", "-", "--type=\(type)", "--to=\(wanted)"] + more, input: input)
    }

    @Test func jsonToPropertyLists() throws {
        let json = Array(#"{"a":[1,-2.5,1e2,18446744073709551615,"é",true,{}],"b":"c"}"#.utf8)
        let expected: PropertyList = ["a": [1, -2.5, 100.0, PropertyList(UInt64.max), "é", true, [:]], "b": "c"]
        let xml = run(json, from: "application/json", to: "application/x-plist")
        #expect(xml.exitCode == .success)
        #expect(xml.outputBytes == (try expected.serialized()))
        let binary = run(json, from: "application/json", to: "application/x-bplist")
        #expect(binary.outputBytes == (try expected.serialized(.binary)))
        let back = run(binary.outputBytes, from: "application/x-bplist", to: "application/json")
        #expect(back.output == #"{"a":[1,-2.5,100,18446744073709551615,"é",true,{}],"b":"c"}"#)
        #expect(
            run(binary.outputBytes, from: "application/x-plist", to: "application/x-plist").outputBytes
                == xml.outputBytes
        )
        #expect(
            run(xml.outputBytes, from: "application/x-plist", to: "application/x-bplist").outputBytes
                == binary.outputBytes
        )
    }

    /// The conversion follows the rules for JSON and XML, with JSON as the intermediate form.
    @Test func xmlToPropertyListsAndBack() throws {
        let xml = Array(#"<?xml version="1.0" encoding="UTF-8"?><a x="1"><b>t</b><b/></a>"#.utf8)
        let list = run(xml, from: "application/xml", to: "application/x-bplist")
        let expected: PropertyList = ["a": ["@x": "1", "b": ["t", ""]]]
        #expect(list.outputBytes == (try expected.serialized(.binary)))
        let back = run(list.outputBytes, from: "application/x-bplist", to: "application/xml")
        #expect(back.outputBytes == xml)
        let dated = try (["d": .date(secondsSinceReferenceDate: 0)] as PropertyList).serialized()
        let written = run(dated, from: "application/x-plist", to: "application/xml")
        #expect(written.output.contains("<d>2001-01-01T00:00:00Z</d>"))
        #expect(written.errorOutput.contains(ConversionLoss.date.rawValue))
    }

    /// Values that JSON does not have become text, and the tool reports it.
    @Test func losses() throws {
        let list: PropertyList = [
            "date": .date(secondsSinceReferenceDate: 0), "moment": .date(secondsSinceReferenceDate: 0.5),
            "data": .data([1, 2, 3]), "uid": PropertyList(PropertyList.UID(7)),
        ]
        let json = run(try list.serialized(.binary), from: "application/x-plist", to: "application/json")
        #expect(
            json.output
                == #"{"date":"2001-01-01T00:00:00Z","moment":"2001-01-01T00:00:00.500Z","data":"AQID","uid":{"CF$UID":7}}"#
        )
        for loss in [ConversionLoss.date, .data, .uid] { #expect(json.errorOutput.contains(loss.rawValue)) }
    }

    @Test(arguments: ["[18446744073709551616]", "[-9223372036854775809]", "[1e400]"]) func largeNumbers(json: String) {
        let run = run(Array(json.utf8), from: "application/json", to: "application/x-plist")
        #expect(run.exitCode == .badBody)
        #expect(run.errorOutput.contains("too large for a property list"))
    }

    @Test func nullsAndInfinities() throws {
        let json = run(Array("[null]".utf8), from: "application/json", to: "application/x-plist")
        #expect(json.exitCode == .badBody)
        #expect(json.errorOutput.contains("null"))
        let stripped = run(
            Array("[null]".utf8),
            from: "application/json",
            to: "application/x-plist",
            "--strip-nulls=all"
        )
        #expect(stripped.exitCode == .success)
        let list = try PropertyList.array([PropertyList(Double.infinity)]).serialized()
        #expect(run(list, from: "application/x-plist", to: "application/json").exitCode == .badBody)
    }

    @Test(arguments: [
        ("application/json", 2_000, true), ("application/json", 2_049, false), ("application/json", 100_000, false),
    ])
    func depth(type: String, levels: Int, isConverted: Bool) {
        let json = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let there = run(Array(json.utf8), from: type, to: "application/x-bplist", "--limits-depth=100000")
        #expect(there.exitCode == (isConverted ? .success : .badBody))
        if isConverted {
            let back = run(there.outputBytes, from: "application/x-bplist", to: type, "--limits-depth=100000")
            #expect(back.output == json)
        } else {
            #expect(there.errorOutput.contains("nesting depth"))
        }
    }

    @Test func decodes() throws {
        let list = try PropertyList.array([1]).serialized(.binary)
        for arguments in [["--type=application/x-bplist"], ["--type=application/x-plist", "--as=plist"], []] {
            let run = ToolRun(["decode", "-"] + arguments, input: list)
            #expect(run.exitCode == .success)
            #expect(run.output.contains("<integer>1</integer>"))
        }
    }

    /// Nearly any text is a valid OpenStep property list, so OpenStep is read only on request.
    @Test(arguments: [("hello", #""hello""#), ("{ a = (b, \"c d\"); e = <0102>; }", #"{"a":["b","c d"],"e":"AQI="}"#)])
    func openStep(text: String, json: String) {
        let input = Array(text.utf8)
        for arguments in [["decode", "-"], ["convert", "-", "--to=application/json"]] {
            let typed = arguments + ["--type=application/x-plist", "--as=plist"]
            #expect(ToolRun(typed, input: input).exitCode == .badBody)
            #expect(ToolRun(typed + ["--openstep"], input: input).exitCode == .success)
        }
        let converted = run(input, from: "application/x-plist", to: "application/json", "--openstep")
        #expect(converted.output == json)
        let list = run(input, from: "application/x-plist", to: "application/x-bplist", "--openstep")
        #expect(run(list.outputBytes, from: "application/x-bplist", to: "application/json").output == json)
        // XML and binary property lists are still recognized.
        #expect(run(list.outputBytes, from: "application/x-plist", to: "application/json", "--openstep").output == json)
        // Text stays text, unless a property list is requested.
        #expect(ToolRun(["decode", "-", "--type=text/plain", "--openstep"], input: input).output.contains(text))
    }

    /// An invalid OpenStep property list is an error with a location.
    @Test func badOpenStep() {
        let run = run(Array("{ a = b".utf8), from: "application/x-plist", to: "application/json", "--openstep")
        #expect(run.exitCode == .badBody)
        #expect(run.errorOutput.contains("ends in the middle of the property list"))
    }
}
