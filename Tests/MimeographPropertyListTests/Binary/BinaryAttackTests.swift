import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographPropertyList

/// Hostile binary property lists. Each is rejected with a location and a reason, and costs little.
@Suite struct BinaryAttackTests {
    private func failure(_ bytes: [UInt8], limits: DecodingLimits = .standard) -> SerializationError? {
        do throws(SerializationError) {
            _ = try PropertyList(parsing: bytes, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    static let bad: [(String, BinaryFile)] = [
        ("an array that holds itself", BinaryFile([0xA1, 0])),
        ("two arrays that hold each other", BinaryFile([0xA1, 1], [0xA1, 0])),
        ("a dictionary that holds itself far inside", BinaryFile([0xD1, 1, 2], [0x51, 0x61], [0xA1, 3], [0xA1, 0])),
        ("a reference to no object", BinaryFile([0xA1, 1])),
        ("a key that is an array", BinaryFile([0xD1, 1, 1], [0xA0])),
        ("a key that is the dictionary", BinaryFile([0xD1, 0, 1], [0xA0])),
        ("a key that is an integer", BinaryFile([0xD1, 1, 1], [0x10, 1])),
        ("objects that overlap", BinaryFile([0xA1, 1], [0x52, 0x61, 0x62]).with { $0.offsets = [1: 9] }),
        (
            "two offsets that are equal",
            BinaryFile([0xA2, 1, 2], [0x51, 0x61], [0x51, 0x62]).with { $0.offsets = [2: 11] }
        ),
        ("an offset into the signature", BinaryFile([0x09]).with { $0.offsets = [0: 7] }),
        ("an offset into the table", BinaryFile([0x09]).with { $0.offsets = [0: 9] }),
        ("an offset of 255", BinaryFile([0x09]).with { $0.offsets = [0: 255] }),
        (
            "an offset of 2^63",
            BinaryFile([0x09]).with {
                $0.offsetSize = 8; $0.offsets = [0: .min]
            }
        ),
        (
            "an offset of 2^64 - 1",
            BinaryFile([0x09]).with {
                $0.offsetSize = 8; $0.offsets = [0: -1]
            }
        ),
        ("2^40 objects", BinaryFile([0x09]).with { $0.objectCount = 1 << 40 }),
        ("2^63 objects", BinaryFile([0x09]).with { $0.objectCount = 1 << 63 }),
        ("2^64 - 1 objects", BinaryFile([0x09]).with { $0.objectCount = .max }),
        ("no objects", BinaryFile([0x09]).with { $0.objectCount = 0 }),
        ("a table in the signature", BinaryFile([0x09]).with { $0.tableOffset = 8 }),
        ("a table at 2^63", BinaryFile([0x09]).with { $0.tableOffset = 1 << 63 }),
        ("a table at 2^64 - 1", BinaryFile([0x09]).with { $0.tableOffset = .max }),
        ("a root that is not an object", BinaryFile([0x09]).with { $0.root = 1 }),
        ("offsets of nine bytes", BinaryFile([0x09]).with { $0.offsetSize = 9 }),
        ("references of 200 bytes", BinaryFile([0xA1, 1], [0x09]).with { $0.referenceSize = 200 }),
        ("a string of 2^63 bytes", BinaryFile([0x5F, 0x13, 0x80, 0, 0, 0, 0, 0, 0, 0])),
        ("a string of -1 bytes", BinaryFile([0x5F, 0x13] + [UInt8](repeating: 0xFF, count: 8))),
        ("wide text of 2^62 units", BinaryFile([0x6F, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0])),
        ("data of 2^40 bytes", BinaryFile([0x4F, 0x13, 0, 0, 1, 0, 0, 0, 0, 0])),
        ("an array of 2^40 elements", BinaryFile([0xAF, 0x13, 0, 0, 1, 0, 0, 0, 0, 0])),
        ("a dictionary of 2^31 members", BinaryFile([0xDF, 0x12, 0x80, 0, 0, 0])),
        ("a length that is a string", BinaryFile([0x5F, 0x51, 0x61])),
        ("a length of 16 bytes", BinaryFile([0x5F, 0x14] + [UInt8](repeating: 0, count: 16))),
        ("a length that is cut off", BinaryFile([0x5F])),
        ("a string that reaches into the table", BinaryFile([0x52, 0x61])),
        ("an integer of 32 bytes", BinaryFile([0x15] + [UInt8](repeating: 0, count: 32))),
        ("an integer of 65 bits", BinaryFile([0x14, 0, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 8))),
        (
            "an integer below -2^63",
            BinaryFile([0x14] + [UInt8](repeating: 0xFF, count: 8) + [0x7F, 0, 0, 0, 0, 0, 0, 0])
        ),
        ("a real of two bytes", BinaryFile([0x21, 0, 0])),
        ("a date of four bytes", BinaryFile([0x32, 0, 0, 0, 0])),
        ("a date that is NaN", BinaryFile([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0])),
        ("a date at infinity", BinaryFile([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0])),
        ("a date in the year 10000", BinaryFile([0x33] + BinaryFile.number(252_423_993_600.0.bitPattern, 8))),
        ("a reference of an archive of 40 bits", BinaryFile([0x84, 1, 0, 0, 0, 0])),
        ("a marker of no kind", BinaryFile([0x70])),
        ("a filler for an object", BinaryFile([0x0F])),
        ("a set", BinaryFile([0xC1, 1], [0x09])),
        ("text that is not ASCII", BinaryFile([0x51, 0xE9])),
        ("half of a pair", BinaryFile([0x61, 0xD8, 0x3D])),
        ("the other half", BinaryFile([0x62, 0xDE, 0, 0, 0x61])),
        ("half of a pair among others", BinaryFile([0x65, 0, 0x61, 0, 0x61, 0xD8, 0x3D, 0, 0x61, 0, 0x61])),
        ("another version", BinaryFile([0x09]).with { $0.signature = Array("bplist10".utf8) }),
    ]

    @Test(arguments: bad.map(\.0)) func refuses(name: String) throws {
        let file = try #require(Self.bad.first { $0.0 == name }).1
        let error = try #require(failure(file.bytes), "\(name)")
        #expect([.syntax, .invalidText, .truncated].contains(error.code), "\(name): \(error)")
        #expect(error.location != nil)
        #expect(error.remedy != nil)
    }

    /// Half of a surrogate pair is found at any position among other units, and a whole pair is read at any position.
    @Test func surrogates() throws {
        let others: [UInt16] = [0x0061, 0xD7FF, 0xE000, 0xFFFD, 0x00E9, 0x5800]
        for count in 1...11 {
            for index in 0..<count {
                var units = (0..<count).map { others[($0 + index) % others.count] }
                for half in [0xD800, 0xDBFF, 0xDC00, 0xDFFF] as [UInt16] {
                    units[index] = half
                    let error = failure(
                        BinaryFile([0x60 | UInt8(count)] + units.flatMap { BinaryFile.number(UInt64($0), 2) }).bytes
                    )
                    #expect(error?.code == .invalidText, "\(count) units, \(half) at \(index)")
                    #expect(error?.location?.offset == 9 + 2 * index)
                }
                units[index] = 0xD83D
                units.insert(0xDE00, at: index + 1)
                let object = [0x60 | UInt8(count + 1)] + units.flatMap { BinaryFile.number(UInt64($0), 2) }
                #expect(
                    try PropertyList(parsing: BinaryFile(object).bytes).string
                        == String(decoding: units, as: UTF16.self)
                )
            }
        }
    }

    /// A byte beyond ASCII is found at any position.
    @Test func bytesBeyondASCII() {
        for count in 1...14 {
            for index in 0..<count {
                var text = [UInt8](repeating: 0x7F, count: count)
                #expect(failure(BinaryFile([0x50 | UInt8(count)] + text).bytes) == nil)
                text[index] = 0x80
                #expect(failure(BinaryFile([0x50 | UInt8(count)] + text).bytes)?.code == .invalidText)
            }
        }
    }

    /// Unusual but valid lists.
    @Test func accepts() throws {
        let shared = BinaryFile([0xA3, 1, 1, 2], [0xA1, 2], [0x51, 0x61])
        #expect(try PropertyList(parsing: shared.bytes) == [["a"], ["a"], "a"])
        // The root may be any object, and some objects may have no reference.
        #expect(try PropertyList(parsing: shared.with { $0.root = 1 }.bytes) == ["a"])
        // Children come before their parents, and the table is not in order.
        let backwards = BinaryFile([0x51, 0x61], [0xA1, 0], [0xA2, 1, 0]).with { $0.root = 2 }
        #expect(try PropertyList(parsing: backwards.bytes) == [["a"], "a"])
        let unordered = BinaryFile([0x51, 0x61], [0x51, 0x62], [0xA2, 0, 1]).with {
            $0.offsets = [0: 10, 1: 8]
            $0.root = 2
        }
        #expect(try PropertyList(parsing: unordered.bytes) == ["b", "a"])
        // Offsets and references of three, five and eight bytes.
        for size in 1...8 {
            let file = BinaryFile(
                objects: [[0xA2] + BinaryFile.number(1, size) + BinaryFile.number(1, size), [0x09]],
                referenceSize: size,
                offsetSize: size
            )
            #expect(try PropertyList(parsing: file.bytes) == [true, true])
        }
        #expect(try PropertyList(parsing: BinaryFile([0x62, 0, 0x61, 0, 0x62]).bytes) == "ab")
        #expect(
            try PropertyList(parsing: BinaryFile([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x09], [0x08]).bytes) == [
                "a": false
            ]
        )
    }

    /// References of archives with each number of bytes: the leading bytes are zero, or the number needs more than 32 bits.
    @Test(arguments: 1...16) func references(size: Int) throws {
        let digits: [UInt8] = size < 4 ? Array([0x81, 0xFE, 0x7F].prefix(size)) : [0x81, 0xFE, 0x7F, 0xFF]
        let padding = [UInt8](repeating: 0, count: size - digits.count)
        let marker = 0x80 | UInt8(size - 1)
        let number = digits.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        // Other objects surround it, and must not be read as a part of it.
        func file(_ content: [UInt8]) -> BinaryFile {
            BinaryFile([0xA3, 1, 2, 1], [0x51, 0x7F], [marker] + content)
        }
        #expect(
            try PropertyList(parsing: file(padding + digits).bytes) == [
                "\u{7F}", PropertyList(PropertyList.UID(number)), "\u{7F}",
            ]
        )
        for index in 0..<padding.count {
            var content = padding + digits
            content[index] = 1
            #expect(failure(file(content).bytes)?.code == .syntax)
        }
        #expect(failure(BinaryFile([marker] + (padding + digits).dropLast()).bytes)?.code == .syntax)
    }

