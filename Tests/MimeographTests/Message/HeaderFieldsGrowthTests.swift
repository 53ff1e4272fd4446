import Mimeograph
import MimeographForm
import TestSupport
import Testing

/// The cost of header fields is linear in their number.
@Suite struct HeaderFieldsGrowthTests {
    static func fields(_ size: Int) -> HeaderFields {
        var fields = HeaderFields()
        for number in 0..<size { try? fields.append("X-\(number)", "\(number)") }
        return fields
    }

    static let works: [(String, @Sendable (HeaderFields, Int) throws -> Void)] = [
        (
            "set",
            { _, size in
                var fields = HeaderFields()
                for number in 0..<size { try fields.set("X-\(number)", to: "1") }
                for number in 0..<size { try fields.set("x-\(number)", to: "2") }
                #expect(fields.lines.count == size)
            }
        ),
        (
            "subscript",
            { fields, size in
                var copy = fields
                for number in 0..<size { copy["X-\(number)"] = (fields["x-\(number)"] ?? "") + "!" }
                for number in 0..<size { #expect(copy["X-\(number)"] == "\(number)!") }
            }
        ),
        (
            "values",
            { fields, size in
                for number in 0..<size {
                    #expect(fields.values(of: "x-\(number)") == ["\(number)"] && !fields.contains("y-\(number)"))
                }
            }
        ),
        (
            "names of two lines",
            { fields, size in
                var twice = fields
                for number in 0..<size { try twice.append("x-\(number)", "again") }
                for number in 0..<size { #expect(twice["X-\(number)"] == "\(number), again") }
            }
        ),
        (
            "one name",
            { _, size in
                var fields = HeaderFields()
                for _ in 0..<size { try fields.append("Set-Cookie", "a=b") }
                #expect(fields.values(of: "set-cookie").count == size)
                try fields.set("Set-Cookie", to: "c")
            }
        ),
        (
            "missing names are removed",
            { fields, size in
                var copy = fields
                for number in 0..<size { copy.remove("Y-\(number)") }
                #expect(copy.lines.count == size)
            }
        ),
        (
            "names are removed at once",
            { fields, size in
                var copy = fields
                copy.remove(contentsOf: (0..<size).map { "x-\($0)" })
                #expect(copy.lines.isEmpty)
            }
        ),
        (
            "removed and set",
            { fields, size in
                var copy = fields
                copy.remove("X-0")
                for number in 1..<size { try copy.set("X-\(number)", to: "2") }
            }
        ),
        (
            "a request",
            { fields, size in
                var serializer = HTTPRequestSerializer()
                serializer.fields = fields
                var own = HeaderFields()
                for number in 0..<size { own["x-\(2 * number)"] = "own" }
                let message = try serializer.request(.get, "https://example.com/", fields: own)
                #expect(message.fields.lines.count == size + size / 2)
            }
        ),
        (
            "compared",
            { fields, _ in
                #expect(fields == fields)
                #expect(fields.hashValue == fields.hashValue)
            }
        ),
    ]

    @Test(arguments: works.indices)
    func of(_ index: Int) throws {
        let (name, work) = Self.works[index]
        let growth = try GrowthOfWork.perDoubling(from: 100, upTo: 1 << 14) { size in
            (Self.fields(size), size)
        } work: {
            try work($0.0, $0.1)
        }
        #expect(growth < GrowthOfWork.inProportion, "\(name)")
    }

    /// Long lists behave like short ones for any sequence of operations.
    @Test(arguments: 0..<20) func longListsAreAsShortOnes(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var fields = HeaderFields()
        var model: [(name: String, value: String)] = []
        for step in 0..<400 {
            let name =
                "\(["X", "x"].randomElement(using: &generator) ?? "X")-\(Int.random(in: 0..<60, using: &generator))"
            let isSame: ((name: String, value: String)) -> Bool = { $0.name.lowercased() == name.lowercased() }
            switch Int.random(in: 0..<12, using: &generator) {
            case 0..<6:
                try fields.append(name, "\(step)")
                model.append((name, "\(step)"))
            case 6..<9:
                fields[name] = "\(step)"
                if let first = model.firstIndex(where: isSame) {
                    model[first] = (name, "\(step)")
                    let rest = model[(first + 1)...].filter { !isSame($0) }
                    model = model[...first] + rest
                } else {
                    model.append((name, "\(step)"))
                }
            case 9:
                fields.remove(name)
                model.removeAll(where: isSame)
            case 10:
                let others = (0..<3).map { "x-\(($0 * 7 + step) % 60)" }
                fields.remove(contentsOf: others)
                model.removeAll { others.contains($0.name.lowercased()) }
            default:
                let copy = fields
                try fields.append("Z", "z")
                fields = copy
            }
            let values = model.filter(isSame).map(\.value)
            #expect(fields.values(of: name) == values)
            #expect(fields[name] == (values.isEmpty ? nil : values.joined(separator: ", ")))
            #expect(fields.contains(name) == !values.isEmpty)
        }
        #expect(fields.lines.map(\.name) == model.map(\.name))
        #expect(fields.lines.map(\.value) == model.map(\.value))
    }
}
