import Foundation
import Mimeograph
import MimeographForm
import TestSupport
import Testing

@Suite struct FormFormatTests {
    struct Address: Codable, Equatable {
        var street: String
        var zip: Int?
    }

    enum Kind: String, Codable { case private_ = "private", business }

    struct Customer: Codable, Equatable {
        var name = "Ada & Co. ü"
        var age: Int8 = 36
        var balance = -0.25
        var isActive = true
        var kind = Kind.business
        var tags: [String] = ["a", "b c"]
        var none: [Int] = []
        var scores: Set<Int> = [3, 1, 2]
        var address = Address(street: "+1 %", zip: nil)
        var others: [Address] = [
            Address(street: "x", zip: 1), Address(street: "", zip: nil), Address(street: "z", zip: 3),
        ]
        var matrix: [[Int]] = [[1, 2], [3]]
        var notes: [String: String] = ["first note": "1", "second": "2"]
        var since = Date(timeIntervalSince1970: 1_000_000_000)
        var picture = Data([0, 255, 1])
        var site = URL(string: "https://example.com/?a=b&c")
        var price = Decimal(string: "12.50")
        var id = UUID()
        var missing: String?
        var large = UInt64.max
    }

    private static let formats: [(String, FormFormat)] = {
        var numbered = QueryEncoder.afnetworking
        numbered.arrays = .indexInBrackets
        numbered.dates = .secondsSince1970
        var dots = QueryEncoder.alamofire
        dots.keyPaths = .dots
        dots.arrays = .custom { "\($0).\($1)" }
        dots.dates = .millisecondsSince1970
        var first = FormFormat(writing: numbered)
        first.dateStrategy = .secondsSince1970
        var second = FormFormat(writing: dots, nesting: .dots)
        second.dateStrategy = .millisecondsSince1970
        return [("whatwg", FormFormat()), ("numbered", first), ("dots", second)]
    }()

    @Test(arguments: [0, 1, 2]) func roundTrips(_ index: Int) throws {
        let (name, format) = Self.formats[index]
        var customer = Customer()
        if name == "dots" { customer.notes = ["plain": "1"] }
        if name != "whatwg" { customer.notes = ["plain": "1", "other": "2"] }
        let body = try format.encode(customer)
        let read = try format.decode(Customer.self, from: body)
        #expect(read == customer, "\(String(decoding: body, as: UTF8.self))")
    }

    @Test func keysWithBracketsDoNotSurvive() throws {
        // This loss is documented: a bracket in a name is read as a step.
        let body = try FormFormat().encode(["outer": ["[x]": "2"]])
        #expect(String(decoding: body, as: UTF8.self) == "outer%5B%5Bx%5D%5D=2")
        #expect(try FormFormat(nesting: .flat).decode([String: String].self, from: body) == ["outer[[x]]": "2"])
    }

    struct Query: Codable, Equatable {
        var q: String?
        var page: Int?
        var exact: Bool?
        var until: Date?
        var tags: [String] = []
        var ids: [Int]?
    }

    @Test(
        arguments: [
            ("", Query()),
            ("q=a+b%21&page=2&exact=on", Query(q: "a b!", page: 2, exact: true)),
            ("q=&page=&exact=&until=", Query(q: "")),
            ("q&page&exact&ids&until", Query()),
            ("q=1&q=2&page=1&page=3", Query(q: "2", page: 3)),
            ("tags=a", Query(tags: ["a"])),
            ("tags=a&tags=b&ids=1", Query(tags: ["a", "b"], ids: [1])),
            ("tags[]=a&tags%5B%5D=b", Query(tags: ["a", "b"])),
            ("tags[1]=b&tags[0]=a&tags[10]=c&tags[9]=d", Query(tags: ["a", "b", "d", "c"])),
            ("exact=0&unknown[deep][]=1", Query(exact: false)),
            ("until=2001-09-09T01:46:40Z", Query(until: Date(timeIntervalSince1970: 1_000_000_000))),
        ]
    )
    func reads(_ body: String, _ expected: Query) throws {
        #expect(try FormFormat().decode(Query.self, from: body.utf8) == expected)
    }

