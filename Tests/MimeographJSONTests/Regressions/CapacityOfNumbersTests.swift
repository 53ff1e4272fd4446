import Mimeograph
import MimeographJSON
import Testing
import TestSupport

/// Found by fuzzing, through the time it took under AddressSanitizer: an integer that was a part of a document was written into a
/// buffer of up to 256 MiB, because its digits were read as the length of a text.
@Suite struct CapacityOfNumbersTests {
    @Test(
        arguments: [
            "-1", "0", "7", "-1234567890123459", "576460752303423487", "-576460752303423488", "9223372036854775807",
            "18446744073709551615", "1e308", "123456789012345678901234567890", "true", "null", #""text""#,
        ]
    )
    func theBufferIsAsLargeAsTheText(_ text: String) throws {
        let json = try JSON(parsing: Array("[\(text),{\"a\":\(text)}]".utf8))
        for part in [json[0], json[1]["a"]] {
            let bytes = try part.serialized()
            #expect(String(decoding: bytes, as: UTF8.self) == text)
            #expect(bytes.capacity < 1_000)
        }
        #expect(try json[1].serialized().capacity < 10_000)
    }
}
