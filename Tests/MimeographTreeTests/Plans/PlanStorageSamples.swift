import Mimeograph

func storageSamples<Mark>(_ mark: Mark.Type) -> [any PlanSample.Type] {
    [
        Constants<Mark>.self, Private<Mark>.self, Wrapped<Mark>.self, Computed<Mark>.self, Lazy<Mark>.self,
        Referring<Mark>.self,
        Weak<Mark>.self, Final<Mark>.self, Derived<Mark>.self, Empty<Mark>.self, Emptied<Mark>.self, Many64<Mark>.self,
        Many65<Mark>.self, Large<Mark>.self, Observed<Mark>.self, Aligned<Mark>.self,
    ]
}

struct Constants<Mark>: PlanSample {
    let id: Int
    let name: String?
    let kind = "constant"

    enum CodingKeys: CodingKey { case id, name, kind }

    static var samples: [Self] { [Self(id: 1, name: "a"), Self(id: 2, name: nil)] }
}

extension Constants: SynthesizedCodable where Mark: PlanMark {}

struct Private<Mark>: PlanSample {
    private var secret: Int
    fileprivate let other: String?
    private(set) var third: Bool

    static var samples: [Self] {
        [Self(secret: 1, other: "a", third: true), Self(secret: 2, other: nil, third: false)]
    }
}

extension Private: SynthesizedCodable where Mark: PlanMark {}

/// A property wrapper that the compiler codes as a struct with one property.
@propertyWrapper
struct Kept<Value: Codable>: Codable { var wrappedValue: Value }

/// A property wrapper that codes the value alone.
@propertyWrapper
struct Clamped: Codable {
    var wrappedValue: Int

    init(wrappedValue: Int) { self.wrappedValue = min(wrappedValue, 100) }
    init(from decoder: any Decoder) throws {
        self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self))
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

struct Wrapped<Mark>: PlanSample {
    @Kept var name: String
    @Clamped var number: Int
    @Kept var maybe: Int?
    var plain: Flag<Mark>

    static var samples: [Self] {
        [
            Self(name: "a", number: 5, maybe: 1, plain: Flag(on: true)),
            Self(name: "", number: 1_000, maybe: nil, plain: Flag(on: false)),
        ]
    }
}

extension Wrapped: SynthesizedCodable where Mark: PlanMark {}

struct Computed<Mark>: PlanSample {
    var width: Double
    var height: Double
    var area: Double { width * height }
    var half: Double {
        get { width / 2 }
        set { width = newValue * 2 }
    }
    static var unit: Int { 1 }

    static var samples: [Self] { [Self(width: 1, height: 2), Self(width: 0.5, height: -1)] }
}

extension Computed: SynthesizedCodable where Mark: PlanMark {}

struct Lazy<Mark>: PlanSample {
    enum CodingKeys: CodingKey { case text }

    var text: String
    lazy var length = text.count

    init(text: String) { self.text = text }

    static var samples: [Self] { [Self(text: "a"), Self(text: "abc")] }
}

extension Lazy: SynthesizedCodable where Mark: PlanMark {}

/// A property with observers, which `init(from:)` does not call.
struct Observed<Mark>: PlanSample {
    var number: Int { didSet { number = oldValue } }
    var text: String { willSet { _ = newValue } }

    static var samples: [Self] { [Self(number: 1, text: "a"), Self(number: 2, text: "")] }
}

extension Observed: SynthesizedCodable where Mark: PlanMark {}

final class Node: Codable {
    var number: Int
    var next: Node?

    init(number: Int, next: Node? = nil) {
        self.number = number
        self.next = next
    }
}

struct Referring<Mark>: PlanSample {
    var node: Node
    var maybe: Node?
    var nodes: [Node]
    var after: String

    static var samples: [Self] {
        [
            Self(
                node: Node(number: 1, next: Node(number: 2)),
                maybe: Node(number: 3),
                nodes: [Node(number: 4)],
                after: "a"
            ),
            Self(node: Node(number: 1), maybe: nil, nodes: [], after: "b"),
        ]
    }
}

extension Referring: SynthesizedCodable where Mark: PlanMark {}

struct Weak<Mark>: PlanSample {
    enum CodingKeys: CodingKey { case name, node }

    var name: String
    weak var node: Node?

    init(name: String, node: Node?) {
        self.name = name
        self.node = node
    }

    // Kept alive by the process, because a weak reference does not.
    private static var node: Node { unsafe PlanKeeper.node }
    static var samples: [Self] { [Self(name: "a", node: node), Self(name: "b", node: nil)] }
}

enum PlanKeeper { nonisolated(unsafe) static let node = Node(number: 9) }

extension Weak: SynthesizedCodable where Mark: PlanMark {}

final class Final<Mark>: PlanSample {
    var id: Int
    var name: String?
    let flags: [Flag<Mark>]

    init(id: Int, name: String?, flags: [Flag<Mark>]) {
        self.id = id
        self.name = name
        self.flags = flags
    }

    static var samples: [Final] {
        [Final(id: 1, name: "a", flags: [Flag(on: true)]), Final(id: 2, name: nil, flags: [])]
    }
}

extension Final: SynthesizedCodable where Mark: PlanMark {}

class Base: Codable {
    var id = 1
    init() {}
}

/// A subclass, whose functions the compiler inherits from its superclass.
final class Derived<Mark>: Base, PlanSample {
    var extra = 5

    static var samples: [Derived] { [Derived(), Derived()] }
}

