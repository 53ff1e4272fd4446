import Foundation
import Mimeograph
import MimeographJSON
import MimeographStructuredFields
import TestSupport
import Testing

/// Every case of the HTTP working group's suite for structured fields.
@Suite(.needsCorpora) struct StructuredFieldCorporaTests {
    @Test func everyFieldIsParsedAndSerialized() throws {
        let record = SuiteRecord("structured-fields", part: "parsing")
        var count = 0
        for (name, example) in try Self.cases(in: "structured-fields") {
            count += 1
            let raw = try #require(example["raw"].array).compactMap(\.string)
            do throws(SerializationError) {
                let field = try Self.parsed(raw, as: example["header_type"].string)
                guard example["must_fail"].bool != true else {
                    record.expect(false, name, "must fail, found \(field)")
                    continue
                }
                record.expect(Self.field(example) == field, name, "another value: \(field)")
                let canonical = example["canonical"].array?.compactMap(\.string) ?? raw
                let text = try field.serialized()
                record.expect(
                    text == (canonical.isEmpty ? nil : canonical.joined(separator: ", ")),
                    name,
                    "\(text ?? "")"
                )
            } catch {
                record.expect(example["must_fail"].bool == true, name, "must not fail: \(error)")
                let length = raw.reduce(0) { $0 + $1.utf8.count } + 2 * (raw.count - 1)
                record.expect(error.location.map { 0...length ~= $0.offset } == true, name, "no location: \(error)")
            }
        }
        #expect(count > 1500)
        try record.write()
    }

    @Test func everyValueIsSerialized() throws {
        let record = SuiteRecord("structured-fields", part: "serializing")
        var count = 0
        for (name, example) in try Self.cases(in: "structured-fields/serialisation-tests") {
            count += 1
            let field = try #require(Self.field(example))
            do throws(SerializationError) {
                let text = try field.serialized()
                let canonical = example["canonical"].array?.compactMap(\.string)
                record.expect(example["must_fail"].bool != true, name, "must fail")
                record.expect(text == canonical?.joined(separator: ", "), name, "\(text ?? "")")
            } catch {
                record.expect(example["must_fail"].bool == true, name, "must not fail: \(error)")
                record.expect(error.code == .unencodableValue, name, "\(error)")
            }
        }
        #expect(count > 500)
        try record.write()
    }

    private static func cases(in folder: String) throws -> [(String, JSON)] {
        let url = try Corpora.url(folder)
        var cases: [(String, JSON)] = []
        for file in try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() where file.hasSuffix(".json")
        {
            let json = try JSON(parsing: Corpora.read("\(folder)/\(file)"))
            for (number, example) in try #require(json.array).enumerated() {
                cases.append(("\(file) \(number): \(example["name"].string ?? "")", example))
            }
        }
        return cases
    }

    /// A field of any of the three structures.
    private enum Field: Equatable {
        case item(StructuredItem)
        case list(StructuredList)
        case dictionary(StructuredDictionary)

        func serialized() throws(SerializationError) -> String? {
            switch self {
            case .item(let item): try item.serialized()
            case .list(let list): try list.serialized()
            case .dictionary(let dictionary): try dictionary.serialized()
            }
        }
    }

    private static func parsed(_ lines: [String], as type: String?) throws(SerializationError) -> Field {
        switch type {
        case "item": .item(try StructuredItem(parsing: lines))
        case "list": .list(try StructuredList(parsing: lines))
        default: .dictionary(try StructuredDictionary(parsing: lines))
        }
    }

    /// Returns the expected value of a case; nil if the case does not follow the suite's format.
    private static func field(_ example: JSON) -> Field? {
        let expected = example["expected"]
        switch example["header_type"].string {
        case "item": return item(expected).map { .item($0) }
        case "list":
            let members = expected.array?.map(member)
            return members.flatMap { $0.contains(nil) ? nil : .list(StructuredList($0.compactMap { $0 })) }
        default:
            var dictionary = StructuredDictionary()
            for pair in expected.array.map(Array.init) ?? [] {
                guard let key = pair[0].string, let member = member(pair[1]) else { return nil }
                dictionary[key] = member
            }
            return .dictionary(dictionary)
        }
    }

    private static func member(_ json: JSON) -> StructuredMember? {
        guard let items = json[0].array, let parameters = parameters(json[1]) else {
            return item(json).map { .item($0) }
        }
        return .innerList(InnerList(items.compactMap(item), parameters: parameters))
    }

    private static func item(_ json: JSON) -> StructuredItem? {
        guard let value = bareItem(json[0]), let parameters = parameters(json[1]) else { return nil }
        return StructuredItem(value, parameters: parameters)
    }

    private static func parameters(_ json: JSON) -> StructuredParameters? {
        var parameters = StructuredParameters()
        for pair in json.array.map(Array.init) ?? [] {
            guard let key = pair[0].string, let value = bareItem(pair[1]) else { return nil }
            parameters[key] = value
        }
        return parameters
    }

    private static func bareItem(_ json: JSON) -> BareItem? {
        if let value = json.bool { return .boolean(value) }
        if let text = json.string { return .string(text) }
        if let text = json.numberText {
            return text.contains(".") ? Double(text).map { .decimal($0) } : Int64(text).map { .integer($0) }
        }
        switch json["__type"].string {
        case "token": return json["value"].string.map { .token($0) }
        case "binary": return json["value"].string.map { .byteSequence(bytes(base32: $0)) }
        case "date": return json["value"].int64.map { .date($0) }
        case "displaystring": return json["value"].string.map { .displayString($0) }
        default: return nil
        }
    }

    /// Decodes Base32. Source: RFC 4648 §6.
    private static func bytes(base32 text: String) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
        for digit in text {
            guard let value = digits.firstIndex(of: digit) else { break }
            bits = bits << 5 | UInt32(value)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }
}
