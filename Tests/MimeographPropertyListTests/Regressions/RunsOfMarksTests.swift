import Mimeograph
import MimeographPropertyList
import MimeographServer
import TestSupport
import Testing

/// Found in a review: Swift sorts runs of combining marks when it compares and hashes strings, which takes quadratic time in the
/// length of a run.
@Suite(.serialized) struct RunsOfMarksTests {
    enum Colour: String, Codable, CodingKeyRepresentable { case red, green, blue }

    struct Rest: Decodable {
        enum Key: String, CodingKey { case a, b }
        var count = 0
        init(from decoder: any Decoder) throws { count = try decoder.container(keyedBy: Key.self).allKeys.count }
    }

    enum Wire: String, CaseIterable, Sendable {
        case xml, binary, openStep

        /// Returns a dictionary of one member.
        func dictionary(_ key: String, _ value: String) throws -> [UInt8] {
            switch self {
            case .xml: try PropertyList.dictionary([(key: key, value: PropertyList(value))]).serialized(.xml)
            case .binary: try PropertyList.dictionary([(key: key, value: PropertyList(value))]).serialized(.binary)
            case .openStep: Array("{\"\(key)\"=\"\(value)\";}".utf8)
            }
        }

        func array(_ texts: [String]) throws -> [UInt8] {
            switch self {
            case .xml: try PropertyList.array(texts.map { PropertyList($0) }).serialized(.xml)
            case .binary: try PropertyList.array(texts.map { PropertyList($0) }).serialized(.binary)
            case .openStep: Array("(\(texts.map { "\"\($0)\"" }.joined(separator: ",")))".utf8)
            }
        }
    }

    // MARK: Work

    static let decoding: [TextWork] = Wire.allCases.flatMap { wire in
        [
            decode([String: String].self, wire) { try wire.dictionary($0, "1") },
            decode([String: PropertyList].self, wire) { try wire.dictionary($0, $0) },
            decode([Colour: String].self, wire) { try wire.dictionary($0, "1") },
            decode([String: Colour].self, wire) { try wire.dictionary("a", $0) },
            decode(Set<String>.self, wire) { try wire.array([$0, $0 + "b"]) },
            decode(Rest.self, wire) { try wire.dictionary($0, $0) },
            decode(ProblemDetails.self, wire) { try wire.dictionary($0, $0) },
        ]
    }

    static let values: [TextWork] = Wire.allCases.map { wire in
        TextWork("a value of \(wire)", of: { (try? wire.dictionary($0, $0)) ?? [] }) { body in
            let list = try PropertyList(parsing: body, options: options)
            _ = list == (try PropertyList(parsing: body, options: options))
            _ = list.hashValue
            _ = list.dictionary?.keys.count
            _ = try list.serialized(.xml)
            _ = try list.serialized(.binary)
        }
    }

    static let others: [TextWork] = [
        TextWork("the classes of a keyed archive", of: { archive(of: $0) }) { archive in _ = try archive?.tree() },
        TextWork("a member by a peer's name", of: { ($0, PropertyList.dictionary([(key: $0 + "b", value: 1)])) }) {
            name,
            list in
            var list = list
            _ = list[name]
            list[name] = 1
            _ = list[name]
        },
        TextWork("a declared encoding", bytes: { "<?xml version='1.0' encoding='\($0)'?><plist/>" }) { body in
            _ = try PropertyList(parsing: body)
        },
        TextWork("a real of other letters", bytes: { "<plist><real>\($0)</real></plist>" }) { body in
            _ = try PropertyList(parsing: body)
        },
    ]

    @Test(arguments: decoding + values + others) func workGrowsWithTheTextOnly(_ work: TextWork) {
        #expect(work.growth < GrowthOfWork.inProportion)
    }

    // MARK: The limit

    @Test(arguments: Wire.allCases) func aKeyForADictionary(_ wire: Wire) throws {
        let body = try wire.dictionary(HostileText.marks(31), "1")
        let error = try #require(failure([String: String].self, body))
        #expect(error.code == .limitExceeded)
        #expect(error.location != nil)
        #expect(failure(Rest.self, body)?.code == .limitExceeded)
        #expect(failure([Colour: String].self, body)?.code == .limitExceeded)
        let key = HostileText.marks(30)
        #expect(try format.decode([String: String].self, from: wire.dictionary(key, "1"))[key] == "1")
    }

    @Test(arguments: Wire.allCases) func textsOfSetsAndEnumerations(_ wire: Wire) throws {
        let body = try wire.array(["red", HostileText.marks(31)])
        for error in [failure(Set<String>.self, body), failure([Colour].self, body)] {
            #expect(error?.code == .limitExceeded)
            #expect(error?.location != nil)
        }
        #expect(try format.decode([String].self, from: body).count == 2)
        #expect(try format.decode(Set<String>.self, from: wire.array(["a", "b", "a"])) == ["a", "b"])
    }

    // MARK: Helpers

    private static let options: PropertyListReadingOptions = {
        var options = PropertyListReadingOptions.standard
        options.allowsOpenStep = true
        return options
    }()

    private var format: PropertyListFormat { PropertyListFormat(reading: Self.options) }

    private func failure<Value: Decodable>(_ type: Value.Type, _ body: [UInt8]) -> SerializationError? {
        do throws(SerializationError) {
            _ = try format.decode(type, from: body)
            return nil
        } catch {
            return error
        }
    }

    private static func decode<Value: Decodable & Sendable>(
        _ type: Value.Type,
        _ wire: Wire,
        _ body: @escaping @Sendable (String) throws -> [UInt8]
    ) -> TextWork {
        TextWork("\(type) of \(wire)", of: { (try? body($0)) ?? [] }) { bytes in
            do {
                _ = try PropertyListFormat(reading: options).decode(type, from: bytes)
            } catch {
                _ = "\(error)"
            }
        }
    }

    /// Returns an archive with an object whose class has a name, which is also the first object's text.
    private static func archive(of name: String) -> KeyedArchive? {
        let uid = { (number: UInt32) in PropertyList(PropertyList.UID(number)) }
        let object: PropertyList = ["$class": uid(2), "NS.objects": []]
        let description: PropertyList = [
            "$classname": PropertyList(name), "$classes": [PropertyList(name), PropertyList(name)],
        ]
        return try? KeyedArchive([
            "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": uid(1), "nothing": uid(0)],
            "$objects": [PropertyList(name), object, description],
        ])
    }
}