    /// Arrays with two references to the next one: 2^60 values in some hundred bytes.
    @Test func fanOutBomb() throws {
        var objects = (0..<60).map { [0xA2, UInt8($0 + 1), UInt8($0 + 1)] as [UInt8] }
        objects.append([0x51, 0x61])
        let error = try #require(failure(BinaryFile(objects: objects).bytes))
        #expect(error.limit?.limit == .expansionRatio)
        #expect(error.limit?.allowed == 200)
        #expect(error.message.contains("200"))
        #expect(error.remedy?.contains("DecodingLimits.expansionRatio") == true)
        var limits = DecodingLimits.standard
        limits.expansionRatio = .max
        #expect(failure(BinaryFile(objects: objects).bytes, limits: limits)?.limit?.limit == .elements)
        limits.elements = .max
        limits.outputBytes = .max
        #expect(failure(BinaryFile(objects: objects).bytes, limits: limits)?.code == nil)
        // The same with an array that is wide and not deep.
        let wide = [[0xAF, 0x11, 0x03, 0xE8] + [UInt8](repeating: 1, count: 1000)]
        let nested = wide + [[0xAF, 0x11, 0x03, 0xE8] + [UInt8](repeating: 2, count: 1000)]
        let inner = nested + [[0xAF, 0x11, 0x03, 0xE8] + [UInt8](repeating: 3, count: 1000), [0x09]]
        #expect(failure(BinaryFile(objects: inner, offsetSize: 2).bytes)?.limit?.limit == .expansionRatio)
    }

