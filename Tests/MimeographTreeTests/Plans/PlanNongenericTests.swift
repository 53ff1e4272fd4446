import Mimeograph
import Testing

/// Types that are not generic, whose metadata the compiler writes.
struct PlanNongenericTests {
    struct MarkedUser: SynthesizedCodable {
        var id: Int
        var name: String?
        var isAdmin: Bool
        var tags: [String]
        var home: MarkedPlace?
        var places: [String: MarkedPlace]
    }

    struct MarkedPlace: SynthesizedCodable {
        var x: Float
        var y: Int16?
    }

    struct PlainUser: Codable {
        var id: Int
        var name: String?
        var isAdmin: Bool
        var tags: [String]
        var home: PlainPlace?
        var places: [String: PlainPlace]
    }

    struct PlainPlace: Codable {
        var x: Float
        var y: Int16?
    }

    private static let texts = [
        #"{"id":1,"name":"a","isAdmin":true,"tags":["x","y"],"home":{"x":0.1,"y":2},"places":{"a":{"x":1}}}"#,
        #"{"id":2,"isAdmin":false,"tags":[],"places":{}}"#,
        #"{"tags":[],"places":{"b":{"x":1,"y":null}},"isAdmin":false,"id":2}"#,
        #"{"id":"2","isAdmin":false,"tags":[],"places":{}}"#, #"{"id":2,"isAdmin":false,"tags":[1],"places":{}}"#,
        #"{"id":2,"isAdmin":false,"tags":[],"home":{"y":1},"places":{}}"#,
        #"{"id":2,"isAdmin":false,"tags":[],"places":{"z":{"x":1,"y":40000}}}"#,
    ]

    @Test func codesTheSame() {
        for format in PlanFormat.all where !format.hasRows {
            for _ in 0..<3 {
                for text in Self.texts {
                    func neutral(_ text: String) -> String { text.replacing("MarkedUser", with: "PlainUser") }
                    let json = PlanFormat.json[0]
                    let body = Array(text.utf8)
                    #expect(neutral(json.decode(MarkedUser.self, body)) == neutral(json.decode(PlainUser.self, body)))
                    guard let marked = try? json.format.decode(MarkedUser.self, from: body),
                        let plain = try? json.format.decode(PlainUser.self, from: body)
                    else { continue }
                    #expect(format.encode(marked) == format.encode(plain))
                    if case .success(let bytes) = format.encode(plain) {
                        #expect(
                            neutral(format.decode(MarkedUser.self, bytes))
                                == neutral(format.decode(PlainUser.self, bytes))
                        )
                    }
                }
            }
        }
        #expect(MarkedUser.unmarkedReason == nil)
        #expect(MarkedPlace.unmarkedReason == nil)
    }
}
