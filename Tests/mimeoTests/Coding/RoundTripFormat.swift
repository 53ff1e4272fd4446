import Mimeograph
import MimeographCBOR
import MimeographCSV
import MimeographForm
import MimeographJSON
import MimeographMessagePack
import MimeographPropertyList
import MimeographXML
import TestSupport

/// A format to check, with the ways in which it reads and its known losses.
struct RoundTripFormat: CustomStringConvertible, Sendable {
    /// A way in which a format streams values.
    struct Stream: Sendable {
        let format: any CodableStreamFormat
        /// Joins the bodies of single values.
        let join: @Sendable (_ bodies: [[UInt8]]) -> [UInt8]

        init(_ format: any CodableStreamFormat, join: @escaping @Sendable (_ bodies: [[UInt8]]) -> [UInt8]) {
            self.format = format
            self.join = join
        }
    }

    /// Values that a format does not restore.
    struct Loss: Sendable {
        /// The sentence of the format's page about them.
        let sentence: String
        let covers: @Sendable (_ position: RoundTripPosition, _ name: String) -> Bool

        init(_ sentence: String, covers: @escaping @Sendable (_ position: RoundTripPosition, _ name: String) -> Bool) {
            self.sentence = sentence
            self.covers = covers
        }
    }

    let name: String
    let format: any CodableFormat
    /// The path of the page that lists the losses, from the root of the repository.
    let page: String
    var streams: [Stream] = []
    /// Whether its streams read the elements of an array like a whole body.
    var streamsRows = false
    var losses: [Loss] = []

    var description: String { name }

    /// Writes a value and reads it in every way. Returns the problem, or nil if all readings agree or the value is not writable.
    func fault<Value: RoundTripValue>(of value: Value) -> String? {
        guard let body = try? format.encode(value) else { return nil }
        func fault(_ way: String, _ read: () throws -> Value) -> String? {
            let text = String(decoding: body.prefix(80), as: UTF8.self).debugDescription
            do {
                let read = try read()
                return read == value ? nil : "\(way) of \(text) is \(String(describing: read).prefix(80))"
            } catch {
                return "\(way) of \(text): \(String(describing: error).prefix(120))"
            }
        }
        return fault("the whole") { try format.decode(Value.self, from: body, as: format.contentType) }
            ?? fault("the registry") { try read(value) }
            ?? streams.lazy.compactMap { stream in
                fault("the stream") {
                    let parser = try stream.format.makeParser(of: Value.self, as: nil, limits: .standard)
                    let elements = try parser.parse(stream.join([body, body]), inChunksOf: 1)
                    guard elements.count == 2, elements[0] == value else { return elements.last ?? value }
                    return elements[1]
                }
            }.first
            ?? (streamsRows ? faultOfRows(value) : nil)
    }

    /// Writes and reads through a registry.
    private func read<Value: RoundTripValue>(_ value: Value) throws -> Value {
        func registry(_ format: some CodableFormat) throws -> SerializerRegistry {
            var registry = SerializerRegistry()
            try registry.register(format: format, options: RegistrationOptions(acceptsEmptyInput: true))
            return registry
        }
        let registry = try registry(format)
        let (type, bytes) = try registry.encode(value, as: format.contentType)
        let head = ResponseHead(status: 200, fields: ["Content-Type": type.description])
        return try registry.read(Value.self, from: bytes, head: head)
    }

    /// Does the same with the elements of an array, which a stream reads.
    private func faultOfRows<Row: RoundTripValue>(_ row: Row) -> String? {
        guard let stream = format as? any CodableStreamFormat, let body = try? format.encode([row, row]) else {
            return nil
        }
        do {
            let parser = try stream.makeParser(of: Row.self, as: format.contentType, limits: .standard)
            let rows = try parser.parse(body, inChunksOf: 1)
            return rows == [row, row] ? nil : "rows that are streamed: \(String(describing: rows).prefix(80))"
        } catch {
            return "rows that are streamed: \(String(describing: error).prefix(120))"
        }
    }

    // MARK: Losses

    /// A nil inside an optional, for a type whose values are optionals already.
    private static func isNestedNil(_ position: RoundTripPosition, _ name: String) -> Bool {
        if name == "nil in Int??" { return true }
        let nils = ["nil Int?", "nil String?", "nil Date?", "nil [Int]?", "nil Color?", "nil Person?", "single nil"]
        guard nils.contains(name) else { return false }
        switch position.inner {
        case .optional, .presentMember, .optionalElements, .optionalEntry: return true
        default: return false
        }
    }

    private static let nestedNil = Loss(
        "Nil in a nested optional",
        covers: { isNestedNil($0, $1) }
    )
    private static let relativeURL = Loss("The base of a relative URL", covers: { $1 == "relative URL" })
    private static let fractions = Loss("Fractions of a second", covers: { $1 == "Date with a fraction" })

