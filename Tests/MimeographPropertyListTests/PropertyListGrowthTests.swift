import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographPropertyList

/// The cost of a property list is in proportion to its size, in each of its formats.
@Suite struct PropertyListGrowthTests {
    static func xml(_ content: String) -> [UInt8] { Array("<plist>\(content)</plist>".utf8) }

    /// Bodies that are meant to be expensive. Each grows with a number.
    static let bodies: [(String, @Sendable (Int) -> [UInt8])] = [
        (
            "keys",
            { size in
                xml("<dict>" + (0..<size).map { "<key>k\($0)</key><integer>\($0)</integer>" }.joined() + "</dict>")
            }
        ),
        ("one key", { size in xml("<dict>" + String(repeating: "<key>a</key><true/>", count: size) + "</dict>") }),
        ("integers", { size in xml("<array>" + String(repeating: "<integer>7</integer>", count: size) + "</array>") }),
        (
            "deep arrays",
            { size in xml(String(repeating: "<array>", count: size) + String(repeating: "</array>", count: size)) }
        ),
        (
            "deep dictionaries",
            { size in
                xml(
                    String(repeating: "<dict><key>a</key>", count: size) + "<true/>"
                        + String(repeating: "</dict>", count: size)
                )
            }
        ),
        ("a long string", { size in xml("<string>" + String(repeating: "x", count: 8 * size) + "</string>") }),
        ("entities", { size in xml("<string>" + String(repeating: "&amp;&#x41;", count: size) + "</string>") }),
        ("CDATA", { size in xml("<string>" + String(repeating: "<![CDATA[a]]>", count: size) + "</string>") }),
        ("comments", { size in xml(String(repeating: "<!-- - -->", count: size) + "<true/>") }),
        ("white space", { size in xml("<array>" + String(repeating: " \r\n\t", count: size) + "</array>") }),
        (
            "an integer of many digits",
            { size in xml("<integer>" + String(repeating: "0", count: size) + "1</integer>") }
        ),
        (
            "a real of many digits",
            { size in xml("<real>0." + String(repeating: "0123456789", count: size / 10) + "</real>") }
        ),
        ("a real with a long exponent", { size in xml("<real>1e" + String(repeating: "9", count: size) + "</real>") }),
        ("data", { size in xml("<data>" + String(repeating: "QUJD\n", count: size) + "</data>") }),
        (
            "a document type",
            { size in Array("<!DOCTYPE plist \(String(repeating: "\"a\" ", count: size))>".utf8) + xml("<true/>") }
        ),
        ("attributes", { size in xml("<string " + (0..<size).map { "a\($0)=\"b\" " }.joined() + ">x</string>") }),
        ("no end", { size in Array(("<plist>" + String(repeating: "<array>", count: size)).utf8) }),
        ("OpenStep members", { size in Array(("{" + (0..<size).map { "k\($0) = \($0);" }.joined() + "}").utf8) }),
        ("OpenStep elements", { size in Array(("(" + String(repeating: "a, ", count: size) + ")").utf8) }),
        (
            "OpenStep depth",
            { size in Array((String(repeating: "(", count: size) + String(repeating: ")", count: size)).utf8) }
        ),
        ("OpenStep escapes", { size in Array(("\"" + String(repeating: "\\U00e9\\101", count: size) + "\"").utf8) }),
        ("OpenStep data", { size in Array(("<" + String(repeating: "0a 0b ", count: size) + ">").utf8) }),
        ("OpenStep comments", { size in Array((String(repeating: "/* * */ // x\n", count: size) + "a").utf8) }),
        ("OpenStep, an open comment", { size in Array(("(a, /*" + String(repeating: "*", count: size)).utf8) }),
        ("OpenStep strings", { size in Array((String(repeating: "k = 'v';", count: size)).utf8) }),
        (
            "binary members",
            { size in
                (try? PropertyList.dictionary((0..<size).map { (key: "k\($0)", value: PropertyList($0)) }).serialized(
                    .binary
                )) ?? []
            }
        ),
        ("binary depth", { size in chain(size).bytes }),
        ("binary references", { size in references(size, chain: 4).bytes }),
        ("binary references to a chain", { size in references(size, chain: 400).bytes }),
        ("binary references to a wide array", { size in wide(size).bytes }),
        (
            "binary references to one string",
            { size in
                BinaryFile(
                    objects: [
                        array((0..<size).map { _ in 1 }), [0x5F, 0x10, 40] + [UInt8](repeating: 0x61, count: 40),
                    ],
                    referenceSize: 2,
                    offsetSize: 4
                ).bytes
            }
        ),
        (
            "binary wide text",
            { size in (try? PropertyList(String(repeating: "日本", count: size)).serialized(.binary)) ?? [] }
        ),
        (
            "binary wide keys",
            { size in
                (try? PropertyList.dictionary((0..<size).map { (key: "日\($0)", value: PropertyList($0)) }).serialized(
                    .binary
                )) ?? []
            }
        ),
    ]

