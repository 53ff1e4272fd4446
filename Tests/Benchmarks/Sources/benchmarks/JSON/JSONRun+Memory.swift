import Harness
import Mimeograph
import MimeographJSON

extension JSONRun {
    /// Measures the memory of a parsed document: its copy of the text and its tape, during and after parsing.
    mutating func measureMemory() throws {
        var rows: [[String]] = []
        var perByte: [Double] = []
        for file in files {
            guard let use = try MemoryUse.of({ try JSON(parsing: file.bytes.span) }) else { continue }
            let peak = Double(use.peak) / Double(file.bytes.count)
            perByte.append(peak)
            let retained = Double(use.retained) / Double(file.bytes.count)
            rows.append([file.name, "\(file.bytes.count)", Figure.short(peak), Figure.short(retained)])
        }
        let columns = ["", "bytes", "peak", "retained"]
        report.add(
            table: Report.Table(title: "Memory of a document, for each byte of input", columns: columns, rows: rows)
        )
        report.add(Target("json.memory.bytes-per-input-byte", perByte.max(), .atMost, 2.5))
        try measureWorstMemory()
    }

    /// Measures texts that have the most elements for their size, or that mislead a parser's estimate from the first bytes.
    /// Longer elements cost no more per byte than real documents.
    private mutating func measureWorstMemory() throws {
        let count = 200_000
        func array(of element: String, after first: String = "0") -> String {
            "[\(first)" + String(repeating: ",\(element)", count: count - 2) + "]"
        }
        let texts = [
            ("digits", array(of: "0")), ("empty arrays", array(of: "[]")), ("short doubles", array(of: "0.5")),
            ("exponents", array(of: "1e1")), ("empty strings", array(of: "\"\"")),
            ("objects of one member", array(of: #"{"":0}"#)),
            (
                "digits after a string as long",
                array(of: "0", after: "\"" + String(repeating: "x", count: 2 * count) + "\"")
            ),
            ("nested arrays", String(repeating: "[", count: count) + String(repeating: "]", count: count)),
        ]
        var rows: [[String]] = []
        var worst: [Double] = []
        let limits = DecodingLimits(depth: count)
        for (name, text) in texts {
            let bytes = Array(text.utf8)
            guard let use = try MemoryUse.of({ try JSON(parsing: bytes.span, limits: limits) }) else { continue }
            // An object with one member counts as two elements.
            let elements = Double(name.hasPrefix("objects") ? 2 * count : count)
            worst.append(Double(use.peak) / elements)
            rows.append([
                name, "\(bytes.count)", Figure.short(Double(use.peak) / elements),
                Figure.short(Double(use.retained) / elements),
            ])
        }
        let columns = ["", "bytes", "peak", "retained"]
        report.add(
            table: Report.Table(title: "Memory of a document, for each element", columns: columns, rows: rows)
        )
        report.add(Target("json.memory.bytes-per-element.worst", worst.max(), .atMost, 40))
    }
}