    // MARK: Formats

    static let all = [json, xmlPropertyList, binaryPropertyList, xml, form, csv, messagePack, cbor]

    private static let json = RoundTripFormat(
        name: "JSON",
        format: JSONFormat(),
        page: "Plugins/JSON/MimeographJSON.docc/MimeographJSON.md",
        streams: [
            Stream(NDJSONFormat()) { Array($0.joined(separator: [0x0A])) },
            Stream(JSONSequenceFormat()) { Array($0.map { [0x1E] + $0 + [0x0A] }.joined()) },
            Stream(JSONArrayElementsFormat()) { [0x5B] + Array($0.joined(separator: [0x2C])) + [0x5D] },
        ],
        losses: [nestedNil, relativeURL]
    )

    private static let nullText = Loss("The text `$null`, which is read as nil.", covers: { $1 == "text \"$null\"" })

    private static let xmlPropertyList = RoundTripFormat(
        name: "property list in XML",
        format: PropertyListFormat(),
        page: "Plugins/PropertyList/MimeographPropertyList.docc/MimeographPropertyList.md",
        losses: [nestedNil, nullText, fractions]
    )

    private static let binaryPropertyList = RoundTripFormat(
        name: "binary property list",
        format: PropertyListFormat(writing: .binary),
        page: "Plugins/PropertyList/MimeographPropertyList.docc/MimeographPropertyList.md",
        losses: [nestedNil, nullText]
    )

    /// The root element of a document, without the declaration before it.
    private static func element(of document: [UInt8]) -> [UInt8] {
        let parts = String(decoding: document, as: UTF8.self).split(separator: "?>", maxSplits: 1)
        return Array((parts.last ?? "").utf8)
    }

    private static let xml = RoundTripFormat(
        name: "XML",
        format: XMLFormat(rootName: "item"),
        page: "Plugins/XML/MimeographXML.docc/CodingXML.md",
        streams: [
            Stream(XMLParserResponseSerializer().subtrees(named: "item").decoded()) { bodies in
                Array("<list>".utf8) + bodies.flatMap { element(of: $0) } + Array("</list>".utf8)
            }
        ],
        losses: [
            nestedNil, relativeURL,
            Loss("An empty optional list in the `.repeated` layout is read as nil") { position, name in
                [
                    "empty [Int]?", "[]", "empty Set", "explicit values", "empty members present", "a tree",
                    "[String: [Int]] with []",
                ].contains(name) && position.inner != .nilMember
            },
            Loss("writes an optional list of optionals that is nil") { position, _ in
                [.nilMember, .optionalEntry].contains(position.inner)
            },
        ]
    )

    private static let form = RoundTripFormat(
        name: "form",
        format: FormFormat(),
        page: "Sources/MimeographForm/MimeographForm.docc/MimeographForm.md",
        losses: [
            nestedNil, fractions,
            Loss("An optional of a value that writes nothing") { _, name in
                [
                    "empty [Int]?", "empty [String: Int]?", "[[Int]?]", "[]", "[:]", "empty Set", "no member present",
                    "no member", "explicit nil", "explicit values", "a tree", "empty members present",
                ].contains(name)
            },
            Loss("A property that encodes itself as nil, but whose type is not optional") { position, name in
                name == "single nil" || position.inner == .single && name.hasPrefix("nil ")
            },
            Loss("Member names that are empty or contain brackets") { _, name in
                ["odd keys", "an empty key"].contains(name)
            },
        ]
    )

    private static let csv = RoundTripFormat(
        name: "CSV",
        format: CSVFormat(),
        page: "Plugins/CSV/MimeographCSV.docc/MimeographCSV.md",
        streamsRows: true,
        losses: [
            nestedNil, relativeURL, fractions,
            Loss("An optional of an empty table") { _, name in ["empty [Int]?", "[]", "empty Set"].contains(name) },
            Loss("An optional row of one field that is nil or an empty text.") { position, name in
                [.optional, .optionalElements].contains(position.inner)
                    && ["[String] of nothing", "[Int?] of nil"].contains(name)
            },
        ]
    )

    private static let messagePack = RoundTripFormat(
        name: "MessagePack",
        format: MessagePackFormat(),
        page: "Plugins/MessagePack/MimeographMessagePack.docc/MimeographMessagePack.md",
        streams: [Stream(MessagePackFormat()) { Array($0.joined()) }],
        losses: [nestedNil, relativeURL]
    )

    private static let cbor = RoundTripFormat(
        name: "CBOR",
        format: CBORFormat(),
        page: "Plugins/CBOR/MimeographCBOR.docc/MimeographCBOR.md",
        streams: [Stream(CBORSequenceFormat()) { Array($0.joined()) }],
        losses: [nestedNil, relativeURL]
    )
}
