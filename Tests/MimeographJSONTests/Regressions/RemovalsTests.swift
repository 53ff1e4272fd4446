import Mimeograph
import MimeographJSON
import TestSupport
import Testing

/// Found in a review.
@Suite struct RemovalsTests {
    /// A value that was not an object became an object with a null.
    @Test func aRemovalThatFindsNothingChangesNothing() throws {
        var list: JSON = [1, 2, 3]
        #expect(list["x"].removeValue(forKey: "y") == nil)
        #expect(list == [1, 2, 3])
        var object: JSON = ["a": ["b": 1]]
        object["x"].removeValue(forKey: "y")
        object["x"][5] = 1
        object["a"]["c"].removeValue(forKey: "d")
        #expect(object == ["a": ["b": 1]])
        object["a"].removeValue(forKey: "b")
        object["n"] = nil
        #expect(object == ["a": [:], "n": nil])
        object["n"]["m"] = nil
        #expect(object == ["a": [:], "n": ["m": nil]])
        var read = try JSON(parsing: #"{"a":{"b":1}}"#.utf8)
        read["x"].removeValue(forKey: "y")
        read["x"]["z"] = 2
        #expect(read == ["a": ["b": 1], "x": ["z": 2]])
    }

    /// Each removal hashed all remaining keys.
    @Test(.within(minutes: 1)) func manyRemovals() throws {
        let count = 10_000
        var json = try JSON(parsing: "{\((0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ","))}".utf8)
        for number in 0..<count - 5 where number % 7 != 3 {
            #expect(json.removeValue(forKey: "k\(number)")?.int == number)
        }
        for number in 0..<count {
            #expect(json["k\(number)"].int == (number % 7 == 3 || number >= count - 5 ? number : nil))
        }
        #expect(json.object?.map(\.key).first == "k3")
    }
}
