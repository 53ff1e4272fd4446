import Foundation
import Mimeograph
import MimeographTree
import MimeographPropertyList
import Testing

@Suite struct PropertyListValueTests {
    private let built: PropertyList = [
        "name": "Ada", "age": 36, "ratio": 2.5, "ok": true, "none": nil, "list": [1, "two", [3]], "é": "ü",
        "born": PropertyList(Date(timeIntervalSinceReferenceDate: 5)), "raw": PropertyList(Data([1, 2])),
        "big": PropertyList(UInt64.max), "ref": PropertyList(PropertyList.UID(3)),
    ]

    /// The value as it was built, and as it was read back.
    private var both: [PropertyList] {
        get throws { [built, try PropertyList(parsing: built.serialized(.binary))] }
    }

    @Test func scalars() throws {
        for list in try both {
            #expect(list["name"].string == "Ada")
            #expect(list["age"].int == 36)
            #expect(list["age"].uint64 == 36)
            #expect(list["age"].double == 36)
            #expect(list["ratio"].double == 2.5)
            #expect(list["ratio"].int == nil)
            #expect(list["ok"].bool == true)
            #expect(list["none"].isNull)
            #expect(list["big"].uint64 == .max)
            #expect(list["big"].int64 == nil)
            #expect(list["big"].double == 18_446_744_073_709_551_616)
            #expect(list["born"].date == Date(timeIntervalSinceReferenceDate: 5))
            #expect(list["raw"].data == Data([1, 2]))
            #expect(list["raw"].bytes == [1, 2])
            #expect(list["ref"].uid == PropertyList.UID(3))
            #expect(list["missing"]["deeper"][7].isNull)
            #expect(list["list"][2][0].int == 3)
            #expect(list["é"].string == "ü")
            for kind in [list["name"], list["list"], list] {
                #expect(kind.bool == nil && kind.int == nil && kind.date == nil && kind.data == nil && kind.uid == nil)
                #expect(kind.double == nil)
            }
            #expect(list.string == nil && list.array == nil && list["list"].dictionary == nil)
        }
    }

    @Test func collections() throws {
        for list in try both {
            let members = try #require(list.dictionary)
            #expect(
                Array(members.keys) == ["name", "age", "ratio", "ok", "none", "list", "é", "born", "raw", "big", "ref"]
            )
            #expect(members.count == 11)
            #expect(members["ratio"] == 2.5)
            #expect(members["nothing"] == nil)
            #expect(members.indices.map { members[$0].key } == Array(members.keys))
            let elements = try #require(list["list"].array)
            #expect(elements.count == 3)
            #expect(elements.indices.map { elements[$0] } == [1, "two", [3]])
            #expect(Array(elements) == [1, "two", [3]])
        }
    }

    @Test func changes() throws {
        for list in try both {
            var list = list
            list["name"] = "Bob"
            list["new"]["deep"] = [1]
            list["list"][3] = "four"
            list["list"][9] = "nowhere"
            list["list"].append("five")
            list.removeValue(forKey: "age")
            #expect(list["name"] == "Bob")
            #expect(list["new"]["deep"][0] == 1)
            #expect(list["list"] == [1, "two", [3], "four", "five"])
            #expect(list["age"].isNull)
            #expect(list.fileFormat == nil)
            #expect(try PropertyList(parsing: list.serialized(.binary)) == list)
        }
    }

    /// A dictionary of many members finds each of them.
    @Test(arguments: [0, 1, 2, 8, 9, 13, 200, 1_000]) func manyMembers(count: Int) throws {
        let list = PropertyList.dictionary((0..<count).map { (key: "key\($0)", value: PropertyList($0)) })
        for list in [
            list, try PropertyList(parsing: list.serialized(.binary)), try PropertyList(parsing: list.serialized()),
        ] {
            for index in stride(from: 0, to: count, by: 7) { #expect(list["key\(index)"].int == index) }
            #expect(list.dictionary?.count == count)
            #expect(list["key\(count)"].isNull)
        }
    }

    /// If a key occurs twice, the last member counts everywhere.
    @Test(arguments: [2, 5, 13, 150]) func duplicateKeys(count: Int) throws {
        var text = "<dict>"
        for index in 0..<count { text += "<key>k\(index % (count - 1))</key><integer>\(index)</integer>" }
        let list = try PropertyList(parsing: (text + "</dict>").utf8)
        #expect(list["k0"].int == count - 1)
        #expect(list.dictionary?["k0"]?.int == count - 1)
        #expect(list.dictionary?.count == count - 1)
        #expect(list.dictionary.map { Array($0.keys).count } == count - 1)
        for options in [PropertyListWritingOptions.xml, .binary, .init(sortedKeys: true)] {
            let written = try list.serialized(options)
            #expect(try PropertyList(parsing: written) == list)
            #expect(try FoundationValue.list(reading: written) == list)
        }
    }

    @Test func equality() throws {
        #expect(["a": 1, "b": 2] as PropertyList == ["b": 2, "a": 1])
        #expect(["a": 1] as PropertyList != ["a": 1.0])
        #expect(["a": 1] as PropertyList != ["b": 1])
        #expect(PropertyList(Double.nan) == PropertyList(Double.nan))
        #expect(PropertyList(1.5) != 2.5)
        #expect("\u{E9}" as PropertyList != "e\u{301}")
        #expect(PropertyList(UInt64.max) != PropertyList(Int64(-1)))
        #expect(PropertyList.date(secondsSinceReferenceDate: 1) != 1.0)
        #expect([1, 2] as PropertyList != [2, 1])
        #expect(Set([[1], [1], [2], ["a": 1]] as [PropertyList]).count == 3)
        let (one, other) = (try both[0], try both[1])
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
    }

    /// Keys are sorted by their UTF-8 bytes, in strings of either form.
    @Test func sortedKeys() throws {
        let list: PropertyList = ["\u{FFFD}": 1, "😀": 2, "z": 3, "é": 4, "": 5, "a": 6]
        for list in [list, try PropertyList(parsing: list.serialized(.binary))] {
            let sorted = try PropertyList(parsing: list.serialized(PropertyListWritingOptions(sortedKeys: true)))
            #expect(sorted.dictionary.map { Array($0.keys) } == ["", "a", "z", "é", "\u{FFFD}", "😀"])
        }
    }
}
