import Mimeograph
import Testing

@Suite struct MediaTypeTests {
    @Test func partsOfACanonicalType() throws {
        let type = try #require(MediaType(parsing: "Application/Problem+JSON; Charset=UTF-8; a=b"))
        #expect(type.essence == "application/problem+json")
        #expect(type.type == "application")
        #expect(type.subtype == "problem+json")
        #expect(type.suffix == "json")
        #expect(type.charset == "UTF-8")
        #expect(type[parameter: "A"] == "b")
        #expect(type[parameter: "missing"] == nil)
        #expect("\(type)" == "application/problem+json;charset=UTF-8;a=b")
        #expect(type.withoutParameters == .problemJSON)
        #expect(type != .problemJSON)
    }

    @Test(arguments: [
        ("application/x+json+xml", "xml"), ("x/+json", "json"), ("application/hal+json", "json"),
        ("application/json", nil), ("application/json-seq", nil), ("application/x+", nil), ("a+b/c", nil),
        ("a+b/c+d", "d"),
    ])
    func suffixIsWhatFollowsTheLastPlus(text: String, suffix: String?) throws {
        #expect(try MediaType(text).suffix == suffix)
    }

    @Test func equalityIsCanonical() {
        let one: MediaType = "TEXT/HTML; Level=\"1\"; level=2"
        let other: MediaType = "text/html;level=1"
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != "text/html")
        #expect(MediaType("a/b;x=Y") != MediaType("a/b;x=y"))
        #expect(MediaType("a/b;x=1;y=2") != MediaType("a/b;y=2;x=1"))
    }

    @Test func addingAParameter() throws {
        let boundary = try MediaType.multipartFormData.adding(parameter: "Boundary", value: "a b")
        #expect("\(boundary)" == "multipart/form-data;boundary=\"a b\"")
        let replaced = try boundary.adding(parameter: "x", value: "\"\\").adding(parameter: "BOUNDARY", value: "")
        #expect("\(replaced)" == #"multipart/form-data;boundary="";x="\"\\""#)
        #expect(MediaType(parsing: "\(replaced)") == replaced)
    }

    @Test(arguments: [
        ("", "x", 0, MediaTypeSyntaxError.Reason.missingParameterName),
        ("a b", "x", 1, .unexpectedByte),
        ("é", "x", 0, .unexpectedByte),
        ("a", "日", 0, .unexpectedByte),
    ])
    func addingWhatCannotBeSent(name: String, value: String, offset: Int, reason: MediaTypeSyntaxError.Reason) {
        let error = #expect(throws: MediaTypeSyntaxError.self) {
            try MediaType.textPlain.adding(parameter: name, value: value)
        }
        #expect(error?.offset == offset)
        #expect(error?.reason == reason)
    }

    @Test(arguments: [0x00, 0x0A, 0x0D, 0x1F, 0x7F] as [UInt8])
    func addingAControlCharacter(byte: UInt8) {
        let value = "x" + String(Unicode.Scalar(byte)) + "Set-Cookie: y"
        let error = #expect(throws: MediaTypeSyntaxError.self) {
            try MediaType.textPlain.adding(parameter: "a", value: value)
        }
        #expect(error == MediaTypeSyntaxError(text: value, offset: 1, reason: .unexpectedByte))
    }

    @Test func thereIsRoomForJustSixtyFourParameters() throws {
        var type = MediaType.textPlain
        for index in 0..<MediaType.maximumParameterCount { type = try type.adding(parameter: "p\(index)", value: "v") }
        #expect(type.parameters.count == 64)
        #expect(throws: MediaTypeSyntaxError.self) { try type.adding(parameter: "one-more", value: "v") }
        #expect(try type.adding(parameter: "p63", value: "w")[parameter: "p63"] == "w")
    }

    @Test func constantsAreCanonical() throws {
        let constants: [MediaType] = [
            .json, .problemJSON, .xml, .html, .textPlain, .eventStream, .octetStream, .formURLEncoded,
            .multipartFormData, .propertyList, .png,
            .jpeg, .gif, .tiff,
        ]
        for constant in constants { #expect(try MediaType(constant.description) == constant) }
        #expect(Set(constants).count == constants.count)
    }

    @Test func aLiteralIsReadStrictly() {
        let type: MediaType = "Text/HTML; charset=utf-8"
        #expect("\(type)" == "text/html;charset=utf-8")
    }

    #if os(Linux) || os(macOS)
        @Test func aLiteralThatIsNoMediaTypeTraps() async {
            await #expect(processExitsWith: .failure) {
                let type: MediaType = "text"
                print(type)
            }
            await #expect(processExitsWith: .failure) {
                let type: MediaType = "text/*"
                print(type)
            }
        }
    #endif
}
