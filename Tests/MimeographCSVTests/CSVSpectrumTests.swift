import Mimeograph
import MimeographCSV
import Testing
import TestSupport

/// The tables of csv-spectrum, with lines that end in LF and in CRLF.
///
/// Source: maxogden/csv-spectrum, csvs and json.
@Suite struct CSVSpectrumTests {
    static let cases: [(name: String, body: String, rows: [[String: String]])] = [
        (
            "comma in quotes", "first,last,address,city,zip\nJohn,Doe,120 any st.,\"Anytown, WW\",08123",
            [["first": "John", "last": "Doe", "address": "120 any st.", "city": "Anytown, WW", "zip": "08123"]]
        ),
        (
            "empty", "a,b,c\n1,\"\",\"\"\n2,3,4",
            [["a": "1", "b": "", "c": ""], ["a": "2", "b": "3", "c": "4"]]
        ),
        (
            "escaped quotes", "a,b\n1,\"ha \"\"ha\"\" ha\"\n3,4\n",
            [["a": "1", "b": "ha \"ha\" ha"], ["a": "3", "b": "4"]]
        ),
        (
            "JSON", "key,val\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"coordinates\"\": [102.0, 0.5]}\"\n",
            [["key": "1", "val": "{\"type\": \"Point\", \"coordinates\": [102.0, 0.5]}"]]
        ),
        (
            "line ends in quotes", "a,b,c\n1,2,3\n\"Once upon \na time\",5,6\n7,8,9\n",
            [
                ["a": "1", "b": "2", "c": "3"], ["a": "Once upon \na time", "b": "5", "c": "6"],
                ["a": "7", "b": "8", "c": "9"],
            ]
        ),
        (
            "quotes and line ends in quotes", "a,b\n1,\"ha \n\"\"ha\"\" \nha\"\n3,4\n",
            [["a": "1", "b": "ha \n\"ha\" \nha"], ["a": "3", "b": "4"]]
        ), ("simple", "a,b,c\n1,2,3\n", [["a": "1", "b": "2", "c": "3"]]),
        ("UTF-8", "a,b,c\n1,2,3\n4,5,ʤ\n", [["a": "1", "b": "2", "c": "3"], ["a": "4", "b": "5", "c": "ʤ"]]),
    ]

    @Test(arguments: cases.indices, ["\n", "\r\n"]) func tablesHaveTheirCells(_ index: Int, _ end: String) throws {
        let sample = Self.cases[index]
        let body = Array(sample.body.replacing("\n", with: end).utf8)
        let rows = sample.rows.map { $0.mapValues { $0.replacing("\n", with: end) } }
        #expect(try CSVFormat().decode([[String: String]].self, from: body) == rows, "\(sample.name)")
        let parser = try CSVFormat().makeParser(of: [String: String].self, as: nil, limits: .standard)
        #expect(try parser.parse(body, inChunksOf: 5) == rows, "\(sample.name)")
    }
}