extension Derived: SynthesizedCodable where Mark: PlanMark {}

struct Empty<Mark>: PlanSample {
    static var samples: [Self] { [Self(), Self()] }
}

extension Empty: SynthesizedCodable where Mark: PlanMark {}

struct Emptied<Mark>: PlanSample {
    var empty: Empty<Mark>
    var maybe: Empty<Mark>?
    var list: [Empty<Mark>]
    var holes: [Empty<Mark>?]
    var number: Int
    var flag: Flag<Mark>

    static var samples: [Self] {
        [
            Self(
                empty: Empty(),
                maybe: Empty(),
                list: [Empty(), Empty()],
                holes: [nil, Empty()],
                number: 1,
                flag: Flag(on: true)
            ),
            Self(empty: Empty(), maybe: nil, list: [], holes: [], number: 2, flag: Flag(on: false)),
        ]
    }
}

extension Emptied: SynthesizedCodable where Mark: PlanMark {}

struct Many64<Mark>: PlanSample {
    var p0: Int?, p1: Int?, p2: Int?, p3: Int?, p4: Int?, p5: Int?, p6: Int?, p7: Int?, p8: Int?, p9: Int?, p10: Int?,
        p11: Int?
    var p12: Int?, p13: Int?, p14: Int?, p15: Int?, p16: Int?, p17: Int?, p18: Int?, p19: Int?, p20: Int?, p21: Int?,
        p22: Int?, p23: Int?
    var p24: Int?, p25: Int?, p26: Int?, p27: Int?, p28: Int?, p29: Int?, p30: Int?, p31: Int?, p32: Int?, p33: Int?,
        p34: Int?, p35: Int?
    var p36: Int?, p37: Int?, p38: Int?, p39: Int?, p40: Int?, p41: Int?, p42: Int?, p43: Int?, p44: Int?, p45: Int?,
        p46: Int?, p47: Int?
    var p48: Int?, p49: Int?, p50: Int?, p51: Int?, p52: Int?, p53: Int?, p54: Int?, p55: Int?, p56: Int?, p57: Int?,
        p58: Int?, p59: Int?
    var p60: Int?, p61: Int?, p62: Int?, p63: Int?

    static var samples: [Self] { [Self(p0: 1, p31: 2, p63: 3), Self(), Self(p5: .max, p62: 1)] }
}

extension Many64: SynthesizedCodable where Mark: PlanMark {}

struct Many65<Mark>: PlanSample {
    var p0: Int?, p1: Int?, p2: Int?, p3: Int?, p4: Int?, p5: Int?, p6: Int?, p7: Int?, p8: Int?, p9: Int?, p10: Int?,
        p11: Int?
    var p12: Int?, p13: Int?, p14: Int?, p15: Int?, p16: Int?, p17: Int?, p18: Int?, p19: Int?, p20: Int?, p21: Int?,
        p22: Int?, p23: Int?
    var p24: Int?, p25: Int?, p26: Int?, p27: Int?, p28: Int?, p29: Int?, p30: Int?, p31: Int?, p32: Int?, p33: Int?,
        p34: Int?, p35: Int?
    var p36: Int?, p37: Int?, p38: Int?, p39: Int?, p40: Int?, p41: Int?, p42: Int?, p43: Int?, p44: Int?, p45: Int?,
        p46: Int?, p47: Int?
    var p48: Int?, p49: Int?, p50: Int?, p51: Int?, p52: Int?, p53: Int?, p54: Int?, p55: Int?, p56: Int?, p57: Int?,
        p58: Int?, p59: Int?
    var p60: Int?, p61: Int?, p62: Int?, p63: Int?, p64: Int?

    static var samples: [Self] { [Self(p0: 1, p31: 2, p64: 3), Self(), Self(p5: .max, p62: 1)] }
}

extension Many65: SynthesizedCodable where Mark: PlanMark {}

/// More than 300 bytes.
struct Large<Mark>: PlanSample {
    var a: Integers<Mark>, b: OptionalIntegers<Mark>, c: Padded<Mark>, d: Texts<Mark>, e: String, f: [Large]

    static var samples: [Self] {
        let texts = Texts<Mark>(short: "a", long: "b", last: "c")
        return zip(Integers<Mark>.samples, OptionalIntegers<Mark>.samples).flatMap { integers, optionals in
            Padded<Mark>.samples.map { padded in
                let inner = Self(a: integers, b: optionals, c: padded, d: texts, e: "e", f: [])
                return Self(a: integers, b: optionals, c: padded, d: texts, e: "", f: [inner, inner])
            }
        }
    }
}

extension Large: SynthesizedCodable where Mark: PlanMark {}

/// Properties whose alignment is more than that of a heap object.
struct Aligned<Mark>: PlanSample {
    var flag: Bool
    var vector: SIMD4<Double>
    var vectors: [SIMD8<Double>]
    var list: [Inner]

    struct Inner: Codable {
        var small: Int8
        var vector: SIMD8<Float>
    }

    static var samples: [Self] {
        let inner = Inner(small: 1, vector: [1, 2, 3, 4, 5, 6, 7, 8])
        return [
            Self(flag: true, vector: [1, 2, 3, 4], vectors: [.zero], list: [inner, inner]),
            Self(flag: false, vector: .zero, vectors: [], list: []),
        ]
    }
}

extension Aligned: SynthesizedCodable where Mark: PlanMark {}
extension Aligned.Inner: SynthesizedCodable where Mark: PlanMark {}
