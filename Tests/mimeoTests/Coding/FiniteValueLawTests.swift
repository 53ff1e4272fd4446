import Foundation
import Mimeograph
import MimeographCBOR
import MimeographCSV
import MimeographForm
import MimeographJSON
import MimeographMessagePack
import MimeographPropertyList
import MimeographXML
import TestSupport
import Testing

/// No body creates a `Date` that is not a point in time, and no finite number of a body becomes infinite.
@Suite struct FiniteValueLawTests {
    /// A body with one member `v` in one format, for all its date strategies.
    struct Body: Sendable, CustomTestStringConvertible {
        let name: String
        let formats: [any CodableFormat]
        let bytes: [UInt8]
        /// Whether the number is written as infinite or not a number.
        let isNonFinite: Bool

        var testDescription: String { name }
    }

    @Test(arguments: bodies) func numbersAndDatesAreFinite(of body: Body) throws {
        for format in body.formats {
            try check(Date.self, format, body)
            // A number that is written as infinite may be infinite.
            if body.isNonFinite { continue }
            try check(Double.self, format, body)
            try check(Float.self, format, body)
            try check(CGFloat.self, format, body)
            #if !(os(macOS) && arch(x86_64))
                try check(Float16.self, format, body)
            #endif
        }
    }

    struct Member<Value: Codable & Sendable>: Codable, Sendable { var v: Value }
    struct OptionalMember<Value: Codable & Sendable>: Codable, Sendable { var v: Value? }

    /// Reads the body in every way as a type with this member, and checks the results.
    private func check<Value: Codable & Sendable>(_ type: Value.Type, _ format: any CodableFormat, _ body: Body) throws
    {
        var read: [Value?] = []
        func decode<Whole: Decodable & Sendable>(_ whole: Whole.Type, _ value: (Whole) -> Value?) {
            if let decoded = try? format.decode(whole, from: body.bytes, as: format.contentType) {
                read.append(value(decoded))
            }
            if let registry = try? Self.registry(format) {
                let head = ResponseHead(status: 200, fields: ["Content-Type": format.contentType.description])
                if let decoded = try? registry.read(whole, from: body.bytes, head: head) { read.append(value(decoded)) }
            }
            if let stream = format as? any CodableStreamFormat,
                let parser = try? stream.makeParser(of: whole, as: nil, limits: .standard),
                let elements = try? parser.parse(body.bytes, inChunksOf: 1)
            {
                read += elements.map(value)
            }
        }
        decode(Member<Value>.self) { $0.v }
        decode(OptionalMember<Value>.self) { $0.v }
        decode([String: Value].self) { $0["v"] }
        decode([String: Value?].self) { $0["v"] ?? nil }
        decode(Member<[Value]>.self) { $0.v.first }
        decode([Member<Value>].self) { $0.first?.v }
        decode([OptionalMember<Value>].self) { $0.first?.v }
        for value in read {
            switch value {
            case let date as Date:
                #expect(date.timeIntervalSinceReferenceDate.isFinite, "\(body.name) in \(Swift.type(of: format))")
                #expect(Int(exactly: date.timeIntervalSince1970.rounded()) != nil, "\(body.name)")
                #expect(Int(exactly: date.timeIntervalSinceReferenceDate.rounded()) != nil, "\(body.name)")
            case let number as any BinaryFloatingPoint:
                #expect(number.isFinite, "\(body.name) as \(type) in \(Swift.type(of: format))")
            default: break
            }
        }
    }

    private static func registry(_ format: any CodableFormat) throws -> SerializerRegistry {
        func make(_ format: some CodableFormat) throws -> SerializerRegistry {
            var registry = SerializerRegistry()
            try registry.register(format: format)
            return registry
        }
        return try make(format)
    }

    // MARK: Bodies

    private static let bodies = texts + items + lists

    /// Numbers as text, and whether they are infinite or not a number.
    private static let texts: [Body] = {
        let finite = [
            "1e400", "-1e400", "1e309", "1e308", "-1.7976931348623157e308", "1e300", "1e39", "-3.4028236e38", "65520",
            "70000",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "9300000000000000000", "1e19",
            "-1e19",
            "1" + String(repeating: "0", count: 309), "0." + String(repeating: "0", count: 400) + "1",
        ]
        let other = ["nan", "NaN", "inf", "-inf", "INF", "-INF", "infinity", "+infinity", "nan(0x1)"]
        var bodies: [Body] = []
        for text in finite + other {
            let isNonFinite = other.contains(text)
            func add(_ name: String, _ formats: [any CodableFormat], _ body: String) {
                let body = Array(body.utf8)
                bodies.append(Body(name: "\(name) \(text)", formats: formats, bytes: body, isNonFinite: isNonFinite))
            }
            let lists: [any CodableFormat] = [PropertyListFormat()]
            add("form", forms, "v=\(text)")
            add("CSV", tables, "v\r\n\(text)\r\n")
            add("XML", documents, "<r><v>\(text)</v></r>")
            add("JSON", objects, isNonFinite ? "{\"v\":\"\(text)\"}" : "{\"v\":\(text)}")
            add("property list", lists, "<plist><dict><key>v</key><real>\(text)</real></dict></plist>")
            add("date of a property list", lists, "<plist><dict><key>v</key><date>\(text)</date></dict></plist>")
        }
        return bodies
    }()

