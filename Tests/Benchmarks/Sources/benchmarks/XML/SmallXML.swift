/// Small documents of several kinds, as services send them. They are generated, and the same everywhere.
///
/// A kind has a start, a repeated part and an end. A document repeats the part until it reaches its size.
enum SmallXML {
    /// The approximate sizes of the documents in bytes.
    private static let sizes = [
        (name: "300 B", bytes: 300), (name: "1 kB", bytes: 1000), (name: "3 kB", bytes: 3000),
        (name: "10 kB", bytes: 10_000),
    ]

    /// Each kind in each size.
    static let all = kinds.flatMap { kind in
        sizes.map { size in XMLInput(name: "\(kind.name), \(size.name)", bytes: kind.document(of: size.bytes)) }
    }

    private struct Kind: Sendable {
        let name: String
        let start: String
        let end: String
        let item: @Sendable (Int) -> String

        func document(of bytes: Int) -> [UInt8] {
            var text = start
            var index = 0
            repeat {
                text += item(index)
                index += 1
            } while text.utf8.count + end.utf8.count < bytes * 9 / 10
            return Array((text + end).utf8)
        }
    }

    private static let kinds = [entries, reply, settings, article]

    /// An Atom feed of short entries.
    private static let entries = Kind(
        name: "feed",
        start: """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom"><title>Notes</title>

            """,
        end: "</feed>\n"
    ) { index in
        """
          <entry>
            <title>Entry \(index): patterns &amp; more</title>
            <link href="https://example.org/2026/01/\(index)" rel="alternate"/>
            <id>urn:uuid:1225c695-cfb8-4ebb-aaaa-\(100_000_000_000 + index)</id>
            <updated>2026-01-\(10 + index % 18)T08:00:00Z</updated>
            <summary type="html">&lt;p&gt;The engine might act upon other things besides number.&lt;/p&gt;</summary>
          </entry>

        """
    }

    /// A SOAP reply without white space, with a prefix on every name.
    private static let reply = Kind(
        name: "SOAP",
        start: """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:m="https://example.org/orders">\
            <soap:Body><m:FindResponse>
            """,
        end: "</m:FindResponse></soap:Body></soap:Envelope>"
    ) { index in
        """
        <m:Order m:id="\(4000 + index)"><m:State>shipped</m:State><m:Total currency="EUR">\(17 + index % 60).90</m:Total>\
        <m:Placed>2026-02-\(10 + index % 18)T09:30:00+01:00</m:Placed></m:Order>
        """
    }

    /// Settings with attributes, indented and with comments.
    private static let settings = Kind(
        name: "settings",
        start: """
            <?xml version='1.0'?>
            <configuration version='3'>

            """,
        end: "</configuration>\n"
    ) { index in
        """
          <!-- Pool \(index) -->
          <pool name="pool-\(index)" size="\(4 + index % 12)" timeout="30s" enabled="\(index % 5 != 0)">
            <server host="10.0.\(index % 250).17" port="54\(32 + index % 60)" weight="1"/>
            <option key="retry.limit" value="3"/>
            <option key="log" value="C:\\logs\\pool-\(index).txt"/>
          </pool>

        """
    }

    /// An article with elements within its text.
    private static let article = Kind(
        name: "article",
        start: "<article lang=\"en\"><h1>On the engine</h1>",
        end: "</article>"
    ) { index in
        """
        <p>The <em>engine</em> might act upon <a href="#n\(index)">other things</a> besides <code>number</code> — naïve as \
        it sounds — were objects found whose <b>mutual</b> relations could be expressed by those of the <i>science</i> of \
        operations, and which should be also susceptible of adaptations.</p>

        """
    }
}
