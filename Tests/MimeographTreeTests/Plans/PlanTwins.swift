import Mimeograph
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Types that stand for "marked", each of which makes new types of the samples: `User<A>` has another plan than `User<B>`.
protocol PlanMark: SendableMetatype {}

/// The type that stands for "not marked".
enum Plain {}
enum Marked: PlanMark {}
/// More marks, as many as a test needs. A plan is made from the first value of a type, so each case needs new types.
enum Even<Mark: PlanMark>: PlanMark {}
enum Odd<Mark: PlanMark>: PlanMark {}

/// A type that is coded as `Sample<Plain>`, by its functions, and as `Sample<Marked>`, by a plan. The text is the same:
///
/// ```swift
/// struct User<Mark>: PlanSample { var id: Int }
/// extension User: SynthesizedCodable where Mark: PlanMark {}
/// ```
protocol PlanSample: Codable, SendableMetatype {
    static var samples: [Self] { get }
}

/// A sample under both marks.
struct PlanTwins: Sendable, CustomTestStringConvertible {
    let marked: any PlanSample.Type
    let plain: any PlanSample.Type
    /// Whether only the first sample shows that the type should not be marked.
    var needsFirstSample = false

    var testDescription: String { PlanText.neutral("\(plain)") }

    /// All samples, under a mark.
    static func all<Mark: PlanMark>(_ mark: Mark.Type = Marked.self) -> [PlanTwins] {
        let groups = [
            (scalarSamples(mark), scalarSamples(Plain.self)),
            (collectionSamples(mark), collectionSamples(Plain.self)),
            (nestedSamples(mark), nestedSamples(Plain.self)),
            (nameSamples(mark), nameSamples(Plain.self)),
            (storageSamples(mark), storageSamples(Plain.self)),
            (classSamples(mark), classSamples(Plain.self)),
            (strangeSamples(mark), strangeSamples(Plain.self)),
        ]
        let falselyMarked = zip(falselyMarkedSamples(mark), falselyMarkedSamples(Plain.self))
        return groups.flatMap { zip($0, $1).map { PlanTwins(marked: $0, plain: $1) } }
            + falselyMarked.map { PlanTwins(marked: $0, plain: $1, needsFirstSample: true) }
    }

    /// Returns the mark with a number. Each number is used by one case of one test.
    static func freshMark(_ number: Int) -> any PlanMark.Type {
        func next<Mark: PlanMark>(_ mark: Mark.Type, isOdd: Bool) -> any PlanMark.Type {
            isOdd ? Odd<Mark>.self : Even<Mark>.self
        }
        var mark: any PlanMark.Type = Marked.self
        var rest = number
        repeat {
            mark = next(mark, isOdd: rest % 2 == 1)
            rest /= 2
        } while rest > 0
        return mark
    }

    static func all(freshMark number: Int) -> [PlanTwins] {
        func all<Mark: PlanMark>(under mark: Mark.Type) -> [PlanTwins] { PlanTwins.all(mark) }
        return all(under: freshMark(number))
    }
}

/// Texts that are equal for equal values, and do not name the mark.
enum PlanText {
    static func neutral(_ text: String) -> String {
        var result: [UInt8] = []
        var bytes = Array(text.utf8)[...]
        let (marks, name) = ([Array("Even<".utf8), Array("Odd<".utf8)], Array("Marked".utf8))
        var open = 0
        while let byte = bytes.first {
            if let mark = marks.first(where: { $0[0] == byte && bytes.starts(with: $0) }) {
                bytes = bytes.dropFirst(mark.count)
                open += 1
            } else if byte == name[0], bytes.starts(with: name) {
                result += Array("Plain".utf8)
                bytes = bytes.dropFirst(name.count + open)
                open = 0
            } else {
                result.append(byte)
                bytes = bytes.dropFirst()
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Describes a value with all stored properties, and the exact bits of numbers.
    static func text(_ value: Any) -> String {
        if let number = value as? Double { return "d\(number.bitPattern)" }
        if let number = value as? Float { return "f\(number.bitPattern)" }
        if let text = value as? String { return "\"\(Array(text.utf8).map { String($0) }.joined(separator: "."))\"" }
        // The mirrors of these show addresses.
        if let data = value as? Data { return "\(Array(data))" }
        if let url = value as? URL { return "\(url.absoluteString)" }
        if let decimal = value as? Decimal { return "\(decimal)" }
        let mirror = Mirror(reflecting: value)
        if mirror.children.isEmpty { return "\(value)" }
        let children = mirror.children.map { "\($0.label ?? ""):\(text($0.value))" }
        let isSorted = mirror.displayStyle == .dictionary || mirror.displayStyle == .set
        return "{\((isSorted ? children.sorted() : children).joined(separator: ","))}"
    }

    static func text(of error: any Error) -> String {
        guard let error = error as? SerializationError else { return neutral("\(error)") }
        let path = error.codingPath.map { "\($0.stringValue)/\($0.intValue.map { "\($0)" } ?? "-")" }
        let place = error.location.map { "\($0)" } ?? "nowhere"
        let causes = error.underlying.map(text(ofCause:))
        let remedy = error.remedy ?? ""
        return neutral("error \(error.code) \(error.message) \(remedy) \(path) \(place) \(causes)")
    }

    private static func text(ofCause error: any Error) -> String {
        func text(_ name: String, _ path: [any CodingKey], _ description: String) -> String {
            "\(name) \(path.map(\.stringValue)) \(path.map { "\($0.intValue ?? -1)" }) \(description)"
        }
        return switch error {
        case DecodingError.typeMismatch(let type, let context):
            text("mismatch \(type)", context.codingPath, context.debugDescription)
        case DecodingError.valueNotFound(let type, let context):
            text("no value \(type)", context.codingPath, context.debugDescription)
        case DecodingError.keyNotFound(let key, let context):
            text("no key \(key.stringValue)", context.codingPath, context.debugDescription)
        case DecodingError.dataCorrupted(let context): text("corrupted", context.codingPath, context.debugDescription)
        case EncodingError.invalidValue(_, let context): text("invalid", context.codingPath, context.debugDescription)
        default: "\(error)"
        }
    }
}
