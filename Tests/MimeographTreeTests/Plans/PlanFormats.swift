import Mimeograph
import MimeographCBOR
import MimeographCSV
import MimeographForm
import MimeographJSON
import MimeographMessagePack
import MimeographPropertyList
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A format with strategies, for the tables of these tests.
struct PlanFormat: Sendable, CustomTestStringConvertible {
    let name: String
    let format: any CodableFormat
    /// Whether its rows are the elements of an array.
    var hasRows = false

    var testDescription: String { name }

    init(_ name: String, _ format: any CodableFormat, hasRows: Bool = false) {
        self.name = name
        self.format = format
        self.hasRows = hasRows
    }

    static let all: [PlanFormat] = json + binary + texts

    /// The numbers of the formats that slow tests run with. Each makes types of its own, which takes ten times as long in debug builds,
    /// so these run with every other format only.
    static var tested: [Int] {
        #if DEBUG
            all.indices.filter { $0 % 2 == 0 }
        #else
            Array(all.indices)
        #endif
    }

    static let json: [PlanFormat] = [
        PlanFormat("JSON", JSONFormat()),
        PlanFormat("JSON, pretty", JSONFormat(writing: .pretty)),
        PlanFormat("JSON, sorted", JSONFormat(writing: JSONWritingOptions(sortedKeys: true))),
        PlanFormat("JSON, escaped slashes", JSONFormat(writing: .afnetworking)),
        PlanFormat("JSON, snake case", JSONFormat(dates: .iso8601, keys: .snakeCase)),
        PlanFormat("JSON, own keys", JSONFormat(dates: .secondsSince1970, keys: upperCase)),
        PlanFormat("JSON, texts for numbers", withTexts),
    ]

    static let binary: [PlanFormat] = [
        PlanFormat("property list, XML", PropertyListFormat()),
        PlanFormat("property list, binary", PropertyListFormat(writing: .binary)),
        PlanFormat("MessagePack", MessagePackFormat()),
        PlanFormat("MessagePack, snake case", snakeCaseMessagePack),
        PlanFormat("CBOR", CBORFormat()),
        PlanFormat("CBOR, deterministic", CBORFormat(isDeterministic: true)),
    ]

    static let texts: [PlanFormat] = [
        PlanFormat("CSV", CSVFormat(), hasRows: true),
        PlanFormat("form", FormFormat()),
        PlanFormat("form, dots", FormFormat(nesting: .dots)),
    ]

    private static var withTexts: JSONFormat {
        var format = JSONFormat(dates: .millisecondsSince1970)
        format.floatStrategy = .text(positiveInfinity: "+oo", negativeInfinity: "-oo", nan: "none")
        format.dataStrategy = .deferredToData
        return format
    }

    private static var snakeCaseMessagePack: MessagePackFormat {
        var format = MessagePackFormat(sortedKeys: true)
        format.keyStrategy = .snakeCase
        return format
    }

    private static let upperCase = KeyStrategy.custom(
        decode: { path in TextKey(path.last.map { $0.stringValue.lowercased() } ?? "") },
        encode: { path in TextKey(path.last.map { $0.stringValue.uppercased() } ?? "") }
    )

    // MARK: Coding

    /// Returns the bytes or the error.
    func encode<Value: Encodable>(_ value: Value) -> Result<[UInt8], PlanError> {
        do { return .success(hasRows ? try format.encode([value]) : try format.encode(value)) } catch {
            return .failure(PlanError(text: PlanText.text(of: error)))
        }
    }

    /// Returns a description of the value, or of the error.
    func decode<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> String {
        do {
            let value: Any =
                hasRows ? try format.decode([Value].self, from: bytes) : try format.decode(type, from: bytes)
            return PlanText.neutral(PlanText.text(value))
        } catch { return PlanText.text(of: error) }
    }
}

struct PlanError: Error, Equatable { let text: String }

struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
