import Foundation
import Mimeograph
import TestSupport
import Testing

@testable import MimeographXML

/// Checks that written values are read back as the same values, from an element and from bytes.
@Suite struct XMLRoundTripTests {
    private func expectRoundTrip<T: Codable & Equatable>(
        _ value: T,
        _ format: XMLFormat = XMLFormat(),
        _ location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        let element = try format.element(encoding: value)
        let read = try format.decode(T.self, from: element)
        #expect(read == value, "\(element)", sourceLocation: location)
        let bytes = try format.encode(value)
        #expect(try format.decode(T.self, from: bytes) == value, "\(element)", sourceLocation: location)
    }

    /// A `Date` counts from 2001. A number that counts from 1970 has one bit less for the fraction.
    @Test func fractionsOfSeconds() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<500 {
            let seconds = Double.random(in: 600_000_000...900_000_000, using: &generator)
            let date = Date(timeIntervalSinceReferenceDate: seconds)
            #expect(try XMLFormat().decode(Date.self, from: XMLFormat().encode(date)) == date)
        }
        for seconds in [0.1, -0.25, 1e-9, -1e9 + 0.1, 1e9 + 0.3] {
            try expectRoundTrip(Date(timeIntervalSinceReferenceDate: seconds))
        }
    }

    static let formats: [XMLFormat] = {
        var wrapped = XMLFormat(rootName: "r:root", writing: .pretty)
        wrapped.lists = .wrapped("entry")
        wrapped.namespace = "urn:x"
        wrapped.namespaces = ["r": "urn:x"]
        wrapped.attributePrefix = "$"
        wrapped.textKey = "text()"
        wrapped.dataStrategy = .hexadecimal
        wrapped.repeatedElements = .refuse
        return [XMLFormat(), wrapped]
    }()

    @Test(arguments: [0, 1])
    func shapes(_ index: Int) throws {
        let format = Self.formats[index]
        let ada = Author(name: "Ada <&> \"King\"\r\n\t", born: 1815)
        try expectRoundTrip(ada, format)
        try expectRoundTrip(Author(name: "", isAlive: true), format)
        try expectRoundTrip(
            Shelf(title: " t ", authors: [ada, ada], counts: ["a b": [1], "1": [0.1, -2e300], "": [3]], owner: ada),
            format
        )
        try expectRoundTrip([ada], format)
        try expectRoundTrip([Author](), format)
        try expectRoundTrip(Author?.some(ada), format)
        try expectRoundTrip(Author?.none, format)
        for shape in [
            Shape.circle(radius: .infinity), .polygon([Corner(x: 0, y: -0.0), Corner(x: 1, y: 2)], closed: true),
            .label("", at: nil), .label("x", at: Corner(x: 1e-300, y: .leastNonzeroMagnitude)), .nothing,
        ] {
            try expectRoundTrip(shape, format)
            try expectRoundTrip([shape, shape], format)
        }
        try expectRoundTrip(Branch.fork(left: .leaf(1), right: .fork(left: .leaf(2), right: .leaf(3))), format)
        try expectRoundTrip(Bus(wheels: 6, line: "M1"), format)
        try expectRoundTrip(Truck(wheels: 8, load: 7.5), format)
        try expectRoundTrip(Nested(text: "t", numbers: [1, 2], corners: [Corner(x: 1, y: 2)]), format)
        try expectRoundTrip(Wrapped(Wrapped([1, 2, 3])), format)
        try expectRoundTrip(Wrapped(["k": Wrapped("v")]), format)
        try expectRoundTrip(["k": Int?.none, "l": 7], format)
        try expectRoundTrip([[1], [], [2, 3]], format)
        try expectRoundTrip([[[1]], [[2], [3, 4]]], format)
        try expectRoundTrip([1: "a", -2: "b"], format)
        try expectRoundTrip([Corner(x: 1, y: 2): [Suit.hearts]], format)
        try expectRoundTrip("text", format)
        try expectRoundTrip(true, format)
    }

    @Test(arguments: [0, 1])
    func values(_ index: Int) throws {
        try expectRoundTrip(
            Figures(
                a: .min,
                b: .max,
                c: .min,
                d: .max,
                e: .min,
                f: .max,
                g: .max,
                h: .max,
                i: .max,
                j: .max,
                k: .leastNonzeroMagnitude,
                l: .greatestFiniteMagnitude,
                m: .min,
                n: .max,
                o: true
            ),
            Self.formats[index]
        )
        try expectRoundTrip(
            Record(
                date: Date(timeIntervalSince1970: 1_700_000_000.123_456),
                data: Data([0, 255, 128]),
                url: try #require(URL(string: "https://example.com/?a=1&b=<")),
                amount: try #require(Decimal(string: "-12345678901234567890.123456789")),
                id: UUID(),
                dates: [nil, Date(timeIntervalSince1970: -1.5), nil],
                note: "",
                grid: [[1, 2], [], [3]],
                suits: [.hearts: 1, .spades: 2],
                unique: ["a", "b c"]
            ),
            Self.formats[index]
        )
    }

    @Test func attributes() throws {
        let url = try #require(URL(string: "https://example.com/a"))
        for link in [
            Link(href: url, sizes: [1, 2], hidden: true, label: "x"),
            Link(href: url, sizes: [], hidden: nil, label: ""),
        ] {
            try expectRoundTrip(link)
            try expectRoundTrip([link, link])
        }
        let product = Product(
            id: 7,
            creator: "Ada",
            price: Price(amount: 12.5, currency: "EUR"),
            tags: ["a b", ""],
            sizes: [1, 2],
            images: [url, url]
        )
        try expectRoundTrip(product)
        try expectRoundTrip([product])
        try expectRoundTrip(["x": product])
    }

    /// Tests dictionaries with all kinds of keys and texts, in both formats.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func randomDictionaries(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "a", "_", "x", "_x0041_", "1", " ", "é", "\u{1F600}", "-", ".", "xml", "&", "\u{301}", "item", "F",
        ]
        func key() -> String {
            (0..<Int.random(in: 0...5, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined()
        }
        for format in Self.formats {
            var flat: [String: String?] = [:]
            for _ in 0..<8 { flat["k" + key()] = RandomElement.text(using: &generator) }
            flat[key()] = .some(nil)
            try expectRoundTrip([key(): [key(): flat]], format)
        }
    }

    /// The written bytes equal the bytes of the encoded element.
    @Test func bytesAreTheElement() throws {
        let format = XMLFormat(rootName: "a", writing: XMLWritingOptions(declaration: false))
        #expect(String(decoding: try format.encode(["b": 1]), as: UTF8.self) == "<a><b>1</b></a>")
    }
}
