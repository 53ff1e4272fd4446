import Foundation
import Mimeograph
import MimeographForm
import Testing

/// Checks that a dictionary of parameters accepts variables directly.
@Suite struct QueryVariableTests {
    private enum Order: String, QueryValueConvertible { case newest, oldest }

    @Test func variablesOfAllUsualTypes() throws {
        let page = 2
        let name = "tea & milk"
        let part = name.prefix(3)
        let isOpen = true
        let price = 1.5
        let ratio: Float = 0.1
        let tags = ["a", "b"]
        let ids: Set<Int> = [7]
        let limit: Int? = nil
        let after: String? = "x"
        let big = UInt64.max
        let filter = ["open": isOpen]
        let other: QueryValue = .text("y")
        let order = Order.newest
        let value: QueryValue = [
            "page": page, "name": name, "part": part, "isOpen": isOpen, "price": price, "ratio": ratio, "tags": tags,
            "ids": ids,
            "limit": limit, "after": after, "big": big, "filter": filter, "other": other, "order": order, "literal": 1,
            "text": "\(name)!", "none": nil,
        ]
        let text = try QueryEncoder.whatwg.encode(value)
        #expect(
            text == "page=2&name=tea+%26+milk&part=tea&isOpen=true&price=1.5&ratio=0.1&tags=a&tags=b&ids=7&after=x"
                + "&big=18446744073709551615&filter%5Bopen%5D=true&other=y&order=newest&literal=1&text=tea+%26+milk%21"
        )
    }

    @Test func datesAndNames() throws {
        let since = Date(timeIntervalSince1970: 1_770_091_506.9)
        let id = try #require(UUID(uuidString: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"))
        let url = try #require(URL(string: "b?c", relativeTo: URL(string: "https://h/a")))
        let value: QueryValue = [
            "since": since, "id": id, "url": url, "until": Date?.none, "far": Date(timeIntervalSince1970: 1e12),
        ]
        #expect(
            try QueryEncoder.whatwg.encode(value)
                == "since=2026-02-03T04%3A05%3A06Z&id=F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6&url=https%3A%2F%2Fh%2Fb%3Fc"
                + "&far=1000000000000"
        )
    }

    @Test func mixedMembersOfMembers() throws {
        let page = 2
        let value: QueryValue = ["filter": ["open": true, "page": page, "tags": ["a", 1] as QueryValue] as QueryValue]
        #expect(value["filter"]?["page"] == 2)
        #expect(value["filter"]?["tags"] == ["a", 1])
    }
}
