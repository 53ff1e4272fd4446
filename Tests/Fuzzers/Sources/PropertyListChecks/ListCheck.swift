import FuzzerSupport
import Mimeograph
public import MimeographPropertyList

/// Reads a property list, and if that succeeds, builds the same value again, writes it in both formats, and reads the results.
public struct ListCheck {
    let input: [UInt8]
    let options: PropertyListReadingOptions

    /// Limits that are small enough for a body of references to references to be quick to walk.
    static let limits = DecodingLimits(outputBytes: 1 << 20, depth: 64, elements: 20_000)

    static let codes: Set<SerializationError.Code> = [
        .syntax, .truncated, .invalidText, .unsupportedCharset, .emptyBody, .limitExceeded,
    ]

    /// Runs every check on an input that can be read, but none if it begins like another format.
    ///
    /// - Parameters:
    ///   - input: A body.
    ///   - format: The format in which to read it.
    public static func all(_ input: [UInt8], as format: PropertyListFileFormat) {
        for stripping in PropertyListNullStripping.allCases {
            let options = PropertyListReadingOptions(nullStripping: stripping, allowsOpenStep: format == .openStep)
            guard let list = ListCheck(input: input, options: options).run() else { continue }
            if list.fileFormat != format { return }
        }
        ShapeCheck.all(input, PropertyListReadingOptions(allowsOpenStep: format == .openStep))
    }

    /// Returns the list, or nil if the body is rejected.
    func run() -> PropertyList? {
        do throws(SerializationError) {
            let list = try PropertyList(parsing: input, options: options, limits: Self.limits)
            let rebuilt = rebuild(list)
            require(rebuilt == list && list == rebuilt, "a rebuilt list differs from the list read")
            require(rebuilt.hashValue == list.hashValue, "two equal lists have different hashes")
            for sortedKeys in [false, true] {
                try checkBinary(list, rebuilt, PropertyListWritingOptions(format: .binary, sortedKeys: sortedKeys))
                checkXML(list, rebuilt, PropertyListWritingOptions(format: .xml, sortedKeys: sortedKeys))
            }
            return list
        } catch {
            require(error, fits: input, codes: Self.codes)
            return nil
        }
    }

    private func checkBinary(
        _ list: PropertyList,
        _ rebuilt: PropertyList,
        _ options: PropertyListWritingOptions
    ) throws(SerializationError) {
        let bytes = try list.serialized(options)
        // A parsed list is written from its tape, and a built one by walking it. The two writers must agree.
        require(try rebuilt.serialized(options) == bytes, "the two writers disagree in the binary format")
        let again = read(bytes)
        require(again == list, "the list written in the binary format reads as \(again), not \(list)")
        require(
            try again.serialized(options) == bytes,
            "the second writing in the binary format differs: \(list)"
        )
    }

    private func checkXML(_ list: PropertyList, _ rebuilt: PropertyList, _ options: PropertyListWritingOptions) {
        let bytes: [UInt8]
        do throws(SerializationError) {
            bytes = try list.serialized(options)
        } catch {
            require(error.code == .unencodableValue, "writing XML fails with \(error)")
            require((try? rebuilt.serialized(options)) == nil, "one writer rejects a list that the other writes")
            return
        }
        require((try? rebuilt.serialized(options)) == bytes, "the two writers disagree in XML")
        // Dates lose fractions of a second, and some dictionaries become references. A second round trip changes nothing.
        let again = read(bytes)
        require((try? again.serialized(options)) == bytes, "the second writing in XML differs: \(list)")
    }

    private func read(_ bytes: [UInt8]) -> PropertyList {
        do throws(SerializationError) {
            return try PropertyList(parsing: bytes, limits: Self.generous)
        } catch {
            disagree("the list written cannot be read: \(error) in \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    /// Limits for XML, in which references are dictionaries, so a list has more elements and is deeper.
    static let generous = DecodingLimits(inputBytes: 64 << 20, depth: 128, elements: 80_000)

    /// Builds the same list with public initializers. It recurses as deep as the limits allow.
    private func rebuild(_ list: PropertyList) -> PropertyList {
        switch list.kind {
        case .dictionary:
            guard let members = list.dictionary else { disagree("a dictionary has no members") }
            let made = members.map { (key: $0.key, value: rebuild($0.value)) }
            require(made.count == members.count, "iterating \(members.count) members gives \(made.count)")
            for member in made.prefix(8) {
                require(list[member.key].kind == member.value.kind, "a member is not found by its key")
            }
            return .dictionary(made)
        case .array:
            guard let elements = list.array else { disagree("an array has no elements") }
            return .array(elements.map(rebuild))
        case .string: return made(list, list.string) { PropertyList($0) }
        case .boolean: return made(list, list.bool) { PropertyList($0) }
        case .integer:
            if let value = list.int64 { return PropertyList(value) }
            return made(list, list.uint64) { PropertyList($0) }
        case .real: return made(list, list.double) { PropertyList($0) }
        case .date: return made(list, list.secondsSinceReferenceDate) { .date(secondsSinceReferenceDate: $0) }
        case .data: return made(list, list.bytes) { .data($0) }
        case .uid: return made(list, list.uid) { PropertyList($0) }
        case .null: return .null
        }
    }

    private func made<Value>(
        _ list: PropertyList,
        _ value: Value?,
        _ make: (Value) -> PropertyList
    ) -> PropertyList {
        guard let value else { disagree("a \(list.kind) has no value") }
        return make(value)
    }
}
