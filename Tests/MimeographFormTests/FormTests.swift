import Mimeograph
import MimeographForm
import TestSupport
import Testing

@Suite struct FormTests {
    @Test func fieldsInOrder() throws {
        var form = try Form(parsing: "b=1&a=x+y&&b=%C3%BC&c&=".utf8)
        #expect(form.map(\.name) == ["b", "a", "b", "c", ""])
        #expect(form["b"] == "1" && form.values(of: "b") == ["1", "ü"] && form["z"] == nil && form["c"] == "")
        #expect(form.fields[3].isBare && !form.fields[4].isBare)
        #expect(form == ["b": "1", "a": "x y", "b": "ü"] + form.fields.suffix(2))
        form.fields.append(Form.Field("d", "+"))
        #expect(String(decoding: QueryEncoder.whatwg.bytes(of: form), as: UTF8.self) == "b=1&a=x+y&b=%C3%BC&c&=&d=%2B")
    }

    @Test(
        arguments: [
            ("a[=1", ["a[": "1"]), ("[a]=1", ["[a]": "1"]), ("a]=1", ["a]": "1"]), ("=1", [:]),
            ("a[b]c=1", ["a": ["b": ["c": "1"]]]),
            ("a[][][]=1", ["a": [[["1"]]]]), ("a[b][=1", ["a": ["b": ["[": "1"]]]), ("a[]=1&a=2", ["a": "2"]),
            ("a[0]=x&a[1]=y", ["a": ["0": "x", "1": "y"]]),
            ("a[][x]=1&a[]=2&a[][x]=3", ["a": [["x": "1"], "2", ["x": "3"]] as QueryValue]),
        ] as [(String, QueryValue)]
    )
    func dialectOfBrackets(_ body: String, _ expected: QueryValue) throws {
        #expect(try Form(parsing: body.utf8).nested() == expected)
    }

    @Test(
        arguments: [
            ("a.b=1&a.c.d=2", ["a": ["b": "1", "c": ["d": "2"]] as QueryValue]),
            ("a.=1&.b=2&a..c=3&.=4", ["a.": "1", ".b": "2", "a..c": "3", ".": "4"]),
            ("a[b]=1", ["a[b]": "1"]),
        ] as [(String, QueryValue)]
    )
    func dialectOfDots(_ body: String, _ expected: QueryValue) throws {
        #expect(try Form(parsing: body.utf8).nested(.dots) == expected)
    }

    @Test func throughARegistry() throws {
        struct Order: Codable, Equatable, Sendable {
            var item: String
            var count: Int
        }
        let registry = try SerializerRegistry { FormPlugin() }
        let head = ResponseHead(
            status: 200,
            fields: ["Content-Type": "application/x-www-form-urlencoded; charset=latin1"]
        )
        #expect(
            try registry.read(Order.self, from: "item=tea&count=2".utf8, head: head) == Order(item: "tea", count: 2)
        )
        #expect(try registry.anyValue(from: "a=1".utf8, head: head) as? Form == ["a": "1"])
        #expect(try registry.read(Form.self, from: "".utf8, head: head) == [:])
        let (type, bytes) = try registry.encode(Order(item: "tea pot", count: 2))
        #expect(type == "application/x-www-form-urlencoded" && bytes == Array("item=tea+pot&count=2".utf8))
        #expect(try registry.encode(["b": "1", "a": "2"] as Form).bytes == Array("b=1&a=2".utf8))
        #expect(registry.accept(for: Order.self).elements.isEmpty)
        let request = RequestHead(
            method: .post,
            fields: ["Content-Type": "application/x-www-form-urlencoded"]
        )
        #expect(try registry.read(Order.self, from: "item=x&count=1".utf8, request: request).item == "x")
        var message = RequestMessage(method: .post, fields: ["Content-Type": "text/x-form"])
        try FormRequestSerializer().write(["a": "b"], into: &message)
        #expect(message.fields["Content-Type"] == "text/x-form")
    }

    @Test func anyBytesAreAForm() throws {
        var generator = SeededGenerator(seed: 11)
        let dictionary = ["[]", "[a]", "&", "=", "%5B", "%5D", "+", "a[b]", "[0]", "%", "a", "a&a[]=", "%FF"].map {
            Array($0.utf8)
        }
        for seed in ["a=1&a[b]=2", "x[][y]=1&x[][z][w]=a&x[][y]=2", "", "a=%C3%BC&b[0]=1&b[1]=2"] {
            for _ in 0..<400 {
                let body = Mutation.mutate(Array(seed.utf8), dictionary: dictionary, using: &generator)
                let form = try Form(parsing: body)
                let written = QueryEncoder.whatwg.bytes(of: form)
                // A bare field without a name is written as nothing.
                #expect(try Form(parsing: written) == form)
                do throws(SerializationError) {
                    _ = try form.nested()
                } catch {
                    #expect(error.code == .syntax || error.code == .limitExceeded)
                }
            }
        }
    }
}

private func + (form: Form, fields: some Sequence<Form.Field>) -> Form { Form(fields: form.fields + fields) }
