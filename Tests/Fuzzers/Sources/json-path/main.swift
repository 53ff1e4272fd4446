import FuzzerSupport
import Mimeograph
import MimeographJSON

// An input is a query, a line feed and a document. Without a document, the query searches a sample.
Fuzzer.run(longestInput: 1024) { input in
    let end = input.lastIndex(of: 0x0A) ?? input.count
    guard let query = String(validating: input[..<end], as: UTF8.self) else { return }
    let document = try? JSON(parsing: input.dropFirst(end + 1), limits: DecodingLimits(depth: 64))
    PathCheck(query: query, document: document ?? PathCheck.sample).run()
    PatternCheck(pattern: query).run()
}
