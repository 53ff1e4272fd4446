import Foundation
import Mimeograph
import Testing

@testable import MimeographXML

/// Checks the form of values in XML, which must not change.
@Suite struct XMLMappingTests {
    private func text(_ value: some Encodable, _ format: XMLFormat = XMLFormat()) throws -> String {
        try format.element(encoding: value).description
    }

    @Test func elementsAndLists() throws {
        let shelf = Shelf(
            title: "a",
            authors: [Author(name: "Ada", born: 1815)],
            counts: ["x": [1, 2]],
            owner: nil
        )
        #expect(
            try text(shelf) == """
                <Shelf><title>a</title><authors><name>Ada</name><born>1815</born><isAlive>false</isAlive></authors>\
                <counts><x>1.0</x><x>2.0</x></counts></Shelf>
                """
        )
        var format = XMLFormat()
        format.lists = .wrapped("entry")
        #expect(try text(["k": [1, 2]], format) == "<Dictionary><k><entry>1</entry><entry>2</entry></k></Dictionary>")
        format.lists = .words
        #expect(try text(["k": [1, 2]], format) == "<Dictionary><k>1 2</k></Dictionary>")
        #expect(try text([[1, 2], []]) == "<Array><item><item>1</item><item>2</item></item><item/></Array>")
        #expect(
            try text([Int?.some(1), nil]) == """
                <Array xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><item>1</item><item xsi:nil="true"/></Array>
                """
        )
        format.nilEncoding = .omit
        #expect(try text([Int?.some(1), nil], format) == "<Array><item>1</item></Array>")
    }

    @Test func attributesAndText() throws {
        let url = try #require(URL(string: "https://a.example/"))
        #expect(
            try text(Link(href: url, sizes: [1, 2], hidden: nil, label: "x"))
                == #"<Link href="https://a.example/" sizes="1 2">x</Link>"#
        )
        let product = Product(
            id: 7,
            creator: "Ada",
            price: Price(amount: 12.5, currency: "EUR"),
            tags: ["a b", "c"],
            sizes: [1, 2],
            images: []
        )
        // The price has no namespace of its own, so it is in the surrounding one.
        let found = try text(product)
        #expect(
            found == """
                <product xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="urn:shop" id="7"><price currency="EUR">\
                12.5</price><tags><tag>a b</tag><tag>c</tag></tags><sizes>1 2</sizes><dc:creator>Ada</dc:creator></product>
                """
        )
    }

    @Test func enumerationsAndSuperclasses() throws {
        #expect(try text(Shape.circle(radius: 1)) == "<Shape><circle><radius>1.0</radius></circle></Shape>")
        #expect(try text(Shape.nothing) == "<Shape><nothing/></Shape>")
        #expect(try text(Suit.hearts) == "<Suit>hearts</Suit>")
        #expect(try text(Bus(wheels: 6, line: "M")) == "<Bus><super><wheels>6</wheels></super><line>M</line></Bus>")
        #expect(try text(Truck(wheels: 8, load: 1)) == "<Truck><load>1.0</load><wheels>8</wheels></Truck>")
        #expect(
            try text(Nested(text: "t", numbers: [1, 2], corners: [])) == """
                <Nested xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><outer><list xsi:nil="true"/><inner><value>t\
                </value></inner><list><value>1</value></list><list/><list>2</list></outer></Nested>
                """
        )
    }

    @Test func names() throws {
        #expect(try text(Int?.some(1)) == "<Int>1</Int>")
        #expect(try text(Int?.none) == #"<Int xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>"#)
        #expect(try text(["a b": 1, "@c": 2]).contains("<a_x0020_b>1</a_x0020_b>"))
        #expect(try text(["@a b": 1]) == #"<Dictionary a_x0020_b="1"/>"#)
        #expect(try text(["@xmlns": 1]) == #"<Dictionary _x0078_mlns="1"/>"#)
        let back = try XMLFormat().decode([String: Int].self, from: XMLFormat().encode(["@xmlns": 1]))
        #expect(back == ["@xmlns": 1])
        #expect(try text(["@xml:lang": "de"]) == #"<Dictionary xml:lang="de"/>"#)
        #expect(try text(1, XMLFormat(rootName: "my:n-1")).hasPrefix("my:n-1: A prefix is used without a namespace"))
        var format = XMLFormat(rootName: "Envelope")
        format.namespace = "urn:soap"
        format.namespaces = ["s": "urn:soap", "o": "urn:order"]
        #expect(
            try text(["Body": ["o:Order": ["@o:id": 7]]], format) == """
                <s:Envelope xmlns:o="urn:order" xmlns:s="urn:soap"><s:Body><o:Order o:id="7"/></s:Body></s:Envelope>
                """
        )
    }

    @Test func values() throws {
        #expect(try text(Double.infinity) == "<Double>INF</Double>")
        #expect(try text(-Float.infinity) == "<Float>-INF</Float>")
        #expect(try text(Double.nan) == "<Double>NaN</Double>")
        #expect(try text(1e21) == "<Double>1e+21</Double>")
        #expect(try text(true) == "<Bool>true</Bool>")
        #expect(try text(Data([1, 255])) == "<Data>Af8=</Data>")
        var format = XMLFormat()
        format.dataStrategy = .hexadecimal
        #expect(try text(Data([1, 0xAF]), format) == "<Data>01AF</Data>")
        let date = Date(timeIntervalSince1970: 0)
        #expect(try text(date) == "<Date>1970-01-01T00:00:00Z</Date>")
        for (strategy, expected) in [
            (.internetMessage, "Thu, 01 Jan 1970 00:00:00 +0000"), (.secondsSince1970, "0.0"),
            (.millisecondsSince1970, "0.0"), (.deferredToDate, "-978307200.0"),
            (.custom(encode: { date, encoder in try "\(date.timeIntervalSince1970)".encode(to: encoder) }), "0.0"),
        ] as [(DateStrategy<Date>, String)] {
            format.dateStrategy = strategy
            #expect(try text(date, format) == "<Date>\(expected)</Date>")
        }
        format.dataStrategy = .custom(encode: { data, encoder in try Array(data).encode(to: encoder) })
        #expect(try text(["d": Data([1, 2])], format) == "<Dictionary><d>1</d><d>2</d></Dictionary>")
    }
}
