import Foundation
import Mimeograph
import MimeographJSON
import Testing

@testable import TestSupport

/// Containers as hand-written types use them, against Foundation's `JSONDecoder`: the same value, or the same kind of error
/// at the same coding path.
@Suite struct ContainerAgreementTests {
    @Test(arguments: nestings + dictionaries + optionals + enumerations + supers + underStrategies)
    func sameAsFoundation(_ test: DecodingCase) {
        #expect(test.ours() == test.theirs())
    }

    /// The requests to a container, one after the other, until one throws.
    enum Step: String, CaseIterable, Codable, Sendable {
        case null, int, string, bool, double, point, ints, optional
        case keyed, unkeyed, parent
    }

    /// Takes steps in an array; the bodies say which.
    struct Walker: Decodable, Sendable {
        var log: [String] = []

        init(from decoder: any Decoder) throws {
            let root = try decoder.container(keyedBy: AnyKey.self)
            let steps = try root.decode([Step].self, forKey: AnyKey(stringValue: "steps"))
            var list = try root.nestedUnkeyedContainer(forKey: AnyKey(stringValue: "list"))
            for step in steps {
                switch step {
                case .null: log.append("\(try list.decodeNil())")
                case .int: log.append("\(try list.decode(Int.self))")
                case .string: log.append(try list.decode(String.self))
                case .bool: log.append("\(try list.decode(Bool.self))")
                case .double: log.append("\(try list.decode(Double.self))")
                case .point: log.append("\(try list.decode(Point.self))")
                case .ints: log.append("\(try list.decode([Int].self))")
                case .optional: log.append("\(String(describing: try list.decodeIfPresent(Int.self)))")
                case .keyed:
                    let nested = try list.nestedContainer(keyedBy: AnyKey.self)
                    log.append("\(try nested.decode(Int.self, forKey: AnyKey(stringValue: "v")))")
                    log.append(Digger.text(nested.codingPath))
                case .unkeyed:
                    var nested = try list.nestedUnkeyedContainer()
                    log.append("\(nested.count ?? -1) \(try nested.decode(Int.self)) \(Digger.text(nested.codingPath))")
                case .parent:
                    let parent = try list.superDecoder()
                    log.append("\(try Point(from: parent)) \(Digger.text(parent.codingPath))")
                }
                // Foundation advances its index if an optional finds no element.
                log.append(step == .optional && list.isAtEnd ? "end" : "\(list.currentIndex) \(list.isAtEnd)")
            }
        }
    }

