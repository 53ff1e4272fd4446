import FuzzerSupport
import Mimeograph
import MimeographForm

/// Nests the fields by their names, as a value and as `Codable` types, and writes the results.
struct NestingCheck {
    let input: [UInt8]
    let form: Form
    let nesting: FormNesting

    static let codes: Set<SerializationError.Code> = [.syntax, .limitExceeded, .dataShape]

    func run() {
        let value: QueryValue?
        do throws(SerializationError) {
            value = try form.nested(nesting)
        } catch {
            require(error.code != .dataShape, "a dynamic value fails with a data shape error: \(error)")
            value = nil
        }
        decode(Everything.self, isNested: value != nil)
        decode([String: Everything].self, isNested: value != nil)
        decode([String: [String]].self, isNested: value != nil)
        decode([Everything].self, isNested: value != nil)
        // A bracket within a name changes its meaning when it is written.
        if let value, nesting == .brackets, Self.hasPlainNames(value) { check(value) }
    }

    /// Checks two round trips. The first turns elements of numbered arrays into members, and the second changes nothing.
    private func check(_ value: QueryValue) {
        var encoder = QueryEncoder.whatwg
        encoder.arrays = .indexInBrackets
        encoder.nulls = .bareKey
        do throws(SerializationError) {
            let once = try Form(parsing: encoder.bytes(of: value)).nested()
            let twice = try Form(parsing: encoder.bytes(of: once)).nested()
            require(once == twice, "written and read again, \(once) became \(twice)")
        } catch {
            disagree("the value written cannot be read: \(error)")
        }
    }

    private static func hasPlainNames(_ value: QueryValue) -> Bool {
        switch value {
        case .members(let members):
            members.allSatisfy { member in
                !member.name.utf8.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
                    && hasPlainNames(member.value)
            }
        case .array(let elements): elements.allSatisfy(hasPlainNames)
        default: true
        }
    }

    private func decode<Shape: Codable & Equatable>(_ shape: Shape.Type, isNested: Bool) {
        let format = FormFormat(nesting: nesting)
        let value: Shape
        do throws(SerializationError) {
            value = try format.decode(shape, from: input)
        } catch {
            require(error, fits: input, codes: Self.codes)
            require((error.code == .dataShape) == isNested, "the error does not match the nesting: \(error)")
            return
        }
        require(isNested, "a form whose names do not nest was decoded: \(value)")
        do throws(SerializationError) {
            let body = try format.encode(value)
            require(body.allSatisfy { (0x21...0x7E).contains($0) }, "the written text is not visible ASCII")
        } catch {
            require(error.code == .unencodableValue, "the \(shape) read cannot be written: \(error)")
        }
    }
}

/// A type with a member of each kind that has special rules.
struct Everything: Codable, Equatable {
    var a: String?
    var b: Int?
    var x: [String: [Int]]?
    var y: [Nested]?
    var z: Bool?
    var w: [[String?]]?
    var d: Double?

    struct Nested: Codable, Equatable {
        var x: String?
        var y: Set<Int8>?
    }
}