    private static let doubles: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300, 1e39,
        65_520,
        0x1p63, -0x1p63, 9.3e18, 1e19, 1e15,
    ]

    private static func big(_ bits: some FixedWidthInteger) -> [UInt8] {
        stride(from: bits.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> $0) }
    }

    /// Members of CBOR and MessagePack.
    private static let items: [Body] = {
        var items: [(name: String, cbor: [UInt8], messagePack: [UInt8]?, isNonFinite: Bool)] = []
        for number in doubles {
            let bits = big(number.bitPattern)
            items.append(("\(number)", [0xFB] + bits, [0xCB] + bits, !number.isFinite))
        }
        for number in doubles.map({ Float($0) }) {
            let bits = big(number.bitPattern)
            items.append(("Float \(number)", [0xFA] + bits, [0xCA] + bits, !number.isFinite))
        }
        for half in [0x7E00, 0x7C00, 0xFC00] as [UInt16] {
            items.append(("half \(half)", [0xF9] + big(half), nil, true))
        }
        for integer in [UInt64.max, 1 << 63, 1 << 62] {
            items.append(("\(integer)", [0x1B] + big(integer), [0xCF] + big(integer), false))
            items.append(("-\(integer) - 1", [0x3B] + big(integer), nil, false))
        }
        // 2 to the power of 1104, and ten to the power of 400.
        items.append(("bignum", [0xC2, 0x58, 139, 1] + [UInt8](repeating: 0, count: 138), nil, false))
        items.append(("negative bignum", [0xC3, 0x58, 139, 1] + [UInt8](repeating: 0, count: 138), nil, false))
        items.append(("decimal fraction", [0xC4, 0x82, 0x19, 0x01, 0x90, 0x01], nil, false))
        items.append(("bigfloat", [0xC5, 0x82, 0x19, 0x07, 0xD0, 0x01], nil, false))
        for seconds in [Int64.max, .min, .max - 1_000, .min + 978_307_200] {
            items.append(
                ("timestamp \(seconds)", [0xF6], [0xC7, 12, 0xFF] + big(999_999_999 as UInt32) + big(seconds), false)
            )
        }
        var bodies: [Body] = []
        let tags: [[UInt8]] = [[], [0xC0], [0xC1], [0xC1, 0xC1], [0xD9, 0xD9, 0xF7, 0xC1]]
        for item in items {
            for tags in tags {
                let bytes: [UInt8] = [0xA1, 0x61, 0x76] + tags + item.cbor
                let name = "CBOR \(tags) \(item.name)"
                bodies.append(Body(name: name, formats: epochs, bytes: bytes, isNonFinite: item.isNonFinite))
            }
            guard let messagePack = item.messagePack else { continue }
            let bytes: [UInt8] = [0x81, 0xA1, 0x76] + messagePack
            let name = "MessagePack \(item.name)"
            bodies.append(Body(name: name, formats: timestamps, bytes: bytes, isNonFinite: item.isNonFinite))
        }
        return bodies
    }()

    /// Members of binary property lists: a real, a date, and a short real.
    private static let lists: [Body] = {
        var bodies: [Body] = []
        for number in doubles {
            let short = Float(number)
            bodies.append(list("real \(number)", [0x23] + big(number.bitPattern), isNonFinite: !number.isFinite))
            bodies.append(list("date \(number)", [0x33] + big(number.bitPattern), isNonFinite: !number.isFinite))
            bodies.append(list("short real \(number)", [0x22] + big(short.bitPattern), isNonFinite: !short.isFinite))
        }
        return bodies
    }()

    private static func list(_ name: String, _ value: [UInt8], isNonFinite: Bool) -> Body {
        // Three objects: a dictionary with one member, its key and its value.
        let objects: [[UInt8]] = [[0xD1, 1, 2], [0x51, 0x76], value]
        var bytes = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = UInt64(bytes.count)
        bytes += offsets
        bytes += [0, 0, 0, 0, 0, 0, 1, 1] as [UInt8]
        for number in [3, 0, table] as [UInt64] { bytes += big(number) }
        return Body(
            name: "binary property list \(name)",
            formats: [PropertyListFormat()],
            bytes: bytes,
            isNonFinite: isNonFinite
        )
    }

    // MARK: Formats

    private static let forms: [any CodableFormat] =
        ([.iso8601, .deferredToDate, .secondsSince1970, .millisecondsSince1970] as [DateStrategy<Date>])
        .map { strategy in
            var format = FormFormat()
            format.dateStrategy = strategy
            return format
        }

    private static let tables: [any CodableFormat] =
        ([.iso8601, .deferredToDate, .secondsSince1970, .millisecondsSince1970] as [DateStrategy<Date>]).map {
            strategy in
            var format = CSVFormat()
            format.dateStrategy = strategy
            return format
        }

    private static let documents: [any CodableFormat] =
        ([.iso8601, .internetMessage, .deferredToDate, .secondsSince1970, .millisecondsSince1970]
        as [DateStrategy<Date>]).map { strategy in
            var format = XMLFormat()
            format.dateStrategy = strategy
            return format
        }

    private static let objects: [any CodableFormat] =
        ([.iso8601, .deferredToDate, .secondsSince1970, .millisecondsSince1970] as [DateStrategy<Date>]).map {
            strategy in
            var format = JSONFormat()
            format.dateStrategy = strategy
            format.floatStrategy = .text(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            return format
        }

    private static let epochs: [any CodableFormat] =
        ([.native, .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601] as [DateStrategy<Date>]).map {
            strategy in
            var format = CBORFormat()
            format.dateStrategy = strategy
            return format
        }

    private static let timestamps: [any CodableFormat] =
        ([.native, .deferredToDate, .secondsSince1970, .millisecondsSince1970] as [DateStrategy<Date>]).map {
            strategy in
            var format = MessagePackFormat()
            format.dateStrategy = strategy
            return format
        }

    // MARK: Values

    /// The untyped values of these formats create no such date either.
    @Test func untypedDatesAreFinite() throws {
        for body in Self.items {
            if let value = try? CBOR.Value(parsing: body.bytes), let date = value["v"].date {
                #expect(Int(exactly: date.timeIntervalSince1970.rounded()) != nil, "\(body.name)")
            }
            if let value = try? MessagePack.Value(parsing: body.bytes), let date = value["v"].date {
                #expect(Int(exactly: date.timeIntervalSince1970.rounded()) != nil, "\(body.name)")
            }
        }
        for body in Self.lists {
            if let value = try? PropertyListFormat().decode(PropertyList.self, from: body.bytes),
                let date = value["v"].date
            {
                #expect(Int(exactly: date.timeIntervalSince1970.rounded()) != nil, "\(body.name)")
            }
        }
    }

    /// A date that could not be read back is not written.
    @Test(arguments: [.nan, .infinity, -.infinity, 1e19, -1e300] as [Double])
    func datesThatCannotBeReadAreNotWritten(seconds: Double) {
        let value = [Member(v: Date(timeIntervalSince1970: seconds))]
        func isRefused(_ format: any CodableFormat) -> Bool {
            do throws(SerializationError) {
                _ = try format is FormFormat ? format.encode(value[0]) : format.encode(value)
                return false
            } catch {
                return error.code == .unencodableValue
            }
        }
        for format in [PropertyListFormat(), PropertyListFormat(writing: .binary)] { #expect(isRefused(format)) }
        for strategy in [.iso8601, .deferredToDate, .secondsSince1970, .millisecondsSince1970]
            as [DateStrategy<Date>]
        {
            var format = CSVFormat()
            format.dateStrategy = strategy
            #expect(isRefused(format))
        }
        for strategy in [.iso8601, .internetMessage, .deferredToDate, .secondsSince1970, .millisecondsSince1970]
            as [DateStrategy<Date>]
        {
            var format = XMLFormat()
            format.dateStrategy = strategy
            #expect(isRefused(format))
        }
        for strategy in [.iso8601, .deferredToDate, .secondsSince1970, .millisecondsSince1970]
            as [DateStrategy<Date>]
        {
            var format = JSONFormat()
            format.dateStrategy = strategy
            format.floatStrategy = .text(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
            #expect(isRefused(format))
        }
        for strategy in [.iso8601, .description, .deferredToDate, .secondsSince1970, .millisecondsSince1970]
            as [QueryEncoder.DateNotation]
        {
            var writing = QueryEncoder.whatwg
            writing.dates = strategy
            #expect(isRefused(FormFormat(writing: writing)))
        }
        for format in Self.epochs + Self.timestamps { #expect(isRefused(format)) }
    }
}