    /// Each step on each kind of element, and at the end of the array.
    static let nestings: [DecodingCase] = {
        let elements = ["null", "1", "1.5", "true", "\"s\"", "[]", "[4,5]", "{}", #"{"v":1}"#, #"{"x":1,"y":2}"#]
        return Step.allCases.flatMap { step in
            // Foundation loses the path of a number that does not fit.
            elements.filter { $0 != "1.5" || step == .double }.map { element in
                DecodingCase(Walker.self, #"{"steps":["\#(step.rawValue)","\#(step.rawValue)"],"list":[\#(element)]}"#)
            } + [
                DecodingCase(Walker.self, #"{"list":[],"steps":["\#(step.rawValue)"]}"#),
                DecodingCase(Walker.self, #"{"list":[7,null,{"v":"x"}],"steps":["int","null","\#(step.rawValue)"]}"#),
            ]
        }
    }()

    static let dictionaries: [DecodingCase] = [
        DecodingCase([Int: [Int: Point]].self, #"{"1":{"2":{"x":1,"y":2}}}"#),
        DecodingCase([Int: [Int: Point]].self, #"{"1":{"2":{"x":1}}}"#),
        DecodingCase([Int: [Int: Point]].self, #"{"1":{"b":{"x":1,"y":2}}}"#),
        DecodingCase([Int: Int].self, #"{"99999999999999999999":1}"#), DecodingCase([Int: Int].self, #"{"-3":1}"#),
        DecodingCase([Int: Int].self, #"{"+3":1}"#), DecodingCase([Int: Int].self, #"{" 3":1}"#),
        DecodingCase([Int: Int].self, #"{"":1}"#), DecodingCase([Int: Int].self, "[1]"),
        DecodingCase([Int: Int].self, "null"), DecodingCase([Int: Int?].self, #"{"1":null}"#),
        DecodingCase([Int: [String]].self, #"{"1":["a",2]}"#), DecodingCase([UInt8: Int].self, "[1,2]"),
        DecodingCase([UInt8: Int].self, #"{"1":2}"#), DecodingCase([Double: Int].self, "[1.5,2]"),
        DecodingCase([String: [Int: [Bool]]].self, #"{"a":{"1":[true,null]}}"#),
        DecodingCase([Color: [Int]].self, #"{"red":[1,"x"]}"#), DecodingCase([String: Never?].self, #"{"a":null}"#),
    ]

    static let optionals: [DecodingCase] = [
        DecodingCase(Int??.self, "null"), DecodingCase(Int??.self, "1"), DecodingCase([Int??].self, "[null,1,true]"),
        DecodingCase([String?]?.self, #"["a",null]"#), DecodingCase([String?]?.self, "null"),
        DecodingCase([String: [Point?]?].self, #"{"a":[null,{"x":1,"y":2}]}"#),
        DecodingCase([String: Point?].self, #"{"a":{"x":null,"y":1}}"#), DecodingCase(Person?.self, #"{"name":1}"#),
        DecodingCase([[Int?]?].self, "[null,[null,1],[[]]]"), DecodingCase(Team?.self, "[]"),
    ]

    static let enumerations: [DecodingCase] = [
        DecodingCase(Figure.self, "{}"), DecodingCase(Figure.self, "[]"), DecodingCase(Figure.self, "null"),
        DecodingCase(Figure.self, #""nothing""#), DecodingCase(Figure.self, #"{"nothing":null}"#),
        DecodingCase(Figure.self, #"{"nothing":{"extra":1}}"#), DecodingCase(Figure.self, #"{"nothing":1}"#),
        DecodingCase(Figure.self, #"{"circle":{"radius":"1"}}"#),
        DecodingCase(Figure.self, #"{"circle":{"radius":null}}"#),
        DecodingCase(Figure.self, #"{"polygon":{"_0":{},"closed":true}}"#),
        DecodingCase(Figure.self, #"{"polygon":{"_0":[]}}"#),
        DecodingCase(Figure.self, #"{"polygon":{"_0":[1],"closed":1}}"#),
        DecodingCase(Figure.self, #"{"label":{"_0":"a","at":{"x":1,"y":[]}}}"#),
        DecodingCase([String: [Figure]].self, #"{"f":[{"nothing":{}},{"circle":{}}]}"#),
        DecodingCase(Tree.self, #"{"node":{"left":{"leaf":{"_0":1}},"right":{"node":{"left":{"leaf":{}}}}}}"#),
    ]

    static let supers: [DecodingCase] = [
        DecodingCase(Dog.self, #"{"super":null,"name":"Rex"}"#), DecodingCase(Dog.self, #"{"super":[],"name":"Rex"}"#),
        DecodingCase(Dog.self, #"{"super":{"legs":"4"},"name":"Rex"}"#),
        DecodingCase([Dog].self, #"[{"super":{"legs":4},"name":"a"},{"super":{"legs":null},"name":"b"}]"#),
        DecodingCase(Cat.self, #"{"legs":null,"lives":9}"#), DecodingCase(Named.self, #"{"base":{"legs":4}}"#),
        DecodingCase(Named.self, #"{"base":{"legs":true}}"#), DecodingCase(Named.self, #"{}"#),
        DecodingCase(Named.self, #"{"base":null}"#), DecodingCase(Named.self, #"{"base":[1]}"#),
    ]

    /// Decodes its superclass from a member that it names.
    struct Named: Decodable, Sendable {
        var legs: Int
        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: AnyKey.self)
            let parent = try container.superDecoder(forKey: AnyKey(stringValue: "base"))
            legs = try Animal(from: parent).legs
        }
    }

    /// A key that is read twice, out of order or not at all, with every name converted, and errors below such names.
    static let underStrategies: [DecodingCase] = [
        #"{"a":1,"b":true,"c":"z","d":[1,{"a":2}]}"#, #"{"d":{"c":1},"c":"z","a":1}"#, #"{"a":1}"#,
        #"{"c":"z","a":"1"}"#, #"{"c":null,"a":1}"#, #"{"b":1,"c":"z","a":1}"#,
    ].flatMap { text in
        [
            DecodingCase(Restless.self, text),
            DecodingCase(Restless.self, text) {
                $0.keyStrategy = .snakeCase
            } _: {
                $0.keyDecodingStrategy = .convertFromSnakeCase
            },
            DecodingCase(
                [String: [Restless]].self,
                "{\"K_k\":[\(text.replacing("\"a\"", with: "\"A\"").replacing("\"c\"", with: "\"C\""))]}"
            ) {
                $0.keyStrategy = .custom(decode: StrategyTests.lowerFirst)
            } _: {
                $0.keyDecodingStrategy = .custom(StrategyTests.lowerFirst)
            },
        ]
    }
}