    /// References to one long string represent more bytes than they have.
    @Test func contentBomb() throws {
        let text = [0x5F, 0x12, 0, 1, 0, 0] + [UInt8](repeating: 0x61, count: 65_536)
        let array = [0xAF, 0x11, 0x10, 0] + [UInt8](repeating: 1, count: 4096)
        let file = BinaryFile(objects: [array, text], offsetSize: 4)
        #expect(failure(file.bytes)?.limit?.limit == .outputBytes)
        var limits = DecodingLimits.standard
        limits.outputBytes = 1 << 30
        #expect(failure(file.bytes, limits: limits) == nil)
    }

    @Test(arguments: [1, 2, 511, 512, 513, 20_000]) func depth(levels: Int) throws {
        var objects = (0..<levels - 1).map { [0xA1] + BinaryFile.number(UInt64($0 + 1), 2) }
        objects.append([0xA0])
        let bytes = BinaryFile(objects: objects, referenceSize: 2, offsetSize: 4).bytes
        let error = failure(bytes)
        #expect((error?.limit?.limit == .depth) == (levels > 512))
        var limits = DecodingLimits.standard
        limits.depth = levels
        let list = try PropertyList(parsing: bytes, limits: limits)
        #expect(list == (try PropertyList(parsing: list.serialized(.binary), limits: limits)))
        #expect(list.hashValue == list.hashValue)
        limits.depth = levels - 1
        #expect(failure(bytes, limits: limits)?.limit?.limit == .depth)
    }

