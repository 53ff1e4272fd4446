import Mimeograph
import Testing

@testable import MimeographSession

/// Tests of heads with several lengths.
struct ContentLengthTests {
    @Test(
        arguments: [
            ([], ContentLength.absent), (["5"], .known(5)), (["0"], .known(0)), (["5", "5"], .known(5)),
            (["5, 5"], .known(5)), (["5", "5 ,\t05"], .known(5)), (["5", "6"], .invalid), (["5, 6"], .invalid),
            ([""], .invalid), (["5,"], .invalid), (["+5"], .invalid), (["-1"], .invalid), (["0x5"], .invalid),
            (["9223372036854775807"], .known(.max)), (["9223372036854775808"], .tooLarge),
            (["18446744073709551616"], .tooLarge), (["36893488147419103232"], .tooLarge),
            (["36893488147419103232, 5"], .invalid), (["9223372036854775809x"], .invalid),
            (["00000000000000000000000000005"], .known(5)),
            (["\u{0665}"], .invalid), (["5", ""], .invalid), (["5\u{301}"], .invalid),
        ] as [([String], ContentLength)]
    )
    func joinsEqualNumbersAndRejectsOthers(_ values: [String], _ expected: ContentLength) throws {
        var head = ResponseHead(status: 200)
        for (index, value) in values.enumerated() {
            try head.fields.append(index % 2 == 0 ? "Content-Length" : "content-length", value)
        }
        #expect(ContentLength(head.fields) == expected)
        if case .known(let length) = expected {
            #expect(head.contentLength == length)
        } else {
            #expect(head.contentLength == nil)
        }
    }
}