    private static func array(_ references: [Int]) -> [UInt8] {
        [0xAF, 0x12] + BinaryFile.number(UInt64(references.count), 4)
            + references.flatMap { BinaryFile.number(UInt64($0), 2) }
    }

    /// Returns nested arrays.
    private static func chain(_ levels: Int) -> BinaryFile {
        BinaryFile(objects: (1..<max(2, levels)).map { array([$0]) } + [[0xA0]], referenceSize: 2, offsetSize: 4)
    }

    /// Returns an array of references to the outermost of nested arrays.
    static func references(_ count: Int, chain levels: Int) -> BinaryFile {
        let chain = (0..<levels - 1).map { array([$0 + 2]) } + [[0xA0] as [UInt8]]
        return BinaryFile(objects: [array([Int](repeating: 1, count: count))] + chain, referenceSize: 2, offsetSize: 4)
    }

    /// Returns an array of references to an array of the same size.
    private static func wide(_ count: Int) -> BinaryFile {
        BinaryFile(
            objects: [array([Int](repeating: 1, count: count)), array([Int](repeating: 2, count: count)), [0x09]],
            referenceSize: 2,
            offsetSize: 4
        )
    }

    static let limits = DecodingLimits(inputBytes: .max, depth: .max, elements: .max)
    static let options = PropertyListReadingOptions(allowsOpenStep: true)
    struct Record: Decodable { var a: Int? }
    enum Choice: String, Decodable { case one }
    enum Case: Decodable { case one(Int), two }

    static let works: [(String, @Sendable ([UInt8]) throws -> Void)] = {
        func decoding<T: Decodable & SendableMetatype>(_ type: T.Type) -> @Sendable ([UInt8]) throws -> Void {
            { body in
                _ = try PropertyListFormat(reading: options).decode(
                    T.self,
                    from: body.span,
                    as: nil,
                    limits: limits
                )
            }
        }
        @Sendable func read(_ body: [UInt8]) throws -> PropertyList {
            try PropertyList(parsing: body, options: options, limits: limits)
        }
        return [
            ("read", { body in _ = try read(body) }),
            (
                "read without nulls",
                { body in
                    _ = try PropertyList(
                        parsing: body,
                        options: PropertyListReadingOptions(
                            nullStripping: .dictionaryMembersAndArrayElements,
                            allowsOpenStep: true
                        ),
                        limits: limits
                    )
                }
            ),
            (
                "compared",
                { body in
                    let list = try read(body)
                    _ = list == (try read(body))
                }
            ),
            ("hashed", { body in _ = try read(body).hashValue }),
            ("written as XML", { body in _ = try read(body).serialized(.xml) }),
            ("written in the binary format", { body in _ = try read(body).serialized(.binary) }),
            (
                "written with sorted keys",
                { body in _ = try read(body).serialized(PropertyListWritingOptions(sortedKeys: true)) }
            ),
            ("a list", decoding(PropertyList.self)), ("lists", decoding([PropertyList].self)),
            ("a dictionary", decoding([String: PropertyList].self)),
            ("a record", decoding(Record.self)), ("records", decoding([Record].self)),
            ("strings", decoding([String].self)), ("a string", decoding(String.self)),
            ("integers", decoding([Int].self)), ("a double", decoding(Double.self)), ("data", decoding(Data.self)),
            ("an enumeration", decoding(Choice.self)),
            ("an enumeration with values", decoding(Case.self)),
        ]
    }()

    @Test(arguments: bodies.indices)
    func of(_ index: Int) throws {
        let (name, body) = Self.bodies[index]
        func growth(_ works: [@Sendable ([UInt8]) throws -> Void]) -> Double {
            // References have two bytes here.
            GrowthOfWork.perDoubling(from: 1 << 11, upTo: 1 << 13, prepare: body) { body in
                for work in works { try? work(body) }
            }
        }
        // All are measured together, because one out of proportion dominates at this size; only then each is measured.
        if growth(Self.works.map(\.1)) < GrowthOfWork.inProportion { return }
        for (kind, work) in Self.works { #expect(growth([work]) < GrowthOfWork.inProportion, "\(name), \(kind)") }
    }

    /// A loop over offsets or keys of a parsed value.
    @Test func ofLookingUp() throws {
        for format in [PropertyListWritingOptions.xml, .binary] {
            let growth = try GrowthOfWork.perDoubling(from: 400, upTo: 1 << 14) { size in
                let list: PropertyList = [
                    "a": .array((0..<size).map { ["n": PropertyList($0)] }),
                    "d": .dictionary((0..<size).map { (key: "日\($0)", value: PropertyList($0)) }),
                ]
                return try PropertyList(parsing: list.serialized(format), limits: Self.limits)
            } work: { list in
                let count = list["a"].array?.count ?? 0
                for number in 0..<count {
                    #expect(list["a"][number]["n"].int == number)
                    #expect(list["d"]["日\(number)"].int == number)
                }
                #expect(list["a"][count].isNull && list["d"]["x"].isNull)
            }
            #expect(growth < GrowthOfWork.inProportion, "\(format)")
        }
    }
}