    /// Depth also counts through shared containers.
    @Test func depthOfSharedContainers() throws {
        let file = BinaryFile([0xA2, 1, 2], [0xA1, 3], [0xA1, 4], [0xA1, 5], [0xA1, 1], [0xA0])
        var limits = DecodingLimits.standard
        limits.depth = 6
        #expect(try PropertyList(parsing: file.bytes, limits: limits) == [[[[]]], [[[[[]]]]]])
        limits.depth = 5
        #expect(failure(file.bytes, limits: limits)?.limit?.limit == .depth)
    }

    @Test func elements() throws {
        let bytes = try PropertyList.array((0..<100).map { PropertyList($0) }).serialized(.binary)
        var limits = DecodingLimits.standard
        limits.elements = 101
        #expect(failure(bytes, limits: limits) == nil)
        limits.elements = 100
        #expect(failure(bytes, limits: limits)?.limit?.limit == .elements)
        limits.elements = 0
        #expect(failure([UInt8](BinaryFile([0x09]).bytes), limits: limits)?.limit?.limit == .elements)
    }

    /// No prefix of a valid file is valid.
    @Test func everyPrefix() throws {
        let bytes = try PropertyList(
            dictionaryLiteral: ("key", [1, 2.5, "é", .data([1]), .date(secondsSinceReferenceDate: 1)])
        )
        .serialized(.binary)
        for count in 0..<bytes.count {
            let error = try #require(failure(Array(bytes[..<count])), "\(count) bytes")
            #expect(error.location != nil)
        }
    }

    @Test func nulls() throws {
        let list: PropertyList = ["a": nil, "b": [nil, 1, ["c": nil]], "d": 2]
        let bytes = try list.serialized(.binary)
        func read(_ stripping: PropertyListNullStripping) throws -> PropertyList {
            try PropertyList(parsing: bytes, options: PropertyListReadingOptions(nullStripping: stripping))
        }
        #expect(try read(.keep) == list)
        #expect(try read(.dictionaryMembers) == ["b": [nil, 1, [:]], "d": 2])
        #expect(try read(.dictionaryMembersAndArrayElements) == ["b": [1, [:]], "d": 2])
        let options = PropertyListReadingOptions(nullStripping: .dictionaryMembersAndArrayElements)
        #expect(try PropertyList(parsing: PropertyList.null.serialized(.binary), options: options).isNull)
    }
}
