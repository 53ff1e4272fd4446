import Mimeograph
import MimeographForm
import Testing

/// Checks that errors from types of the standard library have a location.
@Suite struct UnknownRawValueTests {
    enum Color: String, Decodable { case red, green }
    enum Level: Int, Decodable { case low = 1 }
    struct Item: Decodable {
        var color: Color?
        var level: Level?
        var someItems: [Item]?
        var byName: [String: Color]?
    }

    @Test(arguments: [
        ("color=blue", 0), ("x=1&level=7", 4), ("someItems[][color]=red&someItems[][color]=blue", 23),
        ("someItems[1][level]=1&someItems[0][level]=2", 22),
        ("byName[a]=red&byName[b]=blue", 14), ("color=red&color=blue", 0),
    ])
    func hasALocation(_ body: String, _ offset: Int) throws {
        do {
            _ = try FormFormat().decode(Item.self, from: body.utf8)
            Issue.record("read \(body)")
        } catch {
            #expect(error.code == .dataShape)
            #expect(!error.codingPath.isEmpty)
            #expect(error.location?.offset == offset)
        }
    }

    @Test func namesThatAStrategyConverts() throws {
        var format = FormFormat()
        format.keyStrategy = .snakeCase
        do {
            _ = try format.decode(Item.self, from: "a=1&some_items[][level]=3".utf8)
            Issue.record("it was read")
        } catch {
            #expect(error.location?.offset == 4)
        }
    }
}
