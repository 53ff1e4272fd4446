import Foundation
import Harness
import MimeographJSON
import MimeographJSONPath

extension JSONRun {
    /// Measures queries on a parsed document, against jsonpath-rfc9535, a complete implementation of RFC 9535 in Python.
    mutating func path() throws {
        guard let file = RealWorldFile("twitter") else {
            report.add(Target("json.path.vs-jsonpath-rfc9535", nil, .atLeast, 5))
            return
        }
        var comparison = Comparison("A query on the parsed document twitter, 617 kB")
        let document = try JSON(parsing: file.bytes)
        let peer = PythonJSONPeer.program(of: Engine.jsonPath)
        let queries = [
            "$..user.screen_name", "$.statuses[*].user.screen_name", "$..*", "$..[?@.retweet_count > 100].text",
            "$..[?match(@.screen_name, '[a-z]+_.*')].id",
        ]
        for query in queries {
            let path = try JSONPath(query)
            let values = try path.values(in: document)
            var engines = [Benchmark(Engine.ours, bytes: file.bytes.count) { try? path.values(in: document) }]
            let process = try peer.map { peer in
                let found = try JSON(parsing: peer.rewritten(model: query, body: file.bytes))
                guard found == .array(values) else { throw BrokenEngine("\(query): the results differ.") }
                return try PeerProcess(peer, model: query, .find, body: file.bytes)
            }
            if let process { engines.append(process.benchmark(bytes: file.bytes.count)) }
            comparison.add(input: query, measure("path", on: query, engines, .fewShort))
            try process?.end()
        }
        report.add(table: comparison.table)
        let ratio = comparison.lowestSpeed(of: Engine.ours, over: Engine.jsonPath)?.speed
        report.add(Target("json.path.vs-jsonpath-rfc9535", ratio, .atLeast, 5))
    }
}
