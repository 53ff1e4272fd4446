import Mimeograph
import MimeographStructuredFields
import TestSupport
import Testing

/// The time that long fields take.
struct StructuredFieldGrowthTests {
    @Test(
        arguments: [
            "a,", "a=1,", "(1 ),", "(", "((", "a;b", ";a", "\"\\\"", "\"", "1", "1.", ":AAAA:,", "%\"%c3%bc\",", "%25",
            " ", ", ",
        ]
    )
    func fieldsAreParsedInProportionToTheirLength(_ piece: String) {
        let limits = DecodingLimits(inputBytes: 1 << 24, elements: 1 << 24)
        let growth = GrowthOfWork.perDoubling(from: 64, upTo: (1 << 17) / piece.utf8.count) { count in
            let text = "\(String(repeating: piece, count: count))a"
            return (list: text, dictionary: "a=\(text)")
        } work: { field in
            _ = try? StructuredList(parsing: field.list, limits: limits)
            _ = try? StructuredDictionary(parsing: field.dictionary, limits: limits)
        }
        #expect(growth < GrowthOfWork.inProportion)
    }

    /// A megabyte of different keys, and of one key.
    @Test(arguments: [true, false]) func manyKeysTakeTimeInProportion(_ areDifferent: Bool) throws {
        let growth = try GrowthOfWork.perDoubling(from: 64, upTo: 1 << 17) { count in
            (0..<count).map { areDifferent ? "k\($0)" : "key" }
        } work: { keys in
            let dictionary = try StructuredDictionary(parsing: keys.joined(separator: ","))
            #expect(dictionary.count == (areDifferent ? keys.count : 1))
            let item = try StructuredItem(parsing: "1;\(keys.joined(separator: ";"))")
            #expect(item.parameters.count == dictionary.count)
        }
        #expect(growth < GrowthOfWork.inProportion)
        let many = (0..<1 << 17).map { "k\($0)" }.joined(separator: ",")
        #expect(try StructuredDictionary(parsing: many).serialized()?.utf8.count == many.utf8.count + (1 << 17) - 1)
    }
}
