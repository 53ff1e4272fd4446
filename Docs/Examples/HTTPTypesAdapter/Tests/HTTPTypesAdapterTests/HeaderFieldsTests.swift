import HTTPTypes
import HTTPTypesAdapter
import Mimeograph
import Testing

@Suite struct HeaderFieldsTests {
    @Test func orderDuplicatesAndNamesAreKept() throws {
        let fields: HeaderFields = [
            "Set-Cookie": "a=1", "content-TYPE": "text/plain", "set-cookie": "b=2, c", "X-Empty": "", "X-Name": "Größe",
        ]
        let there = try HTTPFields(fields)
        #expect(there.map(\.name.rawName) == fields.lines.map(\.name))
        #expect(there.map(\.value) == fields.lines.map(\.value))
        #expect(there[values: .setCookie] == ["a=1", "b=2, c"])
        #expect(try HeaderFields(there).lines == fields.lines)
        #expect(try HTTPFields(HeaderFields()).isEmpty)
    }

    @Test func whatWasRefusedIsAnError() throws {
        var fields: HeaderFields = ["Accept": "text/plain"]
        fields["X-Note"] = "a\r\nX-Evil: b"
        #expect(throws: SerializationError.self) { try HTTPFields(fields) }
        fields["X-Note"] = nil
        #expect(try HTTPFields(fields).count == 1)
    }

    @Test(arguments: ["\u{1}", "a\u{7F}b", "\u{B}"])
    func controlCharactersAreNotMadeSpaces(value: String) throws {
        var fields = HeaderFields()
        try fields.append("X-Note", value)
        let error = #expect(throws: SerializationError.self) { try HTTPFields(fields) }
        #expect(error?.code == .invalidField)
    }

    @Test func moreThanFit() throws {
        var fields = HeaderFields()
        for index in 0..<Int(UInt16.max) - 1 { try fields.append("A", "\(index)") }
        #expect(try HTTPFields(fields).count == Int(UInt16.max) - 1)
        try fields.append("A", "one more")
        #expect(throws: SerializationError.self) { try HTTPFields(fields) }
    }

    @Test func bytesThatAreNoText() throws {
        var there = HTTPFields()
        there.append(HTTPField(name: .location, value: [0x61, 0xFF, 0x62] as [UInt8]))
        #expect(try HeaderFields(there)["Location"] == "a\u{FFFD}b")
    }
}