    @Test(
        arguments: [
            ("page=x", "page", 0), ("q=1&page=1.5", "page", 4), ("page=999999999999999999999", "page", 0),
            ("exact=yes", "exact", 0), ("page[]=1", "page", 0), ("q[a]=1", "q", 0), ("tags[a]=1", "tags", 0),
            ("ids=1&ids=x", "ids.Index 1", 0), ("until=yesterday", "until", 0), ("page=0x10", "page", 0),
        ] as [(String, String, Int)]
    )
    func anotherShapeIsAnError(_ body: String, _ path: String, _ offset: Int) throws {
        #expect { try FormFormat().decode(Query.self, from: body.utf8) } throws: { error in
            guard let error = error as? SerializationError else { return false }
            return error.code == .dataShape && error.codingPath.map(\.stringValue).joined(separator: ".") == path
                && error.location?.offset == offset && error.remedy != nil && !error.underlying.isEmpty
        }
    }

    @Test func aMissingNameIsAnError() throws {
        #expect { try FormFormat().decode(Address.self, from: "zip=1".utf8) } throws: { error in
            guard let error = error as? SerializationError else { return false }
            return error.code == .dataShape && error.remedy?.contains("street") == true
        }
        #expect(try FormFormat().decode([String: Int].self, from: "a=1&b=2".utf8) == ["a": 1, "b": 2])
        #expect { try FormFormat().decode([Int].self, from: "x=1".utf8) } throws: {
            ($0 as? SerializationError)?.code == .dataShape
        }
        #expect(
            try FormFormat().decode([Int].self, from: "1=b&0=a".utf8.map { $0 == 0x61 ? 0x37 : $0 == 0x62 ? 0x38 : $0 })
                == [7, 8]
        )
    }

    @Test func keysAreConverted() throws {
        struct Person: Decodable {
            var firstName: String
            var favouriteThings: [String: Int]

            enum CodingKeys: CodingKey { case firstName, favouriteThings }
        }
        var format = FormFormat()
        format.keyStrategy = .snakeCase
        let person = try format.decode(Person.self, from: "first_name=Ada&favourite_things[tea_pot]=1".utf8)
        #expect(person.firstName == "Ada" && person.favouriteThings == ["tea_pot": 1])
        format.keyStrategy = .custom(decode: { path in
            let isName = path.last?.stringValue.lowercased() == "first-name"
            return Person.CodingKeys(stringValue: isName ? "firstName" : "favouriteThings") ?? path[path.count - 1]
        })
        #expect(try format.decode(Person.self, from: "First-Name=Bo&x[y]=2".utf8).firstName == "Bo")
    }

    @Test func strategiesForDatesAndData() throws {
        struct Both: Decodable, Equatable {
            var date: Date
            var data: Data
        }
        let moment = Date(timeIntervalSinceReferenceDate: 0.5)
        var format = FormFormat()
        format.dateStrategy = .deferredToDate
        format.dataStrategy = .deferredToData
        #expect(
            try format.decode(Both.self, from: "date=0.5&data=1&data=2".utf8) == Both(date: moment, data: Data([1, 2]))
        )
        format.dateStrategy = .custom(decode: { _ in moment })
        format.dataStrategy = .custom(decode: { Data(try $0.singleValueContainer().decode(String.self).utf8) })
        #expect(try format.decode(Both.self, from: "date=x&data=ab".utf8) == Both(date: moment, data: Data("ab".utf8)))
    }

    struct Entry: Codable, Equatable {
        var startDate = Date(timeIntervalSince1970: 1_000_000_000)
        var rawData = Data([1, 2, 255])
        var otherNames = ["teaPot": 1, "tea_cup": 2]
        var inner: [Inner] = [Inner(lastOne: 1), Inner(lastOne: 2)]
        struct Inner: Codable, Equatable { var lastOne: Int }
    }

    private struct Name: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    @Test func strategiesAreForWritingToo() throws {
        var format = FormFormat()
        format.dateStrategy = .secondsSince1970
        format.dataStrategy = .deferredToData
        format.keyStrategy = .snakeCase
        // The encoder's option is not applied in addition.
        format.writing.keys = .uppercased
        let text = String(decoding: try format.encode(Entry()), as: UTF8.self)
        #expect(text.hasPrefix("start_date=1000000000&raw_data=1&raw_data=2&raw_data=255&other_names%5BteaPot%5D=1&"))
        #expect(try format.decode(Entry.self, from: text.utf8) == Entry())
        // Without a strategy the encoder's options apply.
        format = FormFormat()
        format.writing.dates = .secondsSince1970
        format.writing.keys = .convertToSnakeCase
        #expect(try format.encode(Entry()).starts(with: "start_date=1000000000&raw_data=AQL%2F&".utf8))
    }

    @Test func closuresAreForWritingToo() throws {
        var format = FormFormat()
        format.dateStrategy = .custom(
            decode: {
                let text = try $0.singleValueContainer().decode(String.self)
                return Date(timeIntervalSince1970: Double(text.dropFirst()) ?? 0)
            },
            encode: { date, encoder in
                var container = encoder.singleValueContainer()
                try container.encode("t\(Int(date.timeIntervalSince1970))")
            }
        )
        format.dataStrategy = .custom(
            decode: {
                let text = try $0.singleValueContainer().decode(String.self)
                return Data(text.unicodeScalars.map { UInt8($0.value & 255) })
            },
            encode: { data, encoder in
                var container = encoder.singleValueContainer()
                try container.encode(String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) })))
            }
        )
        format.keyStrategy = .custom(
            decode: { path in Name("\(path.last?.stringValue.dropFirst() ?? "")") },
            encode: { path in Name("_\(path.last?.stringValue ?? "")") }
        )
        let text = String(decoding: try format.encode(Entry()), as: UTF8.self)
        #expect(text.hasPrefix("_startDate=t1000000000&_rawData=%01%02%C3%BF&_otherNames%5BteaPot%5D=1&"))
        #expect(try format.decode(Entry.self, from: text.utf8) == Entry())
    }

    @Test func classesAndNestedContainers() throws {
        struct Both: Decodable {
            var value: Int
            var list: [Int] = []
            enum Keys: CodingKey { case outer, value, list, parent }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                let outer = try container.nestedContainer(keyedBy: Keys.self, forKey: .outer)
                value = try outer.decode(Int.self, forKey: .value)
                var elements = try outer.nestedUnkeyedContainer(forKey: .list)
                #expect(elements.count == 3)
                while !elements.isAtEnd { if try !elements.decodeNil() { list.append(try elements.decode(Int.self)) } }
                #expect(throws: DecodingError.self) { try elements.decode(Int.self) }
                let parent = try container.superDecoder(forKey: .parent).singleValueContainer()
                #expect(try parent.decode(String.self) == "p")
                #expect(container.allKeys.map(\.stringValue) == ["outer", "parent"])
            }
        }
        let body = "outer[value]=1&outer[list][]=2&outer[list][]&outer[list][]=3&parent=p&other=1"
        let both = try FormFormat().decode(Both.self, from: body.utf8)
        #expect(both.value == 1 && both.list == [2, 3])
    }

    @Test func limits() throws {
        func code(_ body: String, _ limits: DecodingLimits = .standard, _ nesting: FormNesting = .brackets)
            -> SerializationError?
        {
            do throws(SerializationError) {
                _ = try FormFormat(nesting: nesting).decode([String: Discarded].self, from: body.utf8, limits: limits)
                return nil
            } catch {
                return error
            }
        }
        #expect(code("a=1", DecodingLimits(inputBytes: 3)) == nil)
        #expect(code("a=12", DecodingLimits(inputBytes: 3))?.limit?.limit == .inputBytes)
        #expect(code("a=1&b=2", DecodingLimits(elements: 2)) == nil)
        #expect(code("a=1&b=2&c=3", DecodingLimits(elements: 2))?.limit?.limit == .elements)
        #expect(code("a=1&b=2&c=3", DecodingLimits(elements: 2))?.location?.offset == 8)
        let deep = String(repeating: "[b]", count: 32)
        #expect(code("a\(deep)=1") == nil)
        let deeper = code("x=1&a\(deep)[c]=1")
        #expect(deeper?.code == .limitExceeded && deeper?.location?.offset == 4)
        #expect(deeper?.limit == LimitExcess(.depth, allowed: 32))
        #expect(code("a[b]=1&a[b][c]=1", DecodingLimits(depth: 2))?.remedy?.contains("DecodingLimits.depth") == true)
        #expect(deeper?.remedy?.contains("FormNesting.maximumDepth") == true)
        #expect(code("a\(deep)[c]=1", .standard, FormNesting(maximumDepth: 33)) == nil)
        #expect(code("a.b.c=1", .standard, FormNesting(notation: .dots, maximumDepth: 1))?.code == .limitExceeded)
        #expect(FormNesting(maximumDepth: .max).maximumDepth == 1_000)
        let many = code("a[][][][]=1", .standard, FormNesting(maximumCount: 4))
        #expect(many?.code == .limitExceeded && many?.remedy?.contains("FormNesting.maximumCount") == true)
        // However deep a name is, only its first steps are read.
        #expect(code("a" + String(repeating: "[]", count: 1_000_000) + "=1")?.code == .limitExceeded)
    }

    /// A type that decodes any value and stores nothing.
    struct Discarded: Decodable {
        init(from decoder: any Decoder) throws {}
    }
}
