import Mimeograph

func classSamples<Mark>(_ mark: Mark.Type) -> [any PlanSample.Type] {
    [Zoo<Mark>.self, List<Mark>.self]
}

/// A class with subclasses, which may stand where it is declared.
class Animal<Mark>: Codable {
    var name: String
    var legs: Int?

    required init(name: String, legs: Int?) { (self.name, self.legs) = (name, legs) }
}

extension Animal: SynthesizedCodable where Mark: PlanMark {}

/// A subclass that codes more properties.
final class Dog<Mark>: Animal<Mark> {
    var isGood = true

    enum CodingKeys: CodingKey { case isGood }

    required init(name: String, legs: Int?) { super.init(name: name, legs: legs) }

    required init(from decoder: any Decoder) throws {
        isGood = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .isGood)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(isGood, forKey: .isGood)
    }
}

/// A subclass that inherits both functions.
final class Cat<Mark>: Animal<Mark> {
    var lives = 9
    var toys: [String] = []
}

struct Zoo<Mark>: PlanSample {
    var star: Animal<Mark>
    var animals: [Animal<Mark>]
    var maybe: Animal<Mark>?
    var cats: [Cat<Mark>]
    var dog: Dog<Mark>?

    static var samples: [Self] {
        [
            Self(
                star: Dog(name: "star", legs: 3),
                animals: [Animal(name: "x", legs: 1), Dog(name: "y", legs: nil), Cat(name: "z", legs: 4)],
                maybe: Cat(name: "m", legs: nil),
                cats: [Cat(name: "c", legs: 4)],
                dog: Dog(name: "d", legs: 4)
            ),
            Self(star: Animal(name: "star", legs: nil), animals: [], maybe: nil, cats: [], dog: nil),
        ]
    }
}

extension Zoo: SynthesizedCodable where Mark: PlanMark {}

/// A class that contains itself.
final class List<Mark>: PlanSample {
    var number: Int
    var next: List?
    let text: String

    init(number: Int, next: List?, text: String) { (self.number, self.next, self.text) = (number, next, text) }

    static var samples: [List] {
        let long = (0..<200).reduce(nil as List?) { List(number: $1, next: $0, text: "") }
        return [
            List(number: 1, next: List(number: 2, next: nil, text: "b"), text: "a"),
            List(number: 3, next: nil, text: ""),
            List(number: 0, next: long, text: "a text that is longer than fifteen bytes"),
        ]
    }
}

extension List: SynthesizedCodable where Mark: PlanMark {}
