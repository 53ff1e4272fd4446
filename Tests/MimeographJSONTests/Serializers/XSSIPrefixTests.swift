import Mimeograph
import MimeographJSON
import Testing

@Suite struct XSSIPrefixTests {
    private static var text: some ResponseSerialization<String> {
        BytesResponseSerializer().map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [
        (")]}',\n{}", "{}"), (")]}'\n{}", "{}"), (")]}',{}", ")]}',{}"), (")]}'\r\n{}", ")]}'\r\n{}"), ("{}", "{}"),
        (")]}'", ")]}'"), (")]}',\n", ""), (" )]}',\n{}", " )]}',\n{}"), (")]}',\n)]}',\n{}", ")]}',\n{}"), ("", ""),
    ])
    func xssiPrefixes(body: String, rest: String) throws {
        let serializer = Self.text.preprocessed(by: .xssiPrefix)
        #expect(try serializer.read(body.utf8) == rest)
    }

    @Test func otherPrefixes() throws {
        let stripper = XSSIPrefixStripper(prefixes: ["", "while(1);", "while(1);for"])
        #expect(try Self.text.preprocessed(by: stripper).read("while(1);for1".utf8) == "1")
    }
}
