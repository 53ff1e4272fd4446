import Foundation
import Mimeograph
import MimeographPropertyList
import TestSupport
import Testing

@Suite struct KeyedArchiveTests {
    /// Returns an archive of these objects; the first is `$null`, and the root is the second.
    private func archive(_ objects: PropertyList...) throws -> KeyedArchive {
        try KeyedArchive([
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": uid(1)],
            "$objects": .array(["$null"] + objects),
        ])
    }

    private func uid(_ index: UInt32) -> PropertyList { PropertyList(PropertyList.UID(index)) }

    private func failure(_ archive: KeyedArchive, limits: DecodingLimits = .standard) -> SerializationError? {
        do throws(SerializationError) {
            _ = try archive.tree(limits: limits)
            return nil
        } catch {
            return error
        }
    }

    /// Values archived by Foundation become plain values again, from either format.
    @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
    func foundationsValues(format: PropertyListSerialization.PropertyListFormat) throws {
        let root: NSDictionary = [
            "text": "Ada", "list": [1, 2.5, "x", NSNull(), [NSString("y")]] as NSArray, "data": Data([1, 2, 3]),
            "date": Date(timeIntervalSinceReferenceDate: 7), "map": ["k": "v", "same": "Ada"] as NSDictionary,
            "set": NSSet(object: "only"), "ordered": NSOrderedSet(array: ["a", "b"]),
        ]
        let archiver = NSKeyedArchiver(requiringSecureCoding: false)
        archiver.outputFormat = format
        archiver.encode(root, forKey: NSKeyedArchiveRootObjectKey)
        archiver.finishEncoding()
        let archive = try KeyedArchive(PropertyList(parsing: archiver.encodedData))
        #expect(archive.archiver == "NSKeyedArchiver")
        let tree = try archive.tree()["root"]
        #expect(tree["text"] == "Ada")
        #expect(tree["list"] == [1, 2.5, "x", nil, ["y"]])
        #expect(tree["data"] == .data([1, 2, 3]))
        #expect(tree["date"] == .date(secondsSinceReferenceDate: 7))
        #expect(tree["map"] == ["k": "v", "same": "Ada"])
        #expect(tree["set"] == ["only"])
        #expect(tree["ordered"] == ["a", "b"])
    }

    @Test func objectsOfOtherClasses() throws {
        let archive = try archive(
            ["$class": uid(2), "child": uid(3), "none": uid(0), "both": [uid(3), uid(3)]],
            ["$classname": "Window", "$classes": ["Window", "NSObject"]],
            "pane"
        )
        #expect(archive.className(of: archive.objects[1]) == "Window")
        #expect(archive[PropertyList.UID(3)] == "pane")
        #expect(archive[PropertyList.UID(4)]?.kind == nil)
        let expected: PropertyList = ["$class": "Window", "child": "pane", "none": nil, "both": ["pane", "pane"]]
        #expect(try archive.tree() == ["root": expected])
        #expect(try archive.tree(of: PropertyList.UID(1)) == expected)
    }

    /// A collection that lacks an expected member stays as it is.
    @Test func oddCollections() throws {
        let archive = try archive(
            ["$class": uid(2), "NS.keys": [1], "NS.objects": ["a"]],
            ["$classname": "NSDictionary", "$classes": ["NSDictionary", "NSObject"]]
        )
        #expect(try archive.tree()["root"] == ["$class": "NSDictionary", "NS.keys": [1], "NS.objects": ["a"]])
    }

    @Test func cycles() throws {
        for archive in [
            try archive(uid(1)), try archive([uid(1)]), try archive(["a": uid(2)], ["b": [uid(1)]]),
            try archive(uid(2), uid(1)),
        ] {
            let error = try #require(failure(archive))
            #expect(error.code == .dataShape)
            #expect(error.message.contains("holds itself"))
        }
    }

    @Test func referencesToNothing() throws {
        #expect(failure(try archive([uid(9)]))?.code == .dataShape)
        #expect(failure(try archive(uid(.max)))?.code == .dataShape)
    }

    @Test(arguments: [PropertyList.null, "x", [:], ["$archiver": "a", "$top": [:]], ["$objects": [], "$top": [:]]])
    func noArchive(list: PropertyList) {
        #expect(throws: SerializationError.self) { try KeyedArchive(list) }
    }

    /// Objects with two references each to the next one: small in the file, but as large as the limits when resolved.
    @Test func bombs() throws {
        var objects: [PropertyList] = (2..<62).map { [uid(UInt32($0)), uid(UInt32($0))] }
        objects.append("x")
        let bomb = try KeyedArchive([
            "$archiver": "a", "$top": ["root": uid(1)], "$objects": .array(["$null"] + objects),
        ])
        #expect(failure(bomb)?.limit?.limit == .elements)
        let chain = try KeyedArchive([
            "$archiver": "a", "$top": ["root": uid(1)],
            "$objects": .array(["$null"] + (2..<2_000).map { [uid(UInt32($0))] } + ["x"]),
        ])
        #expect(failure(chain)?.limit?.limit == .depth)
        let long = PropertyList(String(repeating: "x", count: 1 << 20))
        let wide = try archive(.array((0..<100).map { _ in uid(2) }), long)
        #expect(failure(wide)?.limit?.limit == .outputBytes)
    }

    /// The depth of an object that is already resolved counts at each further reference.
    @Test func depthOfSharedObjects() throws {
        let archive = try archive([uid(2), [[uid(2)]]], [[["x"]]])
        var limits = DecodingLimits.standard
        limits.depth = 7
        #expect(try archive.tree(limits: limits)["root"] == [[[["x"]]], [[[[["x"]]]]]])
        limits.depth = 6
        #expect(failure(archive, limits: limits)?.limit?.limit == .depth)
    }

    @Test(
        .needsCorpora,
        arguments: ["plist-cpython/valid/KEYED_ARCHIVE.bin.plist", "plist-rust/data/binary_NSKeyedArchiver.plist"]
    )
    func corpora(path: String) throws {
        let tree = try KeyedArchive(PropertyList(parsing: Corpora.read(path))).tree()
        if path.contains("cpython") {
            #expect(tree["root"] == "KeyArchive UID Test")
        } else {
            #expect(tree["foundItems"]["$class"] == "NSMutableIndexSet")
            #expect(tree["foundItems"]["NSRangeData"].kind == .data)
        }
    }
}
