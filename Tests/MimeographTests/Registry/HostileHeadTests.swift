import Mimeograph
import MimeographServer
import MimeographText
import TestSupport
import Testing

/// Hostile heads: the cost must be linear in their size, and messages about them must be short.
@Suite(.within(minutes: 1)) struct HostileHeadTests {
    let registry: SerializerRegistry

    init() throws {
        registry = try SerializerRegistry {
            StubPlugin<ModuleA> { registry throws(RegistryError) in try registry.register(format: StubFormat.json) }
            TextPlugin()
            BytesPlugin()
            ProblemDetailsPlugin()
        }
    }

    static let values: [String] = [
        String(repeating: "a", count: 1 << 16), "a/" + String(repeating: "b", count: 1 << 16),
        "a/b" + String(repeating: ";", count: 1 << 16), "a/b" + String(repeating: ";a=b", count: 1 << 14),
        "a/b;a=\"" + String(repeating: "\\\"", count: 1 << 15), "a/b;a=" + String(repeating: "\"", count: 1 << 16),
        String(repeating: ",", count: 1 << 16), String(repeating: "a/b,", count: 1 << 14),
        String(repeating: "a/b;charset=x,", count: 1 << 12), String(repeating: "\"", count: 1 << 16),
        "a/b" + String(repeating: "+json", count: 1 << 14), "a/b;q=0." + String(repeating: "0", count: 1 << 16),
        (0..<20_000).map { "a/b;x\($0)=1" }.joined(separator: ";"), String(repeating: "é", count: 1 << 15),
        String(repeating: "identity,", count: 1 << 13), String(repeating: " \t", count: 1 << 15) + "x",
    ]

    @Test(arguments: values.indices)
    func oneHugeValue(index: Int) throws {
        let value = Self.values[index]
        for name in ["Content-Type", "Content-Encoding", "X-Content-Type-Options"] {
            for status in [200, 404] {
                var head = ResponseHead(status: status, fields: ["Content-Type": "text/csv"])
                if name == "X-Content-Type-Options" { head.fields["Content-Type"] = nil }
                head.fields[name] = value
                readAll(head)
            }
        }
        let request = RequestHead(method: .post, fields: ["Accept": value, "Content-Type": value])
        _ = try registry.respond(with: User(name: ""), to: request)
        #expect("\(registry.explain(request, offering: User(name: "")))".utf8.count < 40_000)
        do throws(SerializationError) {
            _ = try registry.read(User.self, from: "x".utf8, request: request)
        } catch {
            _ = registry.respond(with: error, to: request)
        }
    }

    @Test(arguments: ["Content-Type", "Content-Encoding", "X-Content-Type-Options", "X-Other"])
    func veryManyLines(name: String) throws {
        var head = ResponseHead(status: 404)
        for number in 0..<20_000 {
            try head.fields.append(name == "X-Other" ? "X-\(number)" : name, number % 2 == 0 ? "a/b;c=d" : "identity")
        }
        readAll(head)
        #expect(AcceptField(parsing: head.fields.values(of: name)).elements.count <= 64)
    }

    private func readAll(_ head: ResponseHead) {
        for validation in [ResponseValidation.strict, .none] {
            let registry = registry.validating(validation)
            do throws(SerializationError) {
                _ = try registry.read(User.self, from: "{}".utf8, head: head)
            } catch {
                #expect("\(error)".utf8.count < 4000)
            }
            _ = try? registry.anyValue(from: "{}".utf8, head: head)
        }
        #expect("\(registry.explain(head, for: User.self))".utf8.count < 4000)
    }
}
