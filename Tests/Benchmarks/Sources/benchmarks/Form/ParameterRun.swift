import Foundation
import Harness
import Mimeograph
import MimeographForm

/// Parameters to text and back.
enum ParameterRun {
    private static let count = 10_000

    /// Pairs as in real requests: names with brackets, and some values that need escaping.
    private static let pairs: [(String, String)] = (0..<count).map { number in
        let name = ["page", "filter[state]", "tags[]", "q", "user[address][street]", "updated_after"][number % 6]
        let value = [
            "\(number)", "open", "größe \(number)", "swift & objective-c", "Unter den Linden \(number), 10117 Berlin",
            "2026-11-21T16:00:00Z",
        ][number % 6]
        return (name, value)
    }

    static func encode(into report: inout Report, hasPeers: Bool) throws {
        let items = pairs.map { URLQueryItem(name: $0.0, value: $0.1) }
        try encode(
            into: &report,
            "escaped as by URLComponents",
            characters: {
                var characters = QueryCharacterSet.unreserved
                characters.insert(contentsOf: "!$'()*,:;@/?")
                return characters
            }(),
            peers: hasPeers,
            target: "form.encode.vs-URLComponents"
        ) { () -> String? in
            var components = URLComponents()
            components.queryItems = items
            return components.percentEncodedQuery
        }
        try encode(
            into: &report,
            "escaped as by AFNetworking",
            characters: .afnetworking,
            peers: hasPeers,
            target: "form.encode.vs-URLComponents.afnetworking"
        ) { () -> String? in
            var components = URLComponents()
            components.percentEncodedQueryItems = items.map { item in
                URLQueryItem(name: escaped(item.name), value: item.value.map(escaped))
            }
            return components.percentEncodedQuery
        }
    }

    private static func encode(
        into report: inout Report,
        _ title: String,
        characters: QueryCharacterSet,
        peers: Bool,
        target: String,
        _ foundation: @escaping () -> String?
    ) throws {
        var encoder = QueryEncoder.afnetworking
        encoder.allowedCharacters = characters
        let sorting = encoder
        encoder.order = .asWritten
        let inOrder = encoder
        let members = QueryValue.members(pairs.map { QueryValue.Member($0.0, .text($0.1)) })
        let expected = inOrder.encode(pairs: pairs)
        guard foundation() == expected else { throw BrokenEngine("The engines escape in different ways.") }
        guard try inOrder.encode(members) == expected else { throw BrokenEngine("Members are not written like pairs.") }
        let length = expected.utf8.count
        var engines = [
            Benchmark(Engine.ours, bytes: length) { inOrder.encode(pairs: pairs) },
            Benchmark("\(Engine.ours), any Encodable", bytes: length) { try? inOrder.encode(members) },
            Benchmark("\(Engine.ours), any Encodable, sorted", bytes: length) { try? sorting.encode(members) },
        ]
        if peers { engines.append(Benchmark("URLComponents", bytes: length, foundation)) }
        var comparison = Comparison("\(count) pairs to a query, \(title)")
        comparison.add(input: "pairs", Benchmark.measure(engines))
        report.add(table: comparison.table)
        report.add(Target(target, comparison.speed(of: Engine.ours, over: "URLComponents"), .atLeast, 8))
    }

    static func decode(into report: inout Report) throws {
        let body = QueryEncoder.whatwg.bytes(ofPairs: pairs)
        guard try Form(parsing: body).map(\.value) == pairs.map(\.1) else {
            throw BrokenEngine("The decoded form differs from the encoded one.")
        }
        let text = String(decoding: body, as: UTF8.self)
        var comparison = Comparison("\(count) fields of a form")
        comparison.add(
            input: "fields",
            Benchmark.measure([
                Benchmark("\(Engine.ours), fields", bytes: body.count) { try? Form(parsing: body) },
                Benchmark("\(Engine.ours), nested", bytes: body.count) { try? Form(parsing: body).nested() },
                Benchmark("URLComponents", bytes: body.count) { () -> [URLQueryItem]? in
                    var components = URLComponents()
                    components.percentEncodedQuery = text
                    return components.queryItems
                },
            ])
        )
        report.add(table: comparison.table)
    }

    private static let allowed: CharacterSet = {
        var allowed = CharacterSet.urlQueryAllowed
        allowed.remove(charactersIn: ":#[]@!$&'()*+,;=")
        return allowed
    }()

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
    }
}
