/// A document for the XML benchmarks. It is generated, and the same everywhere.
struct XMLInput {
    let name: String
    let bytes: [UInt8]

    /// A feed of one megabyte, a document of ten megabytes, and a body of about 300 bytes.
    static let all = [
        feed,
        XMLInput(name: "document", bytes: catalogue(records: 30_000)),
        XMLInput(name: "small", bytes: Array(small.utf8)),
    ]

    /// Ten thousand nearly empty elements of each kind.
    static let tiny = [
        XMLInput(name: "<a/>", bytes: Array("<r>\(String(repeating: "<a/>", count: 10_000))</r>".utf8)),
        XMLInput(name: "<i>1</i>", bytes: Array("<r>\(String(repeating: "<i>1</i>", count: 10_000))</r>".utf8)),
    ]

    static let feed = XMLInput(name: "feed", bytes: feed(entries: 1400))

    /// Returns an Atom feed with escaped markup in each entry, as blogs send it.
    private static func feed(entries: Int) -> [UInt8] {
        var text = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en">
              <title>Notes on engines</title>
              <link href="https://example.org/feed.atom" rel="self"/>
              <updated>2026-01-25T18:44:36Z</updated>
              <id>urn:uuid:60a76c80-d399-11d9-b93C-0003939e0af6</id>

            """
        for index in 0..<entries {
            text += """
                  <entry>
                    <title>Entry \(index): weaving algebraical patterns &amp; more</title>
                    <link href="https://example.org/2026/01/\(index)" rel="alternate" type="text/html"/>
                    <id>urn:uuid:1225c695-cfb8-4ebb-aaaa-\(100_000_000_000 + index)</id>
                    <published>2026-01-\(10 + index % 18)T08:0\(index % 10):00Z</published>
                    <author><name>Ada Lovelace</name><email>ada@example.org</email></author>
                    <media:thumbnail url="https://example.org/\(index).jpg" width="120" height="90"/>
                    <category term="engines"/><category term="notes"/>
                    <summary type="html">&lt;p&gt;The engine might act upon other things besides number — naïve as it sounds —
                    were objects found whose mutual relations could be expressed by those of the science of operations.&lt;/p&gt;</summary>
                  </entry>

                """
        }
        return Array((text + "</feed>\n").utf8)
    }

    /// Returns records with short fields and attributes, as databases export them.
    private static func catalogue(records: Int) -> [UInt8] {
        var text = "<?xml version=\"1.0\"?>\n<catalogue count=\"\(records)\">\n"
        text.reserveCapacity(records * 350)
        for index in 0..<records {
            text += """
                <record id="r\(index)" kind="\(index % 3 == 0 ? "book" : "paper")" revision="\(index % 7)">
                  <title>Sketch of the analytical engine, part \(index)</title>
                  <author role="translator">Ada Lovelace</author>
                  <year>18\(10 + index % 80)</year>
                  <price currency="GBP">\(index % 100).\(10 + index % 89)</price>
                  <stock shelf="\(index % 40)"><count>\(index % 12)</count><reserved>false</reserved></stock>
                  <note><![CDATA[Bound in <calf>; see also r\(index / 2).]]></note>
                </record>

                """
        }
        return Array((text + "</catalogue>\n").utf8)
    }

    private static let small = """
        <?xml version="1.0" encoding="UTF-8"?><user id="583231" admin="false"><login>ada-lovelace</login>\
        <name>Ada Lovelace</name><email>ada@analytical.example</email><followers>8192</followers>\
        <score>97.25</score><role>author</role><role>reviewer</role><address><city>London</city>\
        <postalCode>SW1Y 4JH</postalCode></address></user>
        """
}
